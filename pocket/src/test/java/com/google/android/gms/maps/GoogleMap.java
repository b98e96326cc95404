package com.google.android.gms.maps;

/** As Google's: it hands everything on to what Play services made. */
public final class GoogleMap {
    /** What Play services make. */
    public interface Delegate {
        Marker add(String title);

        Place centre();

        float zoom();
    }

    public interface Marker {
        boolean isShown();
    }

    public static final class Place {
        public final double latitude;

        public Place(double latitude) {
            this.latitude = latitude;
        }
    }

    public final Delegate delegate;

    GoogleMap(Delegate delegate) {
        this.delegate = delegate;
    }
}
