package dev.oddity.samples.visitor;

import android.app.Activity;
import android.content.Intent;
import android.os.Handler;
import java.util.Map;

/** What ends the app: for want of something that a phone may have, or by the app's own fault. */
final class Stumbling {
    private final Activity activity;
    private final Handler later = new Handler();

    Stumbling(Activity activity) {
        this.activity = activity;
    }

    void addTo(Map<String, Wish> wishes) {
        wishes.put("Which Java", () -> System.getProperty("java.vm.name"));
        wishes.put("Native code", this::withoutNativeCode);
        wishes.put("Native code at any price", () -> {
            System.loadLibrary("visitor");
            return null;
        });
        wishes.put("An app that nobody has", () -> open(new Intent("dev.oddity.samples.NOBODY")));
        wishes.put("A screen that is not declared", () -> open(new Intent(activity, Stumbling.class)));
    }

    private String withoutNativeCode() {
        try {
            System.loadLibrary("visitor");
            return "loaded";
        } catch (UnsatisfiedLinkError missing) {
            return "does without";
        }
    }

    /** When nobody is there any more to catch what it throws. */
    private String open(Intent intent) {
        later.post(() -> activity.startActivity(intent));
        return null;
    }
}
