package oddity.pocket.phone.apps;

import android.app.Activity;
import android.os.Bundle;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.view.accessibility.AccessibilityNodeInfo;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;

/**
 * A screen of the phone's own, in place of another app's: a title, and things to tap, one below the other.
 *
 * <p>It lives in the app's process, since there is no other, but says that it belongs to its own package.
 */
public abstract class BuiltInScreen extends Activity {
    private static final int PADDING_DP = 16;

    private LinearLayout column;

    @Override
    protected void onCreate(Bundle saved) {
        setTheme(isQuestion() ? android.R.style.Theme_Material_Light_Dialog_NoActionBar
                : android.R.style.Theme_Material_Light_NoActionBar);
        super.onCreate(saved);
        column = new LinearLayout(this);
        column.setOrientation(LinearLayout.VERTICAL);
        column.setPadding(px(PADDING_DP), px(PADDING_DP), px(PADDING_DP), px(PADDING_DP));
        ScrollView scroll = new ScrollView(this);
        scroll.addView(column);
        setContentView(scroll);
        if (isQuestion()) {
            getWindow().setLayout(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT);
            setFinishOnTouchOutside(false);
        }
        fill();
    }

    /** Whether it stands as a dialog before the app, which can still be seen. */
    protected abstract boolean isQuestion();

    /** Puts things on the empty screen. */
    protected abstract void fill();

    /** Whose screen it is. Windows and widgets say so too, as an app of its own would. */
    @Override
    public String getPackageName() {
        return getComponentName() == null ? super.getPackageName() : getComponentName().getPackageName();
    }

    final void clear() {
        column.removeAllViews();
    }

    final void text(String id, CharSequence words) {
        TextView view = new TextView(this);
        view.setTextAppearance(android.R.style.TextAppearance_Material_Subhead);
        add(view, id, words);
    }

    final void choice(String id, CharSequence words, Runnable chosen) {
        Button view = new Button(this, null, android.R.attr.borderlessButtonStyle);
        view.setGravity(Gravity.START | Gravity.CENTER_VERTICAL);
        view.setAllCaps(false);
        view.setOnClickListener(tapped -> chosen.run());
        add(view, id, words);
    }

    private void add(TextView view, String id, CharSequence words) {
        view.setText(words);
        view.setAccessibilityDelegate(new Named(getPackageName() + ":id/" + id));
        column.addView(view, new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT));
    }

    private int px(int dp) {
        return Math.round(dp * getResources().getDisplayMetrics().density);
    }

    /** Gives a widget the name that a resource of the other app's would have. */
    private static final class Named extends View.AccessibilityDelegate {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public void onInitializeAccessibilityNodeInfo(View host, AccessibilityNodeInfo info) {
            super.onInitializeAccessibilityNodeInfo(host, info);
            info.setViewIdResourceName(name);
        }
    }
}
