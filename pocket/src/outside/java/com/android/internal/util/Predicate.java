package com.android.internal.util;

/** Apps for old phones may use it: it was on every phone up to API level 27. */
public interface Predicate<T> {
    boolean apply(T value);
}
