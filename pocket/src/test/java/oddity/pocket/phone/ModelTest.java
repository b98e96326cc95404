package oddity.pocket.phone;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import android.content.Intent;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.pm.PackageManager.PackageInfoFlags;
import android.content.pm.SigningInfo;
import android.database.Cursor;
import android.net.Uri;
import android.os.Build;
import android.provider.MediaStore;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.security.cert.CertificateFactory;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.content.Media;
import oddity.pocket.phone.content.SystemContent;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

/** What an app sees of the phone that it is on. */
@RunWith(PhoneRunner.class)
public class ModelTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void aPhoneIsOfAUsualMake() {
        assertEquals("Google", Build.MANUFACTURER);
        assertEquals("Pixel 7", Build.MODEL);
        assertTrue(Build.FINGERPRINT, Build.FINGERPRINT.startsWith("google/panther/panther:14/"));
        assertEquals("arm64-v8a", Build.SUPPORTED_ABIS[0]);
    }

    @Test
    public void theAppCameFromTheShopAndIsSigned() throws PackageManager.NameNotFoundException {
        PackageManager packages = Phone.application().getPackageManager();
        String name = phone.get().packageName();
        PackageInfo info = packages.getPackageInfo(
                name, PackageManager.GET_SIGNATURES | PackageManager.GET_SIGNING_CERTIFICATES);
        assertEquals(Substitutes.NEW_YEAR_MS, info.firstInstallTime);
        assertEquals(Substitutes.NEW_YEAR_MS, info.lastUpdateTime);
        assertEquals(1, info.signatures.length);
        assertTrue(info.signatures[0].toByteArray().length > 100);
        assertEquals(info.signatures[0], info.signingInfo.getApkContentsSigners()[0]);
        assertEquals("com.android.vending", packages.getInstallerPackageName(name));
        assertEquals("com.android.vending", packages.getInstallSourceInfo(name).getInstallingPackageName());
    }

    /** Who looks for a browser that it trusts compares who signed it. */
    @Test
    @SuppressWarnings("deprecation")
    public void everyPackageIsSignedBySomebody() throws Exception {
        PackageManager packages = Phone.application().getPackageManager();
        Intent page = new Intent(Intent.ACTION_VIEW, Uri.parse("https://example.com"));
        String browser = page.resolveActivity(packages).getPackageName();
        for (String name : new String[] {browser, Phone.application().getPackageName()}) {
            SigningInfo signed = packages.getPackageInfo(name, PackageManager.GET_SIGNING_CERTIFICATES).signingInfo;
            assertFalse(name, signed.hasMultipleSigners());
            byte[] certificate = signed.getApkContentsSigners()[0].toByteArray();
            CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
            PackageInfoFlags flags = PackageInfoFlags.of(PackageManager.GET_SIGNING_CERTIFICATES);
            assertArrayEquals(certificate, packages.getPackageInfo(name, flags).signingInfo.getApkContentsSigners()[0].toByteArray());
            assertArrayEquals(certificate, packages.getPackageInfo(name, PackageManager.GET_SIGNATURES).signatures[0].toByteArray());
        }
    }

    @Test
    public void whatIsPickedFromTheMediaStoreIsARowOfIt() {
        File picture = Card.filesOfType("image/png").get(0);
        Uri row = Media.uriOf(picture);
        assertTrue(row.toString(), row.toString().startsWith(MediaStore.Images.Media.EXTERNAL_CONTENT_URI + "/"));
        SystemContent.allow(row);
        try (Cursor cursor = Phone.application().getContentResolver().query(row, null, null, null, null)) {
            assertTrue(cursor.moveToFirst());
            assertEquals(picture.getPath(), cursor.getString(cursor.getColumnIndexOrThrow("_data")));
            assertEquals(160, cursor.getInt(cursor.getColumnIndexOrThrow("width")));
            assertEquals("Pictures/Screenshots/", cursor.getString(cursor.getColumnIndexOrThrow("relative_path")));
        }
        assertEquals("not of the store", null, Media.uriOf(new File("/nowhere.png")));
    }

    @Test
    public void soundsAreOfAlbums() {
        Uri song = Media.uriOf(Card.filesOfType("audio/mpeg").get(0));
        SystemContent.allow(song);
        String[] columns = {"artist", "album", "duration", "is_music", "album_id"};
        try (Cursor cursor = Phone.application().getContentResolver().query(song, columns, null, null, null)) {
            assertTrue(cursor.moveToFirst());
            assertEquals("<unknown>", cursor.getString(0));
            assertEquals("Music", cursor.getString(1));
            assertEquals(2006, cursor.getInt(2));
            assertEquals(1, cursor.getInt(3));
        }
        Uri albums = MediaStore.Audio.Albums.EXTERNAL_CONTENT_URI;
        SystemContent.allow(albums);
        try (Cursor cursor = Phone.application().getContentResolver()
                .query(albums, new String[] {"album", "numsongs"}, null, null, null)) {
            assertTrue(cursor.moveToFirst());
            assertEquals("Music", cursor.getString(0));
            assertEquals(1, cursor.getInt(1));
        }
    }
}
