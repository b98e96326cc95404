package oddity.pocket.boot;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Frames in both directions: the length of a JSON header, the length of the bytes that follow it, then both.
 *
 * <p>The lengths are 32 bits, the highest byte first. Not safe for several threads.
 */
public final class Channel {
    /** Larger than any header or picture: a length beyond it means that both sides have lost their place. */
    static final int MAX_BYTES = 256 << 20;

    private static final byte[] NOTHING = {};

    private final DataInputStream in;
    private final DataOutputStream out;

    private Channel(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    public static Channel of(InputStream in, OutputStream out) {
        return new Channel(in, out);
    }

    /** One message. */
    public static final class Frame {
        public final String header;
        public final byte[] bytes;

        public Frame(String header, byte[] bytes) {
            this.header = header;
            this.bytes = bytes;
        }

        public Frame(String header) {
            this(header, NOTHING);
        }
    }

    /** The next message; null when the other side has closed the channel between two messages. */
    public Frame read() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int header = checked((first << 24) | (in.readUnsignedByte() << 16) | in.readUnsignedShort());
        int bytes = checked(in.readInt());
        return new Frame(new String(exactly(header), StandardCharsets.UTF_8), exactly(bytes));
    }

    public void write(Frame frame) throws IOException {
        byte[] header = frame.header.getBytes(StandardCharsets.UTF_8);
        out.writeInt(header.length);
        out.writeInt(frame.bytes.length);
        out.write(header);
        out.write(frame.bytes);
        out.flush();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the channel ended in the middle of a message");
        }
        return bytes;
    }

    private static int checked(int length) throws IOException {
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("a message cannot have " + Integer.toUnsignedString(length) + " bytes");
        }
        return length;
    }
}
