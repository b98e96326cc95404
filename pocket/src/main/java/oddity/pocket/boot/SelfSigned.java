package oddity.pocket.boot;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Date;
import javax.security.auth.x500.X500Principal;

/** Certificates that say of a key what its owner says, as Android's keystore makes one for each pair of keys. */
public final class SelfSigned {
    private SelfSigned() {}

    /** Here and not inside of the sandbox, where an app may bring an older Bouncy Castle. */
    @SuppressWarnings("deprecation")
    public static X509Certificate of(KeyPair keys, X500Principal name, BigInteger serial, Date from, Date until)
            throws GeneralSecurityException {
        var certificate = new org.bouncycastle.x509.X509V3CertificateGenerator();
        certificate.setIssuerDN(name);
        certificate.setSubjectDN(name);
        certificate.setSerialNumber(serial);
        certificate.setNotBefore(from);
        certificate.setNotAfter(until);
        certificate.setPublicKey(keys.getPublic());
        certificate.setSignatureAlgorithm(keys.getPublic().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        return certificate.generate(keys.getPrivate());
    }
}
