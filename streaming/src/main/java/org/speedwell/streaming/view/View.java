package org.speedwell.streaming.view;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.table.Rows;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.Sink;

/**
 * The newest whole set of results of a job, as a table in memory. Rows of one event time, such as the results of all
 * keys for one window, are a set. A set is complete when the watermark has passed its time. A virtual thread then makes it
 * into an immutable column store, and one volatile write publishes it. A reader sees all of it or none, and keeps the set
 * that it has begun to read. Where sets complete faster than they can be made into columns, only the newest is shown.
 *
 * <p>A view never goes back to an older set, and a set that it shows does not change. A row is late if the watermark has
 * passed its time. A view shows no late rows: {@link #late} and {@link org.speedwell.streaming.JobMetrics#late} count them.
 * A view does not show early results either, because their sets are not complete.
 *
 * <p>Reading is thread-safe and takes no lock. As a sink, a view belongs to one job at a time. A job begins with the rows of
 * the job before, and its first set replaces them. When the job completes, its last results are visible. When the job
 * fails, the view keeps its rows, and {@link #failure} tells why they are old.
 *
 * {@snippet :
 * View<Sale> view = new View<>(Sale.SCHEMA);
 * Pipeline pipeline = readings.map(reading -> new Sale(reading.sensor(), reading.value())).to(view);
 * engine.start(pipeline);
 * long sum = view.stream().filter(Sale.STORE.equal(1L)).mapToLong(Sale.AMOUNT.asLong()).sum();
 * }
 *
 * @param <E> rows, which the view does not keep: each row read is a new instance
 */
public final class View<E> implements Sink<E>, Rows<E> {
    private final String definition;

    /** Why the job failed that writes this view. */
    private volatile @Nullable RuntimeException failureOfJob;

    /** Held while {@link #version} is replaced, so that a set of an earlier run never replaces later rows. */
    private final Object replacing = new Object();

    private volatile Built<E> version;
    private volatile Run<E> run = new Run<>();

    /** The rows of one run of a job that are not published yet. */
    private static final class Run<E> {
        /** Sets that are not complete, by time; only for the thread of the job. */
        private final TreeMap<Long, List<E>> incomplete = new TreeMap<>();

        private final AtomicReference<@Nullable RowSet<E>> waiting = new AtomicReference<>();
        private final AtomicBoolean building = new AtomicBoolean();
        private final LongAdder late = new LongAdder();
        private volatile @Nullable Throwable failure;

        /** The last watermark. If it completed a set, that set is in {@link #waiting} or was. */
        private volatile long passed = Long.MIN_VALUE;

        /** The time of the newest set that was restored, waits or is published; only for the thread of the job. */
        private long newest = Long.MIN_VALUE;

        private void add(long time, List<E> rows) {
            incomplete.computeIfAbsent(time, none -> new ArrayList<>()).addAll(rows);
        }
    }

    private record RowSet<E>(long time, List<E> rows) {}

    /** @param closed no set of an event time before this one was missing when it was published */
    private record Built<E>(long time, long closed, Table<E> table) {}

    /**
     * The rows of a view at one moment, and how far they are complete. Immutable; thread-safe.
     *
     * @param time the event time of the rows in milliseconds; {@code Long.MIN_VALUE} before the first set
     * @param closed no set of an event time before this one is missing, in milliseconds; {@code Long.MIN_VALUE} before the
     *     first watermark, {@code Long.MAX_VALUE} after the last
     * @param table the rows
     */
    public record Version<E>(long time, long closed, Table<E> table) {
        /** Returns a stream of the rows, in the order of their keys. */
        public Stream<E> stream() {
            return table.stream();
        }
    }

    /**
     * A view without rows.
     *
     * @throws IllegalStateException if the schema has no columns
     */
    public View(TableSchema<E> schema) {
        this.definition = "view " + schema.definition();
        this.version = new Built<>(Long.MIN_VALUE, Long.MIN_VALUE, schema.table(List.of()));
    }

    /** Returns the rows as they are now, which do not change: joins read them as they do a table. */
    @Override
    public Table<E> table() {
        return version.table;
    }

    /** The rows, in the order of their keys. */
    public Stream<E> stream() {
        return version.table.stream();
    }

    /**
     * The row of a key; if several have it, the first that came.
     *
     * @throws ClassCastException if the key is not of the class of the schema's first column
     */
    public Optional<E> get(Object key) {
        return version.table.get(key);
    }

    /** The row of a key that is a whole number; if several have it, the first that came. */
    public Optional<E> get(long key) {
        return version.table.get(key);
    }

    /** The values of a row, in the order of the schema's columns: what it is made of again. */
    public List<@Nullable Object> values(E row) {
        return Collections.unmodifiableList(Arrays.asList(version.table.values(row)));
    }

    /** A row of values. */
    public E row(List<? extends @Nullable Object> values) {
        return version.table.row(values.toArray());
    }

    /** The event time of the rows, in milliseconds; {@code Long.MIN_VALUE} before the first set. */
    public long time() {
        return version.time;
    }

    /** Returns how many rows of the present job, or of the last one, came late. The view has left them out. For any thread. */
    @Override
    public long late() {
        return run.late.sum();
    }

    /**
     * Returns why the job that writes this view has failed: its rows stay those of the last window that was complete. Empty
     * while it runs, and where it completed or was cancelled.
     */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failureOfJob);
    }

    /** For the job: forgets all of an earlier job but the rows that are shown. */
    @Override
    public void begin() {
        failureOfJob = null;
        run = new Run<>();
    }

    /** For the job. */
    @Override
    public void failed(RuntimeException cause) {
        failureOfJob = cause;
    }

    /** For the job: fails it soon if rows could not be made into columns, also where no more events come. */
    @Override
    public boolean hasRoom() {
        requireNoFailure();
        return true;
    }

    /** Returns the rows and their event time as of one moment. {@link #stream} and {@link #time} may tell of two. */
    public Version<E> version() {
        Run<E> of = run;
        long before = of.passed; // the order matters: what is built later is at least as new
        boolean isBehind = of.waiting.get() != null || of.building.get() || of.failure != null;
        Built<E> now = version;
        return new Version<>(now.time, isBehind ? now.closed : Math.max(before, now.closed), now.table);
    }

    /** For the job. */
    @Override
    public void accept(E row, long time) {
        Run<E> of = run;
        if (time < of.passed) {
            of.late.increment();
        } else {
            of.incomplete.computeIfAbsent(time, none -> new ArrayList<>()).add(row);
        }
    }

    /** For the job. Results of windows that are still open are not shown. */
    @Override
    public void acceptEarly(E row, long time) {}

    /** For the job. */
    @Override
    public void watermark(long watermark) {
        requireNoFailure();
        Run<E> of = run;
        Map.Entry<Long, List<E>> newest = of.incomplete.lowerEntry(watermark);
        if (newest != null) {
            of.incomplete.headMap(watermark, false).clear();
            if (newest.getKey() >= of.newest) { // the set of that time is one that was restored
                of.newest = newest.getKey();
                of.waiting.set(new RowSet<>(newest.getKey(), newest.getValue()));
                startBuilding(of);
            }
        }
        of.passed = watermark;
    }

    /** For the job. */
    @Override
    public boolean flush() {
        Run<E> of = run;
        boolean flushed = of.waiting.get() == null && !of.building.get();
        requireNoFailure();
        return flushed;
    }

    /** For the job: the schema's name and columns. */
    @Override
    public String definition() {
        return definition;
    }

    /** For the job: the rows that are published, and those that are not yet. */
    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(time());
        save(stream().toList(), out);
        TreeMap<Long, List<E>> incomplete = run.incomplete;
        out.writeInt(incomplete.size());
        for (Map.Entry<Long, List<E>> set : incomplete.entrySet()) {
            out.writeLong(set.getKey());
            save(set.getValue(), out);
        }
    }

    /**
     * For the job. The rows that were published are shown at once. They are published once more with the next watermark,
     * because on a cluster further rows of their time may come.
     */
    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        Run<E> restored = new Run<>();
        replace(restored, restore(in, restored));
    }

    /** For the job: the newer rows, and those of both where they are of one time. */
    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        Run<E> of = run;
        Built<E> own = version;
        Built<E> other = restore(in, of);
        if (other.time == own.time) {
            List<E> rows = new ArrayList<>(other.table.stream().toList());
            rows.addAll(own.table.stream().toList());
            replace(of, new Built<>(own.time, own.time, own.table.replacedBy(rows)));
        } else if (other.time > own.time) {
            replace(of, other);
        }
    }

    /** Reads what {@link #save} wrote; the rows that were published, which are among the sets that are not complete too. */
    private Built<E> restore(ObjectInput in, Run<E> into) throws IOException, ClassNotFoundException {
        long time = in.readLong();
        List<E> published = restoreRows(in);
        boolean hasMore = false;
        int sets = in.readInt();
        for (int i = 0; i < sets; i++) {
            long ofSet = in.readLong();
            into.add(ofSet, restoreRows(in));
            hasMore |= ofSet == time; // those that were published are among them
        }
        if (!published.isEmpty() && !hasMore) {
            into.add(time, published);
        }
        into.newest = Math.max(into.newest, time);
        return new Built<>(time, time, version.table.replacedBy(published));
    }

    private void save(List<E> rows, ObjectOutput out) throws IOException {
        out.writeInt(rows.size());
        for (E row : rows) {
            for (Object value : version.table.values(row)) {
                out.writeObject(value);
            }
        }
    }

    private List<E> restoreRows(ObjectInput in) throws IOException, ClassNotFoundException {
        int count = in.readInt();
        List<E> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            @Nullable Object[] values = new Object[version.table.columns()];
            for (int column = 0; column < values.length; column++) {
                values[column] = in.readObject();
            }
            rows.add(version.table.row(values));
        }
        return rows;
    }

    private void startBuilding(Run<E> of) {
        if (of.waiting.get() != null && of.building.compareAndSet(false, true)) {
            try {
                Thread.startVirtualThread(() -> build(of));
            } catch (Throwable e) {
                of.building.set(false);
                throw e;
            }
        }
    }

    private void build(Run<E> of) {
        do {
            try {
                for (RowSet<E> set = of.waiting.getAndSet(null); set != null; set = of.waiting.getAndSet(null)) {
                    publish(of, set);
                }
            } catch (Throwable e) {
                of.failure = e;
            }
            of.building.set(false);
        } while (of.waiting.get() != null && of.building.compareAndSet(false, true));
    }

    /** Publishes a set, unless another job has begun meanwhile. */
    private void publish(Run<E> of, RowSet<E> set) {
        Built<E> built = new Built<>(set.time, set.time + 1, version.table.replacedBy(set.rows));
        synchronized (replacing) {
            if (of == run) {
                version = built;
            }
        }
    }

    private void replace(Run<E> by, Built<E> shown) {
        synchronized (replacing) {
            run = by;
            version = shown;
        }
    }

    private void requireNoFailure() {
        Throwable thrown = run.failure;
        if (thrown != null) {
            throw new IllegalStateException(
                    "The rows of a view could not be made into columns: " + thrown.getMessage(), thrown);
        }
    }
}
