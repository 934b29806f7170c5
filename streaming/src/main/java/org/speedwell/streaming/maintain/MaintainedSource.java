package org.speedwell.streaming.maintain;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.ReplayableSource;

/**
 * A source of the changes of a maintained query. The first event has the current result, and each later one a result
 * that differs from the one before. The source ends when the query is closed. If the query fails, so does the job.
 *
 * {@snippet :
 * MaintainedQuery<Long> longFilms = store.maintain(films, s -> s.filter(Film.LENGTH.greaterThan(60)).count());
 * Events.from(MaintainedSource.of(longFilms), MaintainedSource.commitTime())
 *     .map(ResultChange::after)
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.max(Comparator.naturalOrder()));
 * }
 *
 * <p>A slow job delays neither replication nor the store. The store merges the changes that the job cannot take, so
 * that no difference is lost. {@link ResultChange#merged()} and {@link #merged()} count them.
 *
 * <p>The delivery follows the state, not the events. After a restart from a checkpoint, the first event leads from the
 * last result of the checkpoint to the current result. Differences therefore add up across restarts, and each counts
 * once. The intermediate results that were lost depend on the time of the restart. With checkpoints, the result must be
 * {@link Serializable}.
 *
 * @param <R> the type of the result
 */
public final class MaintainedSource<R> implements ReplayableSource<ResultChange<R>> {
    private final MaintainedQuery<R> query;
    private @Nullable ResultReader<R> reader;
    private boolean isStopped;

    /** True if a change was delivered, in this run or before the checkpoint. */
    private boolean isStarted;

    /** The result of the last delivered change. */
    private @Nullable R last;

    private Instant latest = Instant.MIN;
    private volatile long merged;

    private MaintainedSource(MaintainedQuery<R> query) {
        this.query = query;
    }

    /** Returns a source of the changes of a query. The end of the job does not close the query. */
    public static <R> MaintainedSource<R> of(MaintainedQuery<R> query) {
        return new MaintainedSource<>(requireNonNull(query));
    }

    /**
     * Returns the event time of changes: {@link ResultChange#takenAt}. If the server's clock goes back, a change has
     * the time of the latest earlier change. So no change is late.
     */
    public static EventTime<ResultChange<?>> commitTime() {
        return EventTime.ofInstant(ResultChange::takenAt);
    }

    /** Returns the number of changes that the store has merged into others, because the job was too slow. */
    public long merged() {
        return merged;
    }

    @Override
    public @Nullable ResultChange<R> poll() {
        ResultReader<R> reading = reader;
        if (reading == null) {
            if (isStopped) {
                return null;
            }
            reading = new ResultReader<>(query);
            reader = reading;
        }
        ResultChange<R> change = reading.poll();
        while (change != null && isStarted && Objects.equals(last, change.after())) {
            count(change); // nothing has changed since the checkpoint
            change = reading.poll();
        }
        return change == null ? null : next(change);
    }

    private ResultChange<R> next(ResultChange<R> change) {
        count(change);
        R before = last;
        Instant at = change.takenAt();
        latest = at.isAfter(latest) ? at : latest;
        last = change.after();
        isStarted = true;
        return latest.equals(at) && Objects.equals(before, change.before())
                ? change
                : new ResultChange<>(
                        change.version(), change.position(), latest, before, change.after(), change.merged());
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void count(ResultChange<R> change) {
        merged += change.merged();
    }

    @Override
    public String definition() {
        return "changes of " + query;
    }

    /**
     * Returns the last delivered result.
     *
     * @throws IllegalStateException if it is not Serializable
     */
    @Override
    public Serializable position() {
        R result = last;
        if (result != null && !(result instanceof Serializable)) {
            throw new IllegalStateException("The result of " + query + " is of class "
                    + result.getClass().getName()
                    + ", which is not Serializable, so a checkpoint cannot contain it. Let the query return a"
                    + " Serializable result, for example a number in place of an OptionalLong.");
        }
        return new Place(isStarted, (Serializable) result, latest);
    }

    @Override
    @SuppressWarnings("unchecked") // the result of an earlier run of the same query
    public void seek(Serializable to) {
        Place place = (Place) to;
        isStarted = place.isStarted();
        last = (R) place.result();
        latest = place.latest();
    }

    @Override
    public boolean isExhausted() {
        ResultReader<R> reading = reader;
        return reading == null ? isStopped : reading.isExhausted();
    }

    @Override
    public void stop() {
        isStopped = true;
        ResultReader<R> reading = reader;
        if (reading != null) {
            reading.stop();
        }
    }

    @Override
    public void close() {
        stop();
        reader = null;
        isStopped = false;
        isStarted = false;
        last = null;
        latest = Instant.MIN;
    }
}
