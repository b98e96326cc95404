package com.google.android.gms.maps.model;

public final class BitmapDescriptorFactory {
    private BitmapDescriptorFactory() {}
}
