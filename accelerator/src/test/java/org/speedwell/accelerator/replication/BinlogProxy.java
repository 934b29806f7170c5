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

/** A proxy between a client and a database that damages one packet. It knows where each packet begins. */
final class BinlogProxy implements AutoCloseable {
    private static final int PAUSE_MILLIS = 20;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
    private final AtomicInteger remaining = new AtomicInteger();
    private final String host;
    private final int port;

    /** A kind of damage to a packet. */
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
     * A fault to inject.
     *
     * @param packets the number of packets that pass undamaged before the fault, in the direction of the fault
     * @param seed the seed that chooses the place in the packet
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

    /** Damages one packet after the next {@code next.packets()} packets. */
    void inject(Fault next) {
        remaining.set(next.packets);
        fault.set(next);
    }

    /** Passes all further packets undamaged. Returns whether the last fault had not happened yet. */
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
                // the test has closed the proxy
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
                        || remaining.getAndDecrement() > 0
                        || !fault.compareAndSet(now, null)) {
                    out.write(packet);
                } else {
                    damage(now, packet, in, out);
                }
            }
        } catch (IOException | InterruptedException e) {
            // one side has closed the connection: close the other too
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
                in.transferTo(OutputStream.nullOutputStream()); // until a side closes the connection
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
