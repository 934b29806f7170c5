package org.speedwell.examples;

import java.time.Duration;
import java.time.Instant;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/**
 * Finds the sessions of users, which end after 30 minutes without a request. It warns at once, in the middle of the
 * session, when a user has failed to log in three times. The program invents the requests of seven users.
 */
public final class SessionAlerts {
    private static final Duration GAP = Duration.ofMinutes(30);
    private static final int FAILURES = 3;

    /** A request of a user, with its time in milliseconds since 1970. */
    public record Request(String user, long time, boolean isFailedLogin) {}

    private SessionAlerts() {}

    static Pipeline pipeline(Source<Request> source, Sink<String> sessions, Sink<String> alerts) {
        Events<Request> requests = Events.from(
                        source, EventTime.of(Request::time).lag(Duration.ofSeconds(30)))
                .named("requests");
        return requests.key(Request::user)
                .window(Window.session(GAP))
                .aggregate(Aggregates.count())
                .named("sessions")
                .map(session -> session.key() + " made " + session.value() + " requests in "
                        + Duration.ofMillis(session.end() - session.start()).minus(GAP))
                .to("sessions list", sessions)
                .and(requests.filter(Request::isFailedLogin)
                        .key(Request::user)
                        .mapStateful(StatefulMap.<String, Request, int[], String>of(
                                        () -> new int[1], (count, request, time, results) -> {
                                            if (++count[0] % FAILURES == 0) {
                                                results.accept(
                                                        request.user() + " failed to log in " + count[0] + " times");
                                            }
                                        })
                                .timeToLive(GAP))
                        .named("failures")
                        .to("alerts", alerts));
    }

    /** Prints sessions and alerts of a thousand requests. */
    public static void main(String[] arguments) throws InterruptedException {
        Source<Request> requests = Source.rate(
                Instant.now(),
                500,
                1_000,
                (i, due) -> new Request("user " + i * i % 7, i * 10_000 + i / 100 * 3_600_000, i % 11 == 0));
        try (Engine engine = new Engine(1)) {
            engine.start(pipeline(
                            requests,
                            Sink.of(System.out::println),
                            Sink.of(alert -> System.out.println("ALERT: " + alert))))
                    .await();
        }
    }
}
