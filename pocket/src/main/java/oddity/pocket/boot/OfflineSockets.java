package oddity.pocket.boot;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.DatagramSocketImpl;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Sockets of apps that wait for others, on a phone that is in no network: they have a port, and nobody ever calls. Behind them is
 * nothing of the computer's.
 */
public final class OfflineSockets {
    /** The first port that Linux gives to those who want any. */
    private static final int FIRST_PORT = 32_768;
    private static final int BUFFER = 212_992;

    /** How a thread waits: an app's threads do by the phone's clock. */
    public interface Patience {
        void await(Object monitor, long ms) throws InterruptedException;
    }

    private static volatile Patience patience = Object::wait;

    private OfflineSockets() {}

    /** From now on, all sockets of Java's are such ones, but for channels. */
    @SuppressWarnings("deprecation")
    static void install() throws IOException {
        ServerSocket.setSocketFactory(Stream::new);
        // A server does not wait unless there is something for whom it waits.
        Socket.setSocketImplFactory(Stream::new);
        DatagramSocket.setDatagramSocketImplFactory(Datagrams::new);
    }

    public static void setPatience(Patience waiting) {
        patience = waiting;
    }

    /** The ports of a kind, and who has them. */
    private static final class Ports {
        private final Set<Integer> taken = new HashSet<>();
        private int next = FIRST_PORT;

        /** This one, or any where it is zero. */
        synchronized int take(int wanted) throws BindException {
            while (wanted == 0 && taken.contains(next)) {
                next++;
            }
            int port = wanted == 0 ? next++ : wanted;
            if (!taken.add(port)) {
                throw new BindException("bind failed: EADDRINUSE (Address already in use)");
            }
            return port;
        }

        synchronized void giveBack(int port) {
            taken.remove(port);
        }
    }

    /** What both kinds have in common: options, and waiting until the socket is closed or the time is over. */
    private static final class Inner {
        private static final Map<Integer, Object> DEFAULTS = Map.ofEntries(
                Map.entry(SocketOptions.SO_TIMEOUT, 0), Map.entry(SocketOptions.SO_LINGER, -1),
                Map.entry(SocketOptions.SO_RCVBUF, BUFFER), Map.entry(SocketOptions.SO_SNDBUF, BUFFER),
                Map.entry(SocketOptions.SO_REUSEADDR, false), Map.entry(SocketOptions.SO_REUSEPORT, false),
                Map.entry(SocketOptions.SO_KEEPALIVE, false), Map.entry(SocketOptions.SO_OOBINLINE, false),
                Map.entry(SocketOptions.SO_BROADCAST, true), Map.entry(SocketOptions.TCP_NODELAY, false),
                Map.entry(SocketOptions.IP_TOS, 0), Map.entry(SocketOptions.IP_MULTICAST_LOOP, false));

        private final Ports ports;
        private final Map<Integer, Object> options = new HashMap<>(DEFAULTS);
        private int port;
        private boolean isClosed;

        Inner(Ports ports) {
            this.ports = ports;
        }

        synchronized int bind(int wanted) throws BindException {
            port = ports.take(wanted);
            return port;
        }

        synchronized Object get(int option) throws SocketException {
            Object value = options.get(option);
            if (value == null) {
                throw new SocketException("getsockopt failed: ENOPROTOOPT (Protocol not available)");
            }
            return value;
        }

        synchronized void set(int option, Object value) {
            options.put(option, value);
        }

        /** Nobody calls. */
        synchronized <T> T await(String what) throws IOException {
            long ms = (Integer) options.get(SocketOptions.SO_TIMEOUT);
            try {
                boolean isOver = false;
                while (!isClosed && !isOver) {
                    patience.await(this, ms);
                    // A thread may be woken for nothing, but it waits for its whole time only once.
                    isOver = ms > 0;
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new SocketException("Interrupted");
            }
            if (isClosed) {
                throw new SocketException("Socket closed");
            }
            throw new SocketTimeoutException(what + " timed out");
        }

        synchronized void close() {
            if (!isClosed) {
                isClosed = true;
                ports.giveBack(port);
                notifyAll();
            }
        }
    }

    /** A server whom nobody calls, or one who calls nobody. */
    private static final class Stream extends SocketImpl {
        private static final Ports PORTS = new Ports();

        private final Inner inner = new Inner(PORTS);

        @Override
        protected void create(boolean stream) {
            fd = new FileDescriptor();
        }

        @Override
        protected void bind(InetAddress host, int wanted) throws IOException {
            localport = inner.bind(wanted);
            address = host;
        }

        @Override
        protected void listen(int backlog) {}

        @Override
        protected void accept(SocketImpl caller) throws IOException {
            inner.await("Accept");
        }

        @Override
        protected void close() {
            inner.close();
        }

        @Override
        public Object getOption(int option) throws SocketException {
            return inner.get(option);
        }

        @Override
        public void setOption(int option, Object value) {
            inner.set(option, value);
        }

        @Override
        protected void connect(String host, int port) throws IOException {
            throw unreachable();
        }

        @Override
        protected void connect(InetAddress address, int port) throws IOException {
            throw unreachable();
        }

        @Override
        protected void connect(SocketAddress address, int timeout) throws IOException {
            throw unreachable();
        }

        @Override
        protected InputStream getInputStream() throws IOException {
            throw unreachable();
        }

        @Override
        protected OutputStream getOutputStream() throws IOException {
            throw unreachable();
        }

        @Override
        protected int available() {
            return 0;
        }

        @Override
        protected void sendUrgentData(int data) throws IOException {
            throw unreachable();
        }
    }

    /** Packets that go nowhere, and none that come. */
    private static final class Datagrams extends DatagramSocketImpl {
        private static final Ports PORTS = new Ports();

        private final Inner inner = new Inner(PORTS);
        private int timeToLive = 1;

        @Override
        protected void create() {
            fd = new FileDescriptor();
        }

        @Override
        protected void bind(int wanted, InetAddress host) throws SocketException {
            localPort = inner.bind(wanted);
        }

        @Override
        protected void send(DatagramPacket packet) throws IOException {
            throw unreachable();
        }

        @Override
        protected int peek(InetAddress from) throws IOException {
            return inner.await("Receive");
        }

        @Override
        protected int peekData(DatagramPacket packet) throws IOException {
            return inner.await("Receive");
        }

        @Override
        protected void receive(DatagramPacket packet) throws IOException {
            inner.await("Receive");
        }

        @Override
        protected void close() {
            inner.close();
        }

        @Override
        public Object getOption(int option) throws SocketException {
            return inner.get(option);
        }

        @Override
        public void setOption(int option, Object value) {
            inner.set(option, value);
        }

        @Override
        @Deprecated
        protected void setTTL(byte hops) {
            timeToLive = hops;
        }

        @Override
        @Deprecated
        protected byte getTTL() {
            return (byte) timeToLive;
        }

        @Override
        protected void setTimeToLive(int hops) {
            timeToLive = hops;
        }

        @Override
        protected int getTimeToLive() {
            return timeToLive;
        }

        @Override
        protected void join(InetAddress group) {}

        @Override
        protected void leave(InetAddress group) {}

        @Override
        protected void joinGroup(SocketAddress group, NetworkInterface by) {}

        @Override
        protected void leaveGroup(SocketAddress group, NetworkInterface by) {}
    }

    private static ConnectException unreachable() {
        return new ConnectException("connect failed: ENETUNREACH (Network is unreachable)");
    }
}
