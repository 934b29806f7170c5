package org.speedwell.bench.rest;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A connection that stays open and reads responses with as little work as possible, so that a benchmark measures the
 * server. It supports the two forms of Java servers: a content length or chunks. For one thread.
 */
final class HttpConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;

    /**
     * A response.
     *
     * @param length the bytes of the body
     */
    record Answer(int status, long length) {}

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** Returns the bytes of a request for a path. */
    static byte[] request(String path) {
        return "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(path).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Sends a request and reads the whole response.
     *
     * @param body receives the body; null to discard it
     */
    Answer ask(byte[] request, @Nullable ByteArrayOutputStream body) throws IOException {
        out.write(request);
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        long length = 0;
        boolean isChunked = false;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String name = header.toLowerCase(Locale.ROOT);
            if (name.startsWith("content-length:")) {
                length = Long.parseLong(name.substring(name.indexOf(':') + 1).strip());
            } else if (name.startsWith("transfer-encoding:")) {
                isChunked = name.endsWith("chunked");
            }
        }
        return new Answer(status, isChunked ? chunks(body) : pass(length, body));
    }

    private long chunks(@Nullable ByteArrayOutputStream body) throws IOException {
        long length = 0;
        while (true) {
            long chunk = Long.parseLong(line(), 16);
            length += pass(chunk, body);
            line(); // the end of the chunk, or the empty trailer of the last one
            if (chunk == 0) {
                return length;
            }
        }
    }

    private long pass(long length, @Nullable ByteArrayOutputStream body) throws IOException {
        for (long left = length; left > 0; ) {
            require();
            int some = (int) Math.min(left, end - at);
            if (body != null) {
                body.write(buffer, at, some);
            }
            at += some;
            left -= some;
        }
        return length;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        while (true) {
            require();
            int next = buffer[at++];
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
    }

    private void require() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(buffer));
            if (end == 0) {
                throw new EOFException("The server closed the connection in the middle of an answer.");
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
