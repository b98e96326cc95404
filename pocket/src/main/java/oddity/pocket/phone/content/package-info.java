/** The content that every phone has: people, appointments, media, documents. */
package oddity.pocket.phone.content;
