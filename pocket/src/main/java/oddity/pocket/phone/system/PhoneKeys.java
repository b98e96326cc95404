package oddity.pocket.phone.system;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that an app keeps in Android's keystore, in a file of the phone's storage. They outlive the process.
 *
 * <p>On a phone no app can read them; here one could, which changes nothing for those that do not try.
 */
final class PhoneKeys {
    /** A key by its name; of a pair the private one, with what is said of the public one. */
    record Entry(Key key, Certificate certificate, long madeMs) {}

    private final Path file;
    private final Map<String, Entry> entries = new TreeMap<>();

    PhoneKeys(Path file) {
        this.file = file;
        if (Files.exists(file)) {
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
                for (int left = in.readInt(); left > 0; left--) {
                    entries.put(in.readUTF(), read(in));
                }
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            } catch (GeneralSecurityException unknown) {
                throw new IllegalStateException("keys that were written here", unknown);
            }
        }
    }

    synchronized Entry get(String alias) {
        return entries.get(alias);
    }

    synchronized void put(String alias, Entry entry) {
        entries.put(alias, entry);
        write();
    }

    synchronized void remove(String alias) {
        if (entries.remove(alias) != null) {
            write();
        }
    }

    synchronized String[] names() {
        return entries.keySet().toArray(String[]::new);
    }

    private void write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(entries.size());
            for (Map.Entry<String, Entry> named : entries.entrySet()) {
                Entry entry = named.getValue();
                out.writeUTF(named.getKey());
                out.writeLong(entry.madeMs);
                out.writeUTF(entry.key.getAlgorithm());
                writeBytes(out, entry.key.getEncoded());
                writeBytes(out, entry.certificate == null ? new byte[0] : entry.certificate.getEncoded());
            }
            Files.write(file, bytes.toByteArray());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (GeneralSecurityException unwritable) {
            throw new IllegalStateException("keys that were made here", unwritable);
        }
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static Entry read(DataInputStream in) throws IOException, GeneralSecurityException {
        long madeMs = in.readLong();
        String algorithm = in.readUTF();
        byte[] key = in.readNBytes(in.readInt());
        byte[] certificate = in.readNBytes(in.readInt());
        if (certificate.length == 0) {
            SecretKey secret = new SecretKeySpec(key, algorithm);
            return new Entry(secret, null, madeMs);
        }
        return new Entry(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(key)),
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate)), madeMs);
    }
}
