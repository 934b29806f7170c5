package org.speedwell.bench.rest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.bench.BenchFolders;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.RestFinding;
import org.speedwell.schema.Database;

/**
 * A measurement of the requests per second of each contender. A few clients with open connections each have one request
 * in progress.
 *
 * <p>First, the responses of all contenders must agree. After a warm-up of all contenders, each request runs on all of
 * them in turn, several times.
 */
public final class RestComparison {
    private static final int CONNECTIONS = 4;

    private final RestServer server;
    private final Duration each;

    /**
     * The requests that one connection, or all connections, completed.
     *
     * @param nanos the elapsed time, in nanoseconds
     * @param serverNanos the processor time of the server, in nanoseconds
     */
    private record Round(long requests, long nanos, long serverNanos, Histogram latencies) {
        double perSecond() {
            return requests * 1e9 / nanos;
        }
    }

    private RestComparison(RestServer server, Duration each) {
        this.server = server;
        this.each = each;
    }

    /**
     * Measures all contenders, and writes a finding for each request and contender.
     *
     * @param scale the scale of Sakila
     * @param rounds the number of rounds of each request on each contender, after half as many rounds of warm-up
     * @param each the duration of a round
     * @throws IllegalStateException if responses differ
     */
    public static void run(int scale, int rounds, Duration each, Path results)
            throws IOException, InterruptedException, ExecutionException {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            run(database, scale, rounds, each, results);
        }
    }

    /** Measures all contenders with the tables of a database. */
    static void run(Database database, int scale, int rounds, Duration each, Path results)
            throws IOException, InterruptedException, ExecutionException {
        try (RestServer server = RestServer.start(database, scale)) {
            RestComparison comparison = new RestComparison(server, each);
            comparison.requireAgreement();
            for (int round = 0; round < rounds; round += 2) {
                comparison.warm();
            }
            comparison.measure(rounds, results);
        }
    }

    private void requireAgreement() throws IOException {
        try (HttpConnection connection = new HttpConnection(server.port())) {
            for (RestRequest request : RestRequest.values()) {
                byte[] ours = body(connection, request, RestContender.speedwell);
                for (RestContender other : List.of(RestContender.entities, RestContender.sql)) {
                    byte[] theirs = body(connection, request, other);
                    if (!Arrays.equals(ours, theirs)) {
                        throw new IllegalStateException("%s: %s and %s differ%n%s%n%s"
                                .formatted(
                                        request.title(),
                                        RestContender.speedwell.title(),
                                        other.title(),
                                        shown(ours),
                                        shown(theirs)));
                    }
                }
            }
        }
        System.out.println("All contenders give the same answers.");
    }

    private static String shown(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        return text.length() < 1_000 ? text : text.substring(0, 1_000) + "…";
    }

    private static byte[] body(HttpConnection connection, RestRequest request, RestContender contender)
            throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int status = connection
                .ask(HttpConnection.request(request.path(contender)), body)
                .status();
        if (status != 200 || body.size() < 100) {
            throw new IllegalStateException("%s: %s answers %d, %s"
                    .formatted(request.title(), contender.title(), status, shown(body.toByteArray())));
        }
        return body.toByteArray();
    }

    private void warm() throws IOException, InterruptedException, ExecutionException {
        for (RestRequest request : RestRequest.values()) {
            for (RestContender contender : RestContender.values()) {
                ask(request, contender);
            }
        }
    }

    private void measure(int rounds, Path results) throws IOException, InterruptedException, ExecutionException {
        for (RestRequest request : RestRequest.values()) {
            Map<RestContender, List<Round>> all = new EnumMap<>(RestContender.class);
            for (int round = 0; round < rounds; round++) {
                for (RestContender contender : RestContender.values()) {
                    all.computeIfAbsent(contender, _ -> new ArrayList<>()).add(ask(request, contender));
                }
            }
            for (Map.Entry<RestContender, List<Round>> asked : all.entrySet()) {
                RestContender contender = asked.getKey();
                RestFinding finding = finding(request, contender, asked.getValue());
                finding.write(results.resolve(
                        "rest-%02d-%d-%s.json".formatted(request.ordinal(), contender.ordinal(), contender.name())));
                System.out.printf(
                        Locale.ROOT,
                        "%-32s %-28s %,10.0f requests/s %,10d bytes%n",
                        request.title(),
                        contender.title(),
                        finding.perSecond(),
                        finding.bytes());
            }
        }
    }

    private RestFinding finding(RestRequest request, RestContender contender, List<Round> rounds) throws IOException {
        List<Double> rates = rounds.stream().map(Round::perSecond).sorted().toList();
        Histogram latencies = Latencies.histogram();
        rounds.forEach(round -> latencies.add(round.latencies));
        long bytes;
        try (HttpConnection connection = new HttpConnection(server.port())) {
            bytes = connection
                    .ask(HttpConnection.request(request.path(contender)), null)
                    .length();
        }
        return new RestFinding(
                request.title(),
                contender.title(),
                rates.get(rates.size() / 2),
                (double) latencies.getValueAtPercentile(50),
                (double) latencies.getValueAtPercentile(99),
                bytes,
                rounds.stream().mapToDouble(Round::serverNanos).sum()
                        / rounds.stream().mapToLong(Round::requests).sum());
    }

    private Round ask(RestRequest request, RestContender contender)
            throws IOException, InterruptedException, ExecutionException {
        byte[] bytes = HttpConnection.request(request.path(contender));
        long processor = server.processorNanos();
        long begun = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            List<Future<Histogram>> connections = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(threads.submit(() -> ask(bytes, begun + each.toNanos())));
            }
            Histogram latencies = Latencies.histogram();
            for (Future<Histogram> connection : connections) {
                latencies.add(connection.get());
            }
            return new Round(
                    latencies.getTotalCount(),
                    System.nanoTime() - begun,
                    server.processorNanos() - processor,
                    latencies);
        }
    }

    private Histogram ask(byte[] request, long until) throws IOException {
        Histogram latencies = Latencies.histogram();
        try (HttpConnection connection = new HttpConnection(server.port())) {
            long before = System.nanoTime();
            do { // at least once, even if this thread starts late
                int status = connection.ask(request, null).status();
                long after = System.nanoTime();
                latencies.recordValue(after - before);
                before = after;
                if (status != 200) {
                    throw new IllegalStateException("The service answers " + status + " under load.");
                }
            } while (before < until);
        }
        return latencies;
    }
}
