/** The app's threads besides the main one, and whether that one still answers. */
package oddity.pocket.phone.threads;
