package oddity.pocket.phone;

import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.Signature;
import android.content.pm.SigningInfo;
import java.util.Base64;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowSigningInfo;

/** Who signed the packages on the phone. There is none that nobody signed: no phone would install it. */
public final class Signers {
    /** The certificate of whoever made the phone's own apps; apps take it apart, and nobody trusts it. */
    private static final String OF_PHONE = "MIIBijCCATCgAwIBAgIBATAKBggqhkjOPQQDAjAjMRAwDgYDVQQDDAdBbmRyb2lkMQ8wDQYDVQQKDAZPZGRpdHkwIBcNMjYx"
            + "MTE5MjMzMTM1WhgPMjA1NjExMTEyMzMxMzVaMCMxEDAOBgNVBAMMB0FuZHJvaWQxDzANBgNVBAoMBk9kZGl0eTBZMBMGByqG"
            + "SM49AgEGCCqGSM49AwEHA0IABMS7MG+z6aqIS/LWqQVRhWssy6wFJKB2FCLk8OTGQDM7zV9LKUnlZTSLW+qAUr6hl59yOAfM"
            + "cJgAUzxLpOJwqAijUzBRMB0GA1UdDgQWBBSurSyObTVJZISWdZMqzVi43bzK0TAfBgNVHSMEGDAWgBSurSyObTVJZISWdZMq"
            + "zVi43bzK0TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQC9Trxm/gDI1W82MVFY1TsGpN9l9UAFK4U7ihjQ"
            + "dlmFJgIgANvrJ6GSL1M8viQfx6NatlKD1DIsfHMrm/1nfbwJfGE=";

    private Signers() {}

    /** Says who signed a package, as far as that is asked for and Robolectric left it out. */
    @SuppressWarnings("deprecation")
    public static PackageInfo complete(PackageInfo info, long asked) {
        if ((asked & PackageManager.GET_SIGNATURES) != 0 && isNobody(info.signatures)) {
            info.signatures = ofPhone();
        }
        if ((asked & PackageManager.GET_SIGNING_CERTIFICATES) != 0 && info.signingInfo == null) {
            info.signingInfo = signedBy(isNobody(info.signatures) ? ofPhone() : info.signatures);
        }
        return info;
    }

    static SigningInfo signedBy(Signature[] signatures) {
        SigningInfo signed = Shadow.newInstanceOf(SigningInfo.class);
        Shadow.<ShadowSigningInfo>extract(signed).setSignatures(signatures);
        return signed;
    }

    private static boolean isNobody(Signature[] signatures) {
        return signatures == null || signatures.length == 0;
    }

    private static Signature[] ofPhone() {
        return new Signature[] {new Signature(Base64.getDecoder().decode(OF_PHONE))};
    }
}
