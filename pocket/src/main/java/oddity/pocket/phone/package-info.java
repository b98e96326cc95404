/**
 * A phone with one app on it, inside of Robolectric's sandbox: {@link oddity.pocket.phone.RequestLoop} reads what is asked of it,
 * {@link oddity.pocket.phone.Phone} does it.
 */
package oddity.pocket.phone;
