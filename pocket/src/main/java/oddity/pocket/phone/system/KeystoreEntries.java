package oddity.pocket.phone.system;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.List;
import javax.crypto.SecretKey;

/** What an app finds in Android's keystore, and puts there. */
final class KeystoreEntries extends KeyStoreSpi {
    private final PhoneKeys keys;

    KeystoreEntries(PhoneKeys keys) {
        this.keys = keys;
    }

    /** Nothing is in a stream: it is all there already. */
    @Override
    public void engineLoad(InputStream stream, char[] password) {
        if (stream != null) {
            throw new IllegalArgumentException("InputStream not supported");
        }
        if (password != null) {
            throw new IllegalArgumentException("password not supported");
        }
    }

    @Override
    public void engineLoad(KeyStore.LoadStoreParameter parameter) {}

    @Override
    public void engineStore(OutputStream stream, char[] password) {
        throw new UnsupportedOperationException("Can not serialize AndroidKeyStore to OutputStream");
    }

    @Override
    public Key engineGetKey(String alias, char[] password) {
        PhoneKeys.Entry entry = keys.get(alias);
        return entry == null ? null : entry.key();
    }

    @Override
    public Certificate engineGetCertificate(String alias) {
        PhoneKeys.Entry entry = keys.get(alias);
        return entry == null ? null : entry.certificate();
    }

    @Override
    public Certificate[] engineGetCertificateChain(String alias) {
        Certificate certificate = engineGetCertificate(alias);
        return certificate == null ? null : new Certificate[] {certificate};
    }

    @Override
    public Date engineGetCreationDate(String alias) {
        PhoneKeys.Entry entry = keys.get(alias);
        return entry == null ? null : new Date(entry.madeMs());
    }

    @Override
    public KeyStore.Entry engineGetEntry(String alias, KeyStore.ProtectionParameter protection) {
        PhoneKeys.Entry entry = keys.get(alias);
        if (entry == null) {
            return null;
        }
        return entry.key() instanceof SecretKey secret ? new KeyStore.SecretKeyEntry(secret)
                : new KeyStore.PrivateKeyEntry((PrivateKey) entry.key(), new Certificate[] {entry.certificate()});
    }

    @Override
    public void engineSetEntry(String alias, KeyStore.Entry entry, KeyStore.ProtectionParameter protection) throws KeyStoreException {
        if (entry instanceof KeyStore.SecretKeyEntry secret) {
            engineSetKeyEntry(alias, secret.getSecretKey(), null, null);
        } else if (entry instanceof KeyStore.PrivateKeyEntry pair) {
            engineSetKeyEntry(alias, pair.getPrivateKey(), null, pair.getCertificateChain());
        } else {
            throw new KeyStoreException("Entry must be a PrivateKeyEntry, SecretKeyEntry or WrappedKeyEntry; was " + entry);
        }
    }

    @Override
    public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) throws KeyStoreException {
        if (key == null || key.getEncoded() == null) {
            throw new KeyStoreException("Only keys which export their key material are supported");
        }
        boolean isWhole = key instanceof SecretKey || key instanceof PrivateKey && chain != null && chain.length > 0;
        if (!isWhole) {
            throw new KeyStoreException("Must supply at least one Certificate with PrivateKey");
        }
        keys.put(alias, new PhoneKeys.Entry(key, key instanceof SecretKey ? null : chain[0], AndroidKeystore.nowMs()));
    }

    @Override
    public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) throws KeyStoreException {
        throw new KeyStoreException("Operation not supported because key encoding is unknown");
    }

    @Override
    public void engineSetCertificateEntry(String alias, Certificate certificate) throws KeyStoreException {
        throw new KeyStoreException("Couldn't insert certificate; only certificates of keys are kept");
    }

    @Override
    public void engineDeleteEntry(String alias) {
        keys.remove(alias);
    }

    @Override
    public Enumeration<String> engineAliases() {
        return Collections.enumeration(List.of(keys.names()));
    }

    @Override
    public boolean engineContainsAlias(String alias) {
        if (alias == null) {
            throw new NullPointerException("alias == null");
        }
        return keys.get(alias) != null;
    }

    @Override
    public int engineSize() {
        return keys.names().length;
    }

    @Override
    public boolean engineIsKeyEntry(String alias) {
        return keys.get(alias) != null;
    }

    @Override
    public boolean engineIsCertificateEntry(String alias) {
        return false;
    }

    @Override
    public String engineGetCertificateAlias(Certificate certificate) {
        for (String name : keys.names()) {
            if (certificate != null && certificate.equals(engineGetCertificate(name))) {
                return name;
            }
        }
        return null;
    }
}
