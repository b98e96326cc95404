/** What is on screen, and what fingers and keys do to it. */
package oddity.pocket.phone.window;
