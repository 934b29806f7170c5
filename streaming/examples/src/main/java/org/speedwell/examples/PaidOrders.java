package org.speedwell.examples;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;

/**
 * Joins each order with its payment within an hour. An order without a payment has a result too, after the hour. The
 * program invents orders, of which every third is not paid.
 */
public final class PaidOrders {
    private static final long MINUTE = 60_000;

    /** An order, with its time in milliseconds since 1970. */
    public record Order(long id, long time, long amount) implements Serializable {}

    /** A payment of an order. */
    public record Payment(long order, long time, long amount) implements Serializable {}

    private PaidOrders() {}

    static Pipeline pipeline(Source<Order> orders, Source<Payment> payments, Sink<String> sink) {
        Duration lag = Duration.ofMinutes(1);
        return Events.from(orders, EventTime.of(Order::time).lag(lag))
                .named("orders")
                .keyLong(Order::id)
                .intervalJoin(
                        Events.from(payments, EventTime.of(Payment::time).lag(lag))
                                .named("payments")
                                .keyLong(Payment::order),
                        Duration.ZERO,
                        Duration.ofHours(1))
                .leftOuter((order, payment) -> payment.map(paid -> "order " + order.id() + " is paid after "
                                + (paid.time() - order.time()) / MINUTE + " minutes")
                        .orElse("order " + order.id() + " is not paid"))
                .named("paid within an hour")
                .to("states", sink);
    }

    /** Prints the states of two hundred orders. The orders of a minute arrive each 10 ms. */
    public static void main(String[] arguments) throws InterruptedException {
        Instant now = Instant.now();
        Source<Order> orders = Source.rate(now, 100, 200, (i, due) -> new Order(i, i * MINUTE, 10 + i % 7));
        Source<Payment> payments = Source.rate(
                now, 100, 200, (i, due) -> new Payment(i % 3 == 0 ? -1 : i, (i + i % 50) * MINUTE, 10 + i % 7));
        try (Engine engine = new Engine(1)) {
            engine.start(pipeline(orders, payments, Sink.of(System.out::println)))
                    .await();
        }
    }
}
