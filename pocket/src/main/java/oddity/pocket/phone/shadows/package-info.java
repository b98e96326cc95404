/** Where Robolectric's stand-ins do less than a phone: ours, or the real thing again. */
package oddity.pocket.phone.shadows;
