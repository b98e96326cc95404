package oddity.pocket.phone.system;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.security.keystore.StrongBoxUnavailableException;
import android.view.View;
import java.security.InvalidAlgorithmParameterException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Collections;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class AndroidKeystoreTest {
    private static final String STORE = "AndroidKeyStore";
    private static final byte[] MILK = "milk".getBytes();

    @Rule
    public final TestPhone phone = new TestPhone();

    /** As androidx.security does for preferences that nobody else can read. */
    @Test
    public void whatWasLockedCanBeReadInTheNextProcess() throws Exception {
        phone.open(here -> here.setContentView(new View(here)));
        Cipher lock = Cipher.getInstance("AES/GCM/NoPadding");
        lock.init(Cipher.ENCRYPT_MODE, generate("AES", spec("master").setKeySize(256).build()));
        byte[] locked = lock.doFinal(MILK);
        phone.endProcess();
        assertTrue(store().containsAlias("master"));
        SecretKey key = (SecretKey) store().getKey("master", null);
        Cipher open = Cipher.getInstance("AES/GCM/NoPadding");
        open.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, lock.getIV()));
        assertArrayEquals(MILK, open.doFinal(locked));
    }

    @Test
    public void aNewPhoneHasNoKeys() throws Exception {
        assertEquals(List.of(), Collections.list(store().aliases()));
        assertFalse(store().containsAlias("master"));
        assertNull(store().getKey("master", null));
        assertNull(store().getEntry("master", null));
    }

    @Test
    public void aKeyThatIsDeletedIsGone() throws Exception {
        generate("AES", spec("one").build());
        generate(KeyProperties.KEY_ALGORITHM_HMAC_SHA256, spec("two").build());
        assertEquals(List.of("one", "two"), Collections.list(store().aliases()));
        store().deleteEntry("one");
        assertEquals(List.of("two"), Collections.list(store().aliases()));
        phone.open(here -> here.setContentView(new View(here)));
        phone.endProcess();
        assertEquals(List.of("two"), Collections.list(store().aliases()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(store().getKey("two", null));
        assertEquals(32, mac.doFinal(MILK).length);
    }

    @Test
    public void aPairSignsAndItsCertificateProvesIt() throws Exception {
        for (String algorithm : new String[] {"EC", "RSA"}) {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm, STORE);
            generator.initialize(new KeyGenParameterSpec.Builder(algorithm, KeyProperties.PURPOSE_SIGN)
                    .setDigests(KeyProperties.DIGEST_SHA256).build());
            KeyPair pair = generator.generateKeyPair();
            phone.open(here -> here.setContentView(new View(here)));
            phone.endProcess();
            String signs = algorithm.equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
            Signature signature = Signature.getInstance(signs);
            signature.initSign((PrivateKey) store().getKey(algorithm, null));
            signature.update(MILK);
            byte[] signed = signature.sign();
            assertArrayEquals(pair.getPublic().getEncoded(), store().getCertificate(algorithm).getPublicKey().getEncoded());
            Signature check = Signature.getInstance(signs);
            check.initVerify(store().getCertificate(algorithm));
            check.update(MILK);
            assertTrue(algorithm, check.verify(signed));
        }
    }

    @Test
    public void aKeyOfTheAppsOwnIsKept() throws Exception {
        store().setEntry("mine", new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")), null);
        assertArrayEquals(new byte[16], ((KeyStore.SecretKeyEntry) store().getEntry("mine", null)).getSecretKey().getEncoded());
        assertTrue(store().isKeyEntry("mine"));
    }

    @Test
    public void whatNeedsALockOfTheScreenOrAChipIsRefused() throws Exception {
        KeyGenParameterSpec locked = spec("locked").setUserAuthenticationRequired(true).build();
        assertThrows(InvalidAlgorithmParameterException.class, () -> generate("AES", locked));
        KeyGenParameterSpec inChip = spec("chip").setIsStrongBoxBacked(true).build();
        assertThrows(StrongBoxUnavailableException.class, () -> generate("AES", inChip));
        assertEquals(0, store().size());
    }

    private static KeyGenParameterSpec.Builder spec(String name) {
        return new KeyGenParameterSpec.Builder(name, KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
                .setBlockModes(KeyProperties.BLOCK_MODE_GCM).setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE);
    }

    private static SecretKey generate(String algorithm, KeyGenParameterSpec spec) throws Exception {
        KeyGenerator generator = KeyGenerator.getInstance(algorithm, STORE);
        generator.init(spec);
        return generator.generateKey();
    }

    private static KeyStore store() throws Exception {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        return store;
    }
}
