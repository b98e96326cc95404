package oddity.pocket.phone.shadows;

import android.content.Context;
import android.os.Build;
import android.os.Looper;
import android.view.View;
import android.widget.Toast;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadows.ShadowToast;
import org.robolectric.util.ReflectionHelpers;

/** Toasts are shown, where Robolectric only notes them, and on some threads refused. */
@Implements(className = "android.widget.Toast")
public class PhoneToast extends ShadowToast {
    private static final String NO_LOOPER = "Can't toast on a thread that has not called Looper.prepare()";

    @RealObject
    private Toast toast;

    @Implementation
    @Override
    protected void __constructor__(Context context) {
        if (Looper.myLooper() == null) {
            throw Build.VERSION.SDK_INT >= Build.VERSION_CODES.R
                    ? new NullPointerException(NO_LOOPER)
                    : new RuntimeException(NO_LOOPER);
        }
        super.__constructor__(context);
    }

    @Implementation
    @Override
    protected void show() {
        super.show();
        View view = getView();
        String text = ReflectionHelpers.getField(this, "text");
        if (Phone.current() != null && (view != null || text != null)) {
            Phone.current().toasts().show(toast, view, text);
        }
    }

    @Implementation
    @Override
    protected void cancel() {
        super.cancel();
        if (Phone.current() != null) {
            Phone.current().toasts().cancel(toast);
        }
    }
}
