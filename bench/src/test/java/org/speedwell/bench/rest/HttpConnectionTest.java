package org.speedwell.bench.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The HTTP client with raw answers from a socket. */
@Timeout(60)
@Tag("fault")
class HttpConnectionTest {
    private static final byte[] REQUEST = HttpConnection.request("/some?path=1");

    @Test
    void bodiesWithLengthOrChunksAreRead() throws Exception {
        String long70k = "x".repeat(70_000);
        try (ServerSocket server = answering(
                        "HTTP/1.1 200 \r\ncontent-length: 3\r\nX-Other: 1\r\n\r\nabc",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n11170\r\n" + long70k
                                + "\r\n0\r\n\r\n",
                        "HTTP/1.1 304 \r\n\r\n");
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            assertThat(connection.ask(REQUEST, body)).isEqualTo(new HttpConnection.Answer(200, 3));
            assertThat(connection.ask(REQUEST, body)).isEqualTo(new HttpConnection.Answer(200, 70_002));
            assertThat(body).hasToString("abcde" + long70k);
            assertThat(connection.ask(REQUEST, null)).isEqualTo(new HttpConnection.Answer(304, 0));
        }
    }

    @Test
    void truncatedAnswerIsRefused() throws Exception {
        try (ServerSocket server = answering("HTTP/1.1 200 \r\nContent-Length: 10\r\n\r\nabc");
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            assertThatExceptionOfType(EOFException.class)
                    .isThrownBy(() -> connection.ask(REQUEST, null))
                    .withMessageContaining("in the middle of an answer");
        }
    }

    /** Starts a server for one connection. It sends each answer after a request, then closes the connection. */
    private static ServerSocket answering(String... answers) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        CompletableFuture<Void> _ = CompletableFuture.runAsync(() -> {
            try (Socket socket = server.accept()) {
                for (String answer : answers) {
                    assertThat(socket.getInputStream().readNBytes(REQUEST.length))
                            .isEqualTo(REQUEST);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                throw new AssertionError(e); // the client receives nothing more and fails
            }
        });
        return server;
    }
}
