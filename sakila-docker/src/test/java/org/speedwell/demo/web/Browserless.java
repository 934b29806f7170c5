package org.speedwell.demo.web;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** A client that sends the same requests to the server as the page. */
final class Browserless {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    static {
        // The client closes idle connections first. It never uses one that the server is about to close
        // (Limits.request).
        System.setProperty("jdk.httpclient.keepalive.timeout", "5");
    }

    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();

    /** The response of the server. */
    record Reply(int status, JsonElement json, String text) {}

    Browserless(int port) {
        this.port = port;
    }

    Reply get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    Reply post(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.noBody());
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        String text = response.body();
        JsonElement json = text.startsWith("{") ? JsonParser.parseString(text) : JsonParser.parseString("{}");
        return new Reply(response.statusCode(), json, text);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Sends a request unchanged and returns the first line of the response. */
    String raw(String request) throws IOException {
        return head(request).getFirst();
    }

    /** Sends a request unchanged and returns the first line and the headers of the response. */
    List<String> head(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return reader(socket).lines().takeWhile(line -> !line.isEmpty()).toList();
        }
    }

    /** Opens a connection without a request. */
    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    /** Opens a stream of the server's events. */
    Listener listen() throws IOException {
        return new Listener(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** An open stream of events. */
    static final class Listener implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader lines;
        private final String status;

        private Listener(Socket socket) throws IOException {
            this.socket = socket;
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream()
                    .write("GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
                            .getBytes(StandardCharsets.UTF_8));
            lines = reader(socket);
            status = lines.readLine();
        }

        String status() {
            return status;
        }

        /**
         * Returns the next state of a topic that meets the condition.
         *
         * @throws IOException if the server refused the stream, or the topic does not get such a state in time
         */
        JsonElement await(String topic, Predicate<JsonElement> condition) throws IOException {
            return await(topic, condition, () -> {});
        }

        /**
         * Returns the next state of a topic that meets the condition, and runs a task at each event of the topic
         * {@code database}. The server sends one every second, whatever it does otherwise.
         *
         * @throws IOException if the server refused the stream, or the topic does not get such a state in time
         */
        JsonElement await(String topic, Predicate<JsonElement> condition, Runnable everySecond) throws IOException {
            if (!status.contains(" 200 ")) {
                throw new IOException("The server refused the stream of events: " + status);
            }
            boolean isTopic = false;
            String last = "nothing";
            long end = System.nanoTime() + PATIENCE.toNanos(); // because events of other topics keep arriving
            for (String line = lines.readLine(); line != null && System.nanoTime() - end < 0; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    isTopic = line.equals("event: " + topic);
                    if (line.equals("event: database")) {
                        everySecond.run();
                    }
                } else if (isTopic && line.startsWith("data: ")) {
                    JsonElement state = JsonParser.parseString(line.substring(6));
                    if (condition.test(state)) {
                        return state;
                    }
                    last = line;
                }
            }
            throw new IOException("The topic " + topic + " did not become as awaited "
                    + (System.nanoTime() - end < 0 ? "before the stream ended" : "within " + PATIENCE) + "; at last: "
                    + last);
        }

        /** Closes the connection with a reset, like a browser that crashes. */
        void crash() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
