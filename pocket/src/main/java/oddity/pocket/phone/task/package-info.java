/** The task of the app: its activities, their lives, what is kept of them. */
package oddity.pocket.phone.task;
