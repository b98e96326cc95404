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

/** What kind of phone it is: resource qualifiers such as {@code de-rDE-w411dp-h731dp-xhdpi}, and the size of letters. */
record Settings(String qualifiers, float fontScale) {
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
