package androidx.graphics.path;

/** The native part of AndroidX's class of this name. */
public final class ConicConverter {
    public native int internalConicToQuadratics(float[] points, int offset, float[] curves, float weight, float tolerance);

    public native int another();
}
