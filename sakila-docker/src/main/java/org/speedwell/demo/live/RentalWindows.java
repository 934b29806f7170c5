package org.speedwell.demo.live;

import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;

/**
 * The shop's rentals in sliding windows. The streaming layer computes them, and streams read them as views. One thread
 * pushes events in the order of their times. Any thread may read the views.
 */
final class RentalWindows implements AutoCloseable {
    /** The number of events that may wait in a queue. When it is full, {@link #push} waits. */
    private static final int QUEUE = 10_000;

    private final Engine engine = new Engine(1);
    private final Counted revenue =
            new Counted(RentalMade::storeId, seconds(10, 250), Aggregates.sum(RentalMade::cents));
    private final Counted films = new Counted(RentalMade::filmId, seconds(60, 500), Aggregates.count());
    private final Counted categories = new Counted(RentalMade::categoryId, seconds(60, 500), Aggregates.count());

    /** A job with its source and its view. */
    private final class Counted {
        private final PushSource<RentalMade> source = new PushSource<>(QUEUE);
        private final View<Tally> view = new View<>(Tally.SCHEMA);
        private final Job job;

        Counted(ToLongFunction<RentalMade> key, Window window, Aggregate<RentalMade, ?, Long> amount) {
            job = engine.start(Events.from(source, EventTime.of(RentalMade::time))
                    .keyLong(key)
                    .window(window)
                    .aggregate(amount)
                    .map(result -> new Tally(result.key(), result.value(), result.end()))
                    .to(view));
        }
    }

    private static Window seconds(int seconds, int slideMillis) {
        return Window.sliding(Duration.ofSeconds(seconds), Duration.ofMillis(slideMillis));
    }

    /** Adds an event to all windows. Waits while the engine is behind. */
    void push(RentalMade rental) throws InterruptedException {
        for (Counted each : all()) {
            each.source.push(rental);
        }
    }

    /** Returns the revenue of each store in the last 10 s, in cents. */
    View<Tally> revenue() {
        return revenue.view;
    }

    /** Returns the rentals of each film in the last minute. */
    View<Tally> films() {
        return films.view;
    }

    /** Returns the rentals of each category in the last minute. */
    View<Tally> categories() {
        return categories.view;
    }

    /** Returns the number of events since the start. */
    long events() {
        return revenue.job.metrics().events();
    }

    /** Returns the number of events that arrived too late for a window. */
    long late() {
        return all().stream().mapToLong(each -> each.job.metrics().late()).sum();
    }

    private List<Counted> all() {
        return List.of(revenue, films, categories);
    }

    @Override
    public void close() {
        engine.close();
    }
}
