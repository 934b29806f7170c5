package org.speedwell.examples;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Finds the ten most sold articles of each second and pushes them to a page with server-sent events. The program invents
 * sales. Its argument is the port of the page.
 */
public final class TopTenPage {
    /** A sale of an article, with its time in milliseconds since 1970. */
    public record Sale(long article, long time, long pieces) {}

    /** The newest top ten, for any number of readers. Thread-safe. */
    static final class Latest implements Sink<WindowResult<Long, List<WindowResult<Long, Long>>>> {
        private String top = "";
        private long number;

        @Override
        public synchronized void accept(WindowResult<Long, List<WindowResult<Long, Long>>> window, long time) {
            top = window.value().stream()
                    .map(each -> "article " + each.key() + ": " + each.value() + " pieces")
                    .collect(Collectors.joining(","));
            number++;
            notifyAll();
        }

        /** Sends each new top ten until the reader leaves. */
        private void push(HttpExchange exchange) throws IOException, InterruptedException {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            long sent = 0;
            while (true) {
                String event;
                synchronized (this) {
                    while (number == sent) {
                        wait();
                    }
                    sent = number;
                    event = "data: " + top + "\n\n";
                }
                exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
                exchange.getResponseBody().flush();
            }
        }
    }

    private TopTenPage() {}

    static Pipeline pipeline(Source<Sale> sales, Latest latest) {
        return Events.from(sales, EventTime.of(Sale::time).lag(Duration.ofMillis(100)))
                .named("sales")
                .keyLong(Sale::article)
                .window(Window.tumbling(Duration.ofSeconds(1)))
                .top(10, Aggregates.sum(Sale::pieces), Comparator.naturalOrder())
                .named("top ten")
                .to("page", latest);
    }

    /** Starts a server of the page. Only this machine reaches it. */
    static HttpServer serve(Latest latest, int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                if (exchange.getRequestURI().getPath().equals("/events")) {
                    latest.push(exchange);
                }
                byte[] page;
                try (InputStream in = TopTenPage.class.getResourceAsStream("top-ten.html")) {
                    page = requireNonNull(in).readAllBytes();
                }
                exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                exchange.sendResponseHeaders(200, page.length);
                exchange.getResponseBody().write(page);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the server stops
            }
        });
        server.start();
        return server;
    }

    /** Runs for an hour. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Latest latest = new Latest();
        Source<Sale> sales = Source.rate(
                Instant.now(), 20_000, 20_000 * 3_600, (i, due) -> new Sale(i * i % 997 % 100, due, 1 + i % 5));
        HttpServer server = serve(latest, Integer.parseInt(arguments[0]));
        System.out.println("See http://localhost:" + server.getAddress().getPort() + "/");
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline(sales, latest));
            job.await();
        } finally {
            server.stop(0);
        }
    }
}
