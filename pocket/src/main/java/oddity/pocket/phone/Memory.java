package oddity.pocket.phone;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** The JVM's own memory, which is saved with it. */
final class Memory {
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";

    private Memory() {}

    /** Gives back what is not needed any more, as far as the JVM can. */
    static void tidy() {
        // What is found to be garbage first lets go of what it has outside of Java's heap, and that of more garbage.
        System.gc();
        System.runFinalization();
        System.gc();
        try {
            String[] noArguments = {};
            ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(COMMANDS), "systemTrimNativeHeap",
                    new Object[] {noArguments}, new String[] {String[].class.getName()});
        } catch (JMException unknown) {
            // Only Linux has it, and not every JVM of it. Without it there is more to save, no more.
        }
    }
}
