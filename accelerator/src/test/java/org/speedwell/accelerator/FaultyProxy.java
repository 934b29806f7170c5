package org.speedwell.accelerator;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A proxy between clients and a database that injects a fault at one byte of the traffic. */
public final class FaultyProxy implements AutoCloseable {
    private static final int SLOW_BYTES = 100;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong[] passed = {new AtomicLong(), new AtomicLong()};
    private final String host;
    private volatile int port;
    private volatile @Nullable Injected injected;

    /** The kinds of faults. */
    public enum Kind {
        /** The proxy resets connections. */
        CUT,
        /** The proxy passes no more bytes, but keeps the connections open. */
        STALL,
        /** The proxy passes 100 bytes one by one, about 2 ms apart. */
        SLOW,
        /** The proxy changes one byte. */
        CORRUPT
    }

    /** The directions of bytes. */
    public enum Direction {
        FROM_SERVER,
        TO_SERVER
    }

    /**
     * A fault at one byte.
     *
     * @param offset the number of bytes that pass in that direction before the fault, on all connections together
     * @param everywhere true if the fault cuts or stalls all connections, false if only the one with that byte
     */
    public record Fault(Kind kind, Direction direction, long offset, boolean everywhere) {}

    /** A fault and its progress. */
    private static final class Injected {
        private final Fault fault;
        private final AtomicLong remaining;
        private final CountDownLatch hit = new CountDownLatch(1);
        private final CountDownLatch healed = new CountDownLatch(1);

        Injected(Fault fault) {
            this.fault = fault;
            this.remaining = new AtomicLong(fault.offset());
        }

        /** Runs an irreversible fault, unless the proxy was healed before. Returns whether it ran. */
        synchronized boolean strike(Runnable harm) {
            boolean isHealed = healed.getCount() == 0;
            if (!isHealed) {
                harm.run();
            }
            return !isHealed;
        }

        /** Ends the fault. A {@link #strike} has completed when this returns, or never runs. */
        synchronized void heal() {
            healed.countDown();
        }

        boolean stallsEverywhere() {
            return fault.kind() == Kind.STALL && fault.everywhere() && hit.getCount() == 0;
        }
    }

    public FaultyProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Connects new clients to another port, such as that of a restarted database. */
    public void passTo(int another) {
        port = another;
    }

    /** Returns the number of open connections to the database. */
    public int open() {
        return open.get();
    }

    /** Returns the number of bytes that have passed in a direction. */
    public long passed(Direction direction) {
        return passed[direction.ordinal()].get();
    }

    /** Injects a fault once. Its offset counts from now. */
    public void inject(Fault fault) {
        injected = new Injected(fault);
    }

    /** Replaces the injected fault. Bytes that the old fault held back pass, and count towards the new offset. */
    public void replace(Fault fault) {
        Injected before = injected;
        inject(fault); // first, as the bytes held back may pass at once
        if (before != null) {
            before.heal();
        }
    }

    /** Waits until the fault has happened, or for a time. Returns whether it has happened. */
    public boolean awaitHit(long milliseconds) throws InterruptedException {
        Injected now = injected;
        return now != null && now.hit.await(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** Removes the fault. All bytes pass unchanged from now on, including those held back. */
    public void heal() {
        Injected now = injected;
        injected = null;
        if (now != null) {
            now.heal();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket database = connect(client);
                sockets.add(client);
                sockets.add(database);
                open.incrementAndGet();
                Thread.ofVirtual().start(() -> pass(client, database, Direction.TO_SERVER));
                Thread.ofVirtual().start(() -> {
                    pass(database, client, Direction.FROM_SERVER);
                    open.decrementAndGet();
                });
            } catch (IOException e) {
                // the test or the database has closed its socket
            }
        }
    }

    /** Connects to the database. If that fails, resets the connection of the client. */
    private Socket connect(Socket client) throws IOException {
        try {
            return new Socket(host, port);
        } catch (IOException e) {
            reset(client);
            throw e;
        }
    }

    private void pass(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[4096];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                passed[direction.ordinal()].addAndGet(read);
                pass(buffer, read, out, direction, from, to);
            }
        } catch (IOException e) {
            // one side has closed: close the other
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private void pass(byte[] bytes, int length, OutputStream out, Direction direction, Socket from, Socket to)
            throws IOException {
        Injected now = injected;
        if (now == null) {
            out.write(bytes, 0, length);
            return;
        }
        if (now.stallsEverywhere()) {
            awaitHealing(now, from, to);
        }
        long left = now.fault.direction() == direction ? now.remaining.getAndAdd(-length) : -1;
        if (left < 0 || left >= length) {
            out.write(bytes, 0, length);
            return;
        }
        int before = (int) left;
        out.write(bytes, 0, before);
        switch (now.fault.kind()) {
            case CUT -> {
                boolean isCut = now.strike(() -> {
                    if (now.fault.everywhere()) {
                        resetConnections();
                    }
                    reset(from);
                    reset(to);
                });
                if (!isCut) {
                    out.write(bytes, before, length - before);
                    return;
                }
                now.hit.countDown(); // only now, so that later connections stay open
                throw new IOException("cut");
            }
            case STALL -> {
                now.hit.countDown();
                awaitHealing(now, from, to);
                out.write(bytes, before, length - before);
            }
            case SLOW -> {
                now.hit.countDown();
                int end = Math.min(length, before + SLOW_BYTES);
                for (int i = before; i < end; i++) {
                    out.write(bytes, i, 1);
                    out.flush();
                    pause();
                }
                out.write(bytes, end, length - end);
            }
            case CORRUPT -> {
                now.strike(() -> bytes[before] ^= (byte) (1 + now.fault.offset() % 255));
                out.write(bytes, before, length - before);
                now.hit.countDown();
            }
        }
    }

    /** Waits until the stall ends or a socket closes. The proxy does not read here, so it must poll for the close. */
    private static void awaitHealing(Injected now, Socket from, Socket to) throws IOException {
        try {
            while (!now.healed.await(5, TimeUnit.MILLISECONDS)) {
                if (from.isClosed() || to.isClosed()) {
                    throw new IOException("closed");
                }
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Resets every connection. */
    public void resetConnections() {
        sockets.forEach(FaultyProxy::reset);
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // closed already
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        heal();
        resetConnections();
    }
}
