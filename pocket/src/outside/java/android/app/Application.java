package android.app;

/** Outside of the sandbox there is no framework, but an annotation of Robolectric's names this class. */
public class Application {}
