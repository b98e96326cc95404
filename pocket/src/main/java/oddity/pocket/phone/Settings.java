package oddity.pocket.phone;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.ConscryptMode;
import org.robolectric.annotation.GraphicsMode;
import org.robolectric.annotation.LooperMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.annotation.experimental.LazyApplication;
import org.robolectric.pluginapi.config.ConfigurationStrategy.Configuration;

/**
 * What a phone is like when a process begins: resource qualifiers such as {@code de-rDE-w411dp-h731dp-xhdpi}, the size of letters, how
 * long it has been on, how many processes the app has had with this one, by how much its clock was set ahead, the charge of its battery.
 */
record Settings(String qualifiers, float fontScale, long onMs, long process, long aheadMs, int batteryPercent) {
    /** A new phone. */
    Settings(String qualifiers) {
        this(qualifiers, 1, 0, 1, 0, 100);
    }

    /** In Robolectric's words: real graphics and database, and messages that run only when we say so. */
    Configuration configuration() {
        Map<Class<?>, Object> modes = new HashMap<>();
        modes.put(ConscryptMode.Mode.class, ConscryptMode.Mode.OFF);
        modes.put(LooperMode.Mode.class, LooperMode.Mode.PAUSED);
        modes.put(LazyApplication.LazyLoad.class, LazyApplication.LazyLoad.OFF);
        modes.put(GraphicsMode.Mode.class, GraphicsMode.Mode.NATIVE);
        modes.put(SQLiteMode.Mode.class, SQLiteMode.Mode.NATIVE);
        modes.put(Config.class, new Config.Builder().setQualifiers(qualifiers).setFontScale(fontScale).build());
        return new Configuration() {
            @Override
            public <T> T get(Class<T> mode) {
                return mode.cast(modes.get(mode));
            }

            @Override
            public Collection<Class<?>> keySet() {
                return modes.keySet();
            }

            @Override
            public Map<Class<?>, Object> map() {
                return modes;
            }
        };
    }
}
