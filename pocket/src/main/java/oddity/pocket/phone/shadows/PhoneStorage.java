package oddity.pocket.phone.shadows;

import android.os.Environment;
import java.io.File;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** The places that a person's files can lie in: the card. Robolectric has none, and the framework looks at the first without asking. */
@Implements(className = "android.os.Environment$UserEnvironment", isInAndroidSdk = false)
public class PhoneStorage {
    @Implementation
    protected File[] getExternalDirs() {
        return new File[] {Environment.getExternalStorageDirectory()};
    }
}
