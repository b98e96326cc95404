/** What Android's system services do for an app: alarms, jobs, services, receivers, permissions. AOSP has a server for each. */
package oddity.pocket.phone.system;
