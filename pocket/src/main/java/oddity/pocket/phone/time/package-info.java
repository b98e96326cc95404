/** The phone's clock, and what waits for it. */
package oddity.pocket.phone.time;
