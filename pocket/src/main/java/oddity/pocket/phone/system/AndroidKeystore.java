package oddity.pocket.phone.system;

import android.security.KeyPairGeneratorSpec;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.StrongBoxUnavailableException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.Provider;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Date;
import java.util.List;
import java.util.Random;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.x500.X500Principal;
import oddity.pocket.boot.SelfSigned;
import oddity.pocket.phone.Substitutes;

/**
 * Android's keystore: keys are made, kept and found by their names, and ciphers of Java's use them. What only its hardware or a lock of
 * the screen could give is refused as on a phone without.
 */
public final class AndroidKeystore extends Provider {
    static final String NAME = "AndroidKeyStore";
    private static final int BITS_PER_BYTE = 8;
    private static final int AES_BITS = 128;
    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;

    /** Who makes something of a kind, for each use anew. */
    private interface Maker {
        Object make();
    }

    private AndroidKeystore(PhoneKeys keys) {
        super(NAME, "1.0", "Android's keystore on a pocket phone");
        offer("KeyStore", NAME, () -> new KeystoreEntries(keys));
        for (String algorithm : List.of("AES", "HmacSHA1", "HmacSHA224", "HmacSHA256", "HmacSHA384", "HmacSHA512")) {
            offer("KeyGenerator", algorithm, () -> new Secrets(keys, algorithm));
        }
        for (String algorithm : List.of("RSA", "EC")) {
            offer("KeyPairGenerator", algorithm, () -> new Pairs(keys, algorithm));
        }
    }

    /** A process begins, with the keys of those before it. */
    public static void install(Path file) {
        Security.removeProvider(NAME);
        Security.addProvider(new AndroidKeystore(new PhoneKeys(file)));
    }

    private void offer(String type, String algorithm, Maker maker) {
        putService(new Service(this, type, algorithm, AndroidKeystore.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return maker.make();
            }
        });
    }

    static long nowMs() {
        return Substitutes.currentTimeMillis();
    }

    /** What a phone without a lock of its screen, and without a chip for keys, has to refuse. */
    private static void check(KeyGenParameterSpec wanted) throws InvalidAlgorithmParameterException {
        if (wanted.isUserAuthenticationRequired()) {
            String why = "Secure lock screen must be enabled to create keys requiring user authentication";
            throw new InvalidAlgorithmParameterException(new IllegalStateException(why));
        }
    }

    private static void checkChip(KeyGenParameterSpec wanted) {
        if (wanted.isStrongBoxBacked()) {
            throw new StrongBoxUnavailableException("Failed to generate key");
        }
    }

    private static IllegalStateException notInitialised() {
        return new IllegalStateException("Not initialized");
    }

    /** Keys that are one number: what they are differs from phone to phone, and not from run to run. */
    private static final class Secrets extends KeyGeneratorSpi {
        private final PhoneKeys keys;
        private final String algorithm;
        private KeyGenParameterSpec wanted;

        Secrets(PhoneKeys keys, String algorithm) {
            this.keys = keys;
            this.algorithm = algorithm;
        }

        @Override
        protected void engineInit(SecureRandom random) {
            throw new UnsupportedOperationException("Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
        }

        @Override
        protected void engineInit(int size, SecureRandom random) {
            engineInit(random);
        }

        @Override
        protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random) throws InvalidAlgorithmParameterException {
            if (!(spec instanceof KeyGenParameterSpec)) {
                throw new InvalidAlgorithmParameterException(
                        "Cannot initialize without a " + KeyGenParameterSpec.class.getName() + " parameter");
            }
            wanted = (KeyGenParameterSpec) spec;
            check(wanted);
        }

        @Override
        protected SecretKey engineGenerateKey() {
            if (wanted == null) {
                throw notInitialised();
            }
            checkChip(wanted);
            int usual = algorithm.equals("AES") ? AES_BITS : Integer.parseInt(algorithm.replace("HmacSHA", "").replaceFirst("^1$", "160"));
            byte[] bytes = new byte[(wanted.getKeySize() > 0 ? wanted.getKeySize() : usual) / BITS_PER_BYTE];
            new Random(Substitutes.seed()).nextBytes(bytes);
            SecretKey key = new SecretKeySpec(bytes, algorithm);
            keys.put(wanted.getKeystoreAlias(), new PhoneKeys.Entry(key, null, nowMs()));
            return key;
        }
    }

    /** A private and a public key, with a certificate that the first signs for the second. */
    private static final class Pairs extends KeyPairGeneratorSpi {
        private final PhoneKeys keys;
        private final String algorithm;
        private AlgorithmParameterSpec wanted;

        Pairs(PhoneKeys keys, String algorithm) {
            this.keys = keys;
            this.algorithm = algorithm;
        }

        @Override
        public void initialize(int size, SecureRandom random) {
            throw new IllegalArgumentException(KeyGenParameterSpec.class.getName() + " required to initialize this KeyPairGenerator");
        }

        @Override
        public void initialize(AlgorithmParameterSpec spec, SecureRandom random) throws InvalidAlgorithmParameterException {
            if (!(spec instanceof KeyGenParameterSpec) && !(spec instanceof KeyPairGeneratorSpec)) {
                throw new InvalidAlgorithmParameterException("Unsupported params class: " + spec);
            }
            if (spec instanceof KeyGenParameterSpec today) {
                check(today);
            }
            wanted = spec;
        }

        @Override
        public KeyPair generateKeyPair() {
            if (wanted == null) {
                throw notInitialised();
            }
            if (wanted instanceof KeyGenParameterSpec today) {
                checkChip(today);
                return make(today.getKeystoreAlias(), today.getKeySize(), today.getAlgorithmParameterSpec(), today.getCertificateSubject(),
                        today.getCertificateSerialNumber(), today.getCertificateNotBefore(), today.getCertificateNotAfter());
            }
            KeyPairGeneratorSpec once = (KeyPairGeneratorSpec) wanted;
            return make(once.getKeystoreAlias(), once.getKeySize(), once.getAlgorithmParameterSpec(), once.getSubjectDN(),
                    once.getSerialNumber(), once.getStartDate(), once.getEndDate());
        }

        private KeyPair make(String alias, int size, AlgorithmParameterSpec spec, X500Principal name, BigInteger serial, Date from, Date until) {
            try {
                SecureRandom chance = SecureRandom.getInstance("SHA1PRNG");
                chance.setSeed(Substitutes.seed());
                KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
                if (spec != null) {
                    generator.initialize(spec, chance);
                } else {
                    generator.initialize(size > 0 ? size : algorithm.equals("RSA") ? RSA_BITS : EC_BITS, chance);
                }
                KeyPair pair = generator.generateKeyPair();
                keys.put(alias, new PhoneKeys.Entry(pair.getPrivate(), SelfSigned.of(pair, name, serial, from, until), nowMs()));
                return pair;
            } catch (GeneralSecurityException impossible) {
                throw new ProviderException("Failed to generate key pair", impossible);
            }
        }
    }
}
