/**
 * Links a framework once, when it is installed: each call that Robolectric would look up as it is made first goes straight to who
 * answers it. Outside of the sandbox, and in no phone.
 */
package oddity.pocket.boot.link;
