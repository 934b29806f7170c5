package org.speedwell.streaming.view;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.time.Instant;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MaintainedRows;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.table.Rows;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.ShownRows;
import org.speedwell.streaming.Sink;

/**
 * A table in memory with the newest complete set of results of a job. A set is all rows of one event time, for example
 * the results of all keys for one window. A set is complete when the watermark has passed its time. A virtual thread
 * then builds an immutable column store from it, and one volatile write publishes the store. A reader sees all of a set
 * or none of it, and keeps the set that it has begun to read. If sets complete faster than the thread can build stores,
 * the view shows only the newest.
 *
 * <p>A view never goes back to an older set, and a set that it shows does not change. A row is late if the watermark
 * has passed its time. A view shows no late rows: {@link #late} and {@link org.speedwell.streaming.JobMetrics#late}
 * count them. A view does not show early results either, because their sets are not complete.
 *
 * <p>Reading is thread-safe and takes no lock. As a sink, a view belongs to one job at a time. A job begins with the
 * rows of the job before, and its first set replaces them. When the job completes, its last results are visible. When
 * the job fails, the view keeps its rows, and {@link #failure} tells why they are old.
 *
 * {@snippet :
 * View<Sale> view = new View<>(Sale.SCHEMA);
 * Pipeline pipeline = readings.map(reading -> new Sale(reading.sensor(), reading.value())).to(view);
 * engine.start(pipeline);
 * long sum = view.stream().filter(Sale.STORE.equal(1L)).mapToLong(Sale.AMOUNT.asLong()).sum();
 * }
 *
 * @param <E> the class of the rows. The view does not keep row objects: each row read is a new instance.
 */
public final class View<E> implements Sink<E>, Rows<E> {
    private final String definition;

    /** The failure of the job that writes this view, or null. */
    private volatile @Nullable RuntimeException failureOfJob;

    /** The lock for replacing {@link #version}, so that a set of an earlier run never replaces later rows. */
    private final Object replacing = new Object();

    private volatile Built<E> version;
    private final MaintainedRows<E> queries;
    private volatile Run<E> run = new Run<>();

    /** The rows of one run of a job that are not yet published. */
    private static final class Run<E> {
        /** The incomplete sets by time. Only for the thread of the job. */
        private final TreeMap<Long, List<E>> incomplete = new TreeMap<>();

        private final AtomicReference<@Nullable RowSet<E>> waiting = new AtomicReference<>();
        private final AtomicBoolean building = new AtomicBoolean();
        private final LongAdder late = new LongAdder();
        private volatile @Nullable Throwable failure;

        /** The last watermark. A set that it completed is in {@link #waiting}, or was there before. */
        private volatile long passed = Long.MIN_VALUE;

        /** The time of the newest set that was restored, waits or is published. Only for the thread of the job. */
        private long newest = Long.MIN_VALUE;

        private void add(long time, List<E> rows) {
            incomplete.computeIfAbsent(time, none -> new ArrayList<>()).addAll(rows);
        }
    }

    private record RowSet<E>(long time, List<E> rows) {}

    /**
     * A published set.
     *
     * @param closed the event time before which no set was missing at publication
     */
    private record Built<E>(long time, long closed, Table<E> table) {}

    /**
     * The rows of a view at one moment, with the time up to which they are complete. Immutable and thread-safe.
     *
     * @param time the event time of the rows, in milliseconds; {@code Long.MIN_VALUE} before the first set
     * @param closed the event time before which no set is missing, in milliseconds; {@code Long.MIN_VALUE} before the
     * first watermark, {@code Long.MAX_VALUE} after the last
     * @param table the rows
     */
    public record Version<E>(long time, long closed, Table<E> table) {
        /** Returns a stream of the rows, in the order of their keys. */
        public Stream<E> stream() {
            return table.stream();
        }
    }

    /**
     * Creates a view without rows.
     *
     * @throws IllegalStateException if the schema has no columns
     */
    public View(TableSchema<E> schema) {
        this.definition = "view " + schema.definition();
        this.version = new Built<>(Long.MIN_VALUE, Long.MIN_VALUE, schema.table(List.of()));
        this.queries = MaintainedRows.of(version.table, this::staleness);
    }

    /** Returns the present rows, which do not change. Joins read them like a table. */
    @Override
    public Table<E> table() {
        return version.table;
    }

    /** Returns a stream of the rows, in the order of their keys. */
    public Stream<E> stream() {
        return version.table.stream();
    }

    /**
     * Returns the row of a key. If several rows have the key, returns the one that arrived first.
     *
     * @throws ClassCastException if the key is not of the class of the schema's first column
     */
    public Optional<E> get(Object key) {
        return version.table.get(key);
    }

    /**
     * Returns the row of a key that is a whole number. If several rows have the key, returns the one that arrived
     * first.
     */
    public Optional<E> get(long key) {
        return version.table.get(key);
    }

    /**
     * Returns the values of a row, in the order of the schema's columns. {@link #row} creates the row again from them.
     */
    public List<@Nullable Object> values(E row) {
        return Collections.unmodifiableList(Arrays.asList(version.table.values(row)));
    }

    /** Creates a row from its values, in the order of the schema's columns. */
    public E row(List<? extends @Nullable Object> values) {
        return version.table.row(values.toArray());
    }

    /** Returns the event time of the rows, in milliseconds. Returns {@code Long.MIN_VALUE} before the first set. */
    public long time() {
        return version.time;
    }

    /** Returns the first rows, in the order of their keys. */
    @Override
    public Optional<ShownRows> shown(int limit) {
        Built<E> now = version;
        List<List<@Nullable Object>> rows = now.table.stream()
                .limit(limit)
                .map(row -> Collections.unmodifiableList(Arrays.asList(now.table.values(row))))
                .toList();
        return Optional.of(new ShownRows(now.table.columnNames(), rows, now.table.rows(), now.time));
    }

    /**
     * Returns the number of late rows of the present job, or of the last one. The view does not show them. For any
     * thread.
     */
    @Override
    public long late() {
        return run.late.sum();
    }

    /**
     * Returns the failure of the job that writes this view. The view keeps the rows of the last complete set. Empty
     * while the job runs, and after it completed or was cancelled.
     */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failureOfJob);
    }

    /**
     * Maintains the result of a stream pipeline over the rows. The result belongs to the newest set of rows, or to one
     * that {@link #stream} shows next. The first reader of a set computes it, and later readers share it. Subscribers
     * receive each result that differs from the one before, with the event time of its rows.
     *
     * {@snippet :
     * View<Sale> view = new View<>(Sale.SCHEMA);
     * MaintainedQuery<Long> large = view.maintain(sales -> sales.filter(Sale.AMOUNT.greaterThan(80L)).count());
     * long now = large.get();
     * }
     *
     * @param query a function as that of {@link org.speedwell.accelerator.DataStoreComponent#maintain}
     * @throws IllegalArgumentException if the function runs no terminal operation
     * @throws RuntimeException the exception that the pipeline throws
     */
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<E>, ? extends R> query) {
        return queries.maintain(query);
    }

    private Optional<String> staleness() {
        return failure().map(cause -> "The job that writes the view has failed: " + cause.getMessage());
    }

    /** Begins a run of a job. Forgets everything of an earlier job except the rows that the view shows. For the job. */
    @Override
    public void begin() {
        failureOfJob = null;
        run = new Run<>();
    }

    /** Notes the failure of the job. For the job. */
    @Override
    public void failed(RuntimeException cause) {
        failureOfJob = cause;
    }

    /**
     * Returns true. Throws if a column store could not be built, so that the job fails soon even if no more events
     * arrive. For the job.
     */
    @Override
    public boolean hasRoom() {
        requireNoFailure();
        return true;
    }

    /**
     * Returns the rows and their event time at one moment. Separate calls of {@link #stream} and {@link #time} may see
     * two different moments.
     */
    public Version<E> version() {
        Run<E> of = run;
        long before = of.passed; // read first: a version read later is at least as new
        boolean isBehind = of.waiting.get() != null || of.building.get() || of.failure != null;
        Built<E> now = version;
        return new Version<>(now.time, isBehind ? now.closed : Math.max(before, now.closed), now.table);
    }

    /** Adds a row to the set of its time, or counts it as late. For the job. */
    @Override
    public void accept(E row, long time) {
        Run<E> of = run;
        if (time < of.passed) {
            of.late.increment();
        } else {
            of.incomplete.computeIfAbsent(time, none -> new ArrayList<>()).add(row);
        }
    }

    /** Ignores early results, because their windows are still open. For the job. */
    @Override
    public void acceptEarly(E row, long time) {}

    /** Completes the sets before the watermark, and publishes the newest of them. For the job. */
    @Override
    public void watermark(long watermark) {
        requireNoFailure();
        Run<E> of = run;
        Map.Entry<Long, List<E>> newest = of.incomplete.lowerEntry(watermark);
        if (newest != null) {
            of.incomplete.headMap(watermark, false).clear();
            if (newest.getKey() >= of.newest) { // equal if the set of that time was restored
                of.newest = newest.getKey();
                of.waiting.set(new RowSet<>(newest.getKey(), newest.getValue()));
                startBuilding(of);
            }
        }
        of.passed = watermark;
    }

    /** Returns whether all complete sets are published. For the job. */
    @Override
    public boolean flush() {
        Run<E> of = run;
        boolean flushed = of.waiting.get() == null && !of.building.get();
        requireNoFailure();
        return flushed;
    }

    /** Returns the name and the columns of the schema. For the job. */
    @Override
    public String definition() {
        return definition;
    }

    /** Writes the published rows, and the rows that are not yet published. For the job. */
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
     * Restores the rows. The view shows the published rows immediately. It publishes them again with the next
     * watermark, because on a cluster further rows of their time may arrive. For the job.
     */
    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        Run<E> restored = new Run<>();
        replace(restored, restore(in, restored));
    }

    /**
     * Adopts the newer of the two sets of published rows, or the rows of both if they are of the same time. For the
     * job.
     */
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

    /** Reads what {@link #save} wrote, and returns the published rows. Adds them to the incomplete sets too. */
    private Built<E> restore(ObjectInput in, Run<E> into) throws IOException, ClassNotFoundException {
        long time = in.readLong();
        List<E> published = restoreRows(in);
        boolean hasMore = false;
        int sets = in.readInt();
        for (int i = 0; i < sets; i++) {
            long ofSet = in.readLong();
            into.add(ofSet, restoreRows(in));
            hasMore |= ofSet == time; // it contains the published rows
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

    /** Publishes a set, unless another job has begun in the meantime. */
    private void publish(Run<E> of, RowSet<E> set) {
        Built<E> built = new Built<>(set.time, set.time + 1, version.table.replacedBy(set.rows));
        synchronized (replacing) {
            if (of == run) {
                show(built);
            }
        }
    }

    private void replace(Run<E> by, Built<E> shown) {
        synchronized (replacing) {
            run = by;
            show(shown);
        }
    }

    private void show(Built<E> built) {
        queries.replace(built.table, Instant.ofEpochMilli(built.time));
        version = built;
    }

    private void requireNoFailure() {
        Throwable thrown = run.failure;
        if (thrown != null) {
            throw new IllegalStateException(
                    "The view could not convert its rows to columns: " + thrown.getMessage(), thrown);
        }
    }
}
