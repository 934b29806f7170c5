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

/** Passes connections on to a database, and does harm at one place of what passes. */
final class FaultyProxy implements AutoCloseable {
    private static final int SLOW_BYTES = 100;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicLong[] passed = {new AtomicLong(), new AtomicLong()};
    private final String host;
    private volatile int port;
    private volatile @Nullable Injected injected;

    /** What happens to the bytes. */
    enum Kind {
        /** Connections are reset. */
        CUT,
        /** Nothing passes any more, and nobody is told. */
        STALL,
        /** A hundred bytes pass one by one, some milliseconds apart. */
        SLOW,
        /** One byte becomes another. */
        CORRUPT
    }

    /** Which way the bytes go. */
    enum Direction {
        FROM_SERVER,
        TO_SERVER
    }

    /**
     * @param offset how many bytes pass in that direction before, on all connections together
     * @param everywhere whether all connections are cut or stalled, and not only the one with that byte
     */
    record Fault(Kind kind, Direction direction, long offset, boolean everywhere) {}

    /** A fault and how far it is. */
    private static final class Injected {
        private final Fault fault;
        private final AtomicLong left;
        private final CountDownLatch hit = new CountDownLatch(1);
        private final CountDownLatch healed = new CountDownLatch(1);

        Injected(Fault fault) {
            this.fault = fault;
            this.left = new AtomicLong(fault.offset());
        }

        /** Does what cannot be undone, unless it was healed before. */
        synchronized boolean strike(Runnable harm) {
            boolean isHealed = healed.getCount() == 0;
            if (!isHealed) {
                harm.run();
            }
            return !isHealed;
        }

        /** Ends the harm. What {@link #strike} does is over when this returns, or never comes. */
        synchronized void heal() {
            healed.countDown();
        }

        boolean stallsEverywhere() {
            return fault.kind() == Kind.STALL && fault.everywhere() && hit.getCount() == 0;
        }
    }

    FaultyProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Passes new connections on to another port, as that of a database that was started anew. */
    void passTo(int another) {
        port = another;
    }

    /** Connections to the database that are open now. */
    int open() {
        return open.get();
    }

    /** Bytes that have passed in a direction so far. */
    long passed(Direction direction) {
        return passed[direction.ordinal()].get();
    }

    /** Does harm once, counting from now. */
    void inject(Fault fault) {
        injected = new Injected(fault);
    }

    /** Does other harm in place of what was injected. What that held back passes, and counts. */
    void replace(Fault fault) {
        Injected before = injected;
        inject(fault); // first: what is held back may pass at once
        if (before != null) {
            before.heal();
        }
    }

    /** Waits until the harm has been done, or for so long. */
    boolean awaitHit(long milliseconds) throws InterruptedException {
        Injected now = injected;
        return now != null && now.hit.await(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** From now on everything passes as it is, what was held back included. */
    void heal() {
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
                // the end of the test, or of the database
            }
        }
    }

    /** Connects to the database; if that fails, the client loses its connection. */
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
            // one side has gone: the other goes too
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
        long left = now.fault.direction() == direction ? now.left.getAndAdd(-length) : -1;
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
                        cut();
                    }
                    reset(from);
                    reset(to);
                });
                if (!isCut) {
                    out.write(bytes, before, length - before);
                    return;
                }
                now.hit.countDown(); // not before: connections that are opened then are others
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

    /** Until the stall is over or one side has gone, which a proxy that does not read is told by nobody. */
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
    void cut() {
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
        cut();
    }
}
