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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a database, and resets all of them after so many bytes from the server. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private final AtomicInteger open = new AtomicInteger();
    private final String host;
    private final int port;

    CuttingProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Connections to the database that are open now. */
    int open() {
        return open.get();
    }

    /** Lets so many more bytes of the server through. */
    void cutAfter(long bytes) {
        left.set(bytes);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                Socket database = new Socket(host, port);
                sockets.add(client);
                sockets.add(database);
                open.incrementAndGet();
                Thread.ofVirtual().start(() -> pass(client, database, false));
                Thread.ofVirtual().start(() -> {
                    pass(database, client, true);
                    open.decrementAndGet();
                });
            } catch (IOException e) {
                // the end of the test, or of the database
            }
        }
    }

    private void pass(Socket from, Socket to, boolean isCounted) {
        byte[] buffer = new byte[4096];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (isCounted && left.addAndGet(-read) < 0) {
                    cut();
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // one side has gone: the other goes too
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    /** Resets every connection. */
    void cut() {
        for (Socket socket : sockets) {
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (IOException e) {
                // closed already
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
