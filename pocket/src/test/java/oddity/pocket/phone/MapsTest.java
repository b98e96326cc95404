package oddity.pocket.phone;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;

import com.google.android.gms.maps.CameraUpdateFactory;
import com.google.android.gms.maps.GoogleMap;
import com.google.android.gms.maps.OnMapReadyCallback;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The classes of the maps are stand-ins of ours, beside this test. */
public class MapsTest {
    @Test
    public void anAppGetsAMapThatTakesEveryWish() {
        List<GoogleMap> maps = new ArrayList<>();
        OnMapReadyCallback callback = maps::add;
        Maps.handOver(callback);
        GoogleMap.Delegate map = maps.get(0).delegate;
        assertFalse(map.add("home").isShown());
        assertEquals(0, map.zoom(), 0);
        assertEquals(0, map.centre().latitude, 0);
        assertNotNull("cameras move", CameraUpdateFactory.maker);
    }

    @Test
    public void whatTheAppThrowsIsItsOwn() {
        OnMapReadyCallback callback = map -> {
            throw new IllegalStateException("no note");
        };
        assertThrows(IllegalStateException.class, () -> Maps.handOver(callback));
    }
}
