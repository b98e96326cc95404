/** Screens of the apps that every phone has besides the tested one. */
package oddity.pocket.phone.apps;
