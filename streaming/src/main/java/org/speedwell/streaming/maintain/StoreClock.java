package org.speedwell.streaming.maintain;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Source;

/**
 * A clock that shows up to which moment a store has followed its database. Its events are moments. Once it shows a
 * later moment, {@link DataStore#snapshotAt(Instant)} gives the final version of an earlier one. So it tells
 * {@code Keyed.enrichAsOf} how long to wait:
 *
 * {@snippet :
 * Events<Instant> clock = Events.from(StoreClock.of(store, Duration.ofSeconds(1)), StoreClock.time());
 * }
 *
 * <p>A moment counts as reached in two cases. A version of a later commit is in memory. Or the store has known since
 * then, by at least the tolerance, that it shows all commits. A store that follows an idle server knows this at each
 * heartbeat. While the store cannot follow, the clock stands still, and events wait.
 *
 * <p>The store must keep old versions ({@code StoreConfiguration.keep}) for longer than events are late and wait.
 * When the job drains, the clock runs until the store has reached the moment of that call, and then ends.
 */
public final class StoreClock implements ReplayableSource<Instant> {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DataStore store;
    private final Duration tolerance;
    private Instant latest = Instant.MIN;
    private long lookedNanos = System.nanoTime() - PERIOD_NANOS;

    /** The moment to reach before the end. Null while the job does not drain. */
    private @Nullable Instant end;

    private StoreClock(DataStore store, Duration tolerance) {
        this.store = store;
        this.tolerance = tolerance;
    }

    /**
     * Returns the clock of a store that follows its database.
     *
     * @param tolerance the greatest difference between the clocks of the server and of this machine, plus the precision
     * of commit times. MySQL with global transaction ids reports microseconds, and other servers report seconds
     * @throws IllegalArgumentException if the tolerance is negative
     */
    public static StoreClock of(DataStore store, Duration tolerance) {
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("The tolerance is " + tolerance + ", but must be zero or more.");
        }
        return new StoreClock(requireNonNull(store), tolerance);
    }

    /** Returns the event time of the clock's events: the moments that they show. */
    public static EventTime<Instant> time() {
        return EventTime.ofInstant(moment -> moment);
    }

    @Override
    public @Nullable Instant poll() {
        long now = System.nanoTime();
        if (now - lookedNanos < PERIOD_NANOS) {
            return null;
        }
        lookedNanos = now;
        Instant reached = reached();
        if (!reached.isAfter(latest)) {
            return null;
        }
        latest = reached;
        return reached;
    }

    /** Returns the moment up to which versions are final, in whole milliseconds. */
    private Instant reached() {
        try {
            Instant known = Instant.now().minus(store.age()).minus(tolerance);
            Instant shown = store.snapshot().takenAt();
            return Instant.ofEpochMilli((shown.isAfter(known) ? shown : known).toEpochMilli());
        } catch (DataStoreNotLoadedException e) {
            return Instant.MIN; // the job waits for the first version
        }
    }

    @Override
    public String definition() {
        return "clock of a store";
    }

    @Override
    public Serializable position() {
        return latest;
    }

    @Override
    public void seek(Serializable position) {
        latest = (Instant) position;
    }

    /** Returns a clock for each part, so that a job on a cluster waits for the stores of all members. */
    @Override
    public Optional<Source<Instant>> part(int part, int parts) {
        return Optional.of(new StoreClock(store, tolerance));
    }

    @Override
    public boolean isExhausted() {
        Instant last = end;
        return last != null && latest.isAfter(last);
    }

    @Override
    public void stop() {
        end = Instant.now();
    }

    @Override
    public void close() {
        latest = Instant.MIN;
        end = null;
    }
}
