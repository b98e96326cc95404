package oddity.pocket.boot;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.Test;

public class ChannelTest {
    @Test
    public void whatIsWrittenIsRead() throws IOException {
        byte[] stream = written(new Channel.Frame("{\"id\":1}"), new Channel.Frame("ä", new byte[] {0, -1}));
        Channel channel = reading(stream);
        assertEquals("{\"id\":1}", channel.read().header);
        Channel.Frame second = channel.read();
        assertEquals("ä", second.header);
        assertArrayEquals(new byte[] {0, -1}, second.bytes);
        assertNull("the other side has closed it", channel.read());
    }

    @Test
    public void anEndInTheMiddleOfAMessageIsAnError() throws IOException {
        byte[] stream = written(new Channel.Frame("{}", new byte[20]));
        for (int cut = 1; cut < stream.length; cut++) {
            byte[] part = Arrays.copyOf(stream, cut);
            assertThrows("cut after " + cut, EOFException.class, () -> reading(part).read());
        }
    }

    @Test
    public void aLengthBeyondAllMeasureIsAnError() {
        byte[] lie = {-1, -1, -1, -1, 0, 0, 0, 0};
        assertThrows(IOException.class, () -> reading(lie).read());
    }

    private static byte[] written(Channel.Frame... frames) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Channel channel = Channel.of(new ByteArrayInputStream(new byte[0]), stream);
        for (Channel.Frame frame : frames) {
            channel.write(frame);
        }
        return stream.toByteArray();
    }

    private static Channel reading(byte[] stream) {
        return Channel.of(new ByteArrayInputStream(stream), new ByteArrayOutputStream());
    }
}
