package com.google.android.gms.maps;

public final class CameraUpdateFactory {
    public static Runnable maker;

    private CameraUpdateFactory() {}

    static void use(Runnable given) {
        maker = given;
    }
}
