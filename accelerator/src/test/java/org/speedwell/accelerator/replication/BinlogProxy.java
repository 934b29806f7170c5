package org.speedwell.accelerator.replication;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Passes connections on to a database, and damages one packet of what passes, of which it knows where each begins. */
final class BinlogProxy implements AutoCloseable {
    private static final int PAUSE_MILLIS = 20;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
    private final AtomicInteger left = new AtomicInteger();
    private final String host;
    private final int port;

    /** What happens to a packet. */
    enum Kind {
        FLIP_BIT,
        DROP_BYTES,
        REPEAT_BYTES,
        SWAP_BYTES,
        DROP_PACKET,
        REPEAT_PACKET,
        SWAP_PACKETS,
        CUT,
        STALL,
        TRICKLE,
        FLIP_BIT_OF_REQUEST,
        DROP_BYTES_OF_REQUEST;

        boolean isOfRequest() {
            return this == FLIP_BIT_OF_REQUEST || this == DROP_BYTES_OF_REQUEST;
        }
    }

    /**
     * A fault.
     *
     * @param packets that pass before, in that direction
     * @param seed of where in the packet
     */
    record Fault(Kind kind, int packets, long seed) {}

    BinlogProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Damages one packet, counting from now. */
    void inject(Fault next) {
        left.set(next.packets);
        fault.set(next);
    }

    /** Passes all from now on; returns whether the damage was not done yet. */
    boolean heal() {
        return fault.getAndSet(null) != null;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket database = new Socket(host, port);
                client.setTcpNoDelay(true);
                database.setTcpNoDelay(true);
                sockets.add(client);
                sockets.add(database);
                Thread.ofVirtual().start(() -> pass(client, database, true));
                Thread.ofVirtual().start(() -> pass(database, client, false));
            } catch (IOException e) {
                // the end of the test
            }
        }
    }

    private void pass(Socket from, Socket to, boolean isRequest) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream(), 1 << 16));
            OutputStream out = to.getOutputStream();
            while (true) {
                byte[] packet = packet(in);
                Fault now = fault.get();
                if (now == null
                        || now.kind.isOfRequest() != isRequest
                        || left.getAndDecrement() > 0
                        || !fault.compareAndSet(now, null)) {
                    out.write(packet);
                } else {
                    damage(now, packet, in, out);
                }
            }
        } catch (IOException | InterruptedException e) {
            // one side has gone: the other goes too
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static byte[] packet(DataInputStream in) throws IOException {
        byte[] header = new byte[4];
        in.readFully(header);
        int length = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
        byte[] packet = Arrays.copyOf(header, 4 + length);
        in.readFully(packet, 4, length);
        return packet;
    }

    private static void damage(Fault fault, byte[] packet, DataInputStream in, OutputStream out)
            throws IOException, InterruptedException {
        Random random = new Random(fault.seed);
        int at = random.nextInt(packet.length);
        int count = Math.min(packet.length - at, 1 + random.nextInt(random.nextBoolean() ? 8 : 100));
        switch (fault.kind) {
            case FLIP_BIT, FLIP_BIT_OF_REQUEST -> {
                packet[at] ^= (byte) (1 << random.nextInt(8));
                out.write(packet);
            }
            case DROP_BYTES, DROP_BYTES_OF_REQUEST -> {
                out.write(packet, 0, at);
                out.write(packet, at + count, packet.length - at - count);
            }
            case REPEAT_BYTES -> {
                out.write(packet, 0, at + count);
                out.write(packet, at, packet.length - at);
            }
            case SWAP_BYTES -> {
                int other = random.nextInt(packet.length);
                byte swapped = packet[at];
                packet[at] = packet[other];
                packet[other] = swapped;
                out.write(packet);
            }
            case DROP_PACKET -> {}
            case REPEAT_PACKET -> {
                out.write(packet);
                out.write(packet);
            }
            case SWAP_PACKETS -> {
                out.write(packet(in));
                out.write(packet);
            }
            case CUT -> {
                out.write(packet, 0, at);
                throw new IOException("cut");
            }
            case STALL -> {
                out.write(packet, 0, at);
                in.transferTo(OutputStream.nullOutputStream()); // until a side has gone
            }
            case TRICKLE -> {
                for (byte[] next = packet; ; next = packet(in)) {
                    for (byte one : next) {
                        out.write(one);
                        Thread.sleep(PAUSE_MILLIS);
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
