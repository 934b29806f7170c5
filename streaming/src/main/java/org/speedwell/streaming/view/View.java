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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.Sink;

/**
 * The newest whole set of results of a job, as a table in memory. Rows of one event time, such as the results of all
 * keys for one window, are a set; it is complete when the watermark has passed that time. It is then made into an
 * immutable column store by a virtual thread, and published by one volatile write: a reader sees all of it or none, and
 * keeps what it has begun to read. Early results are of no whole set and are not shown. Where sets complete faster than they can be made into columns, only the newest is.
 *
 * <p>Reading is thread-safe and takes no lock. As a sink, a view belongs to one job; when the job completes, its last
 * results are visible. When the job fails, the view keeps its rows, and {@link #failure} tells why they are old.
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
public final class View<E> implements Sink<E> {
    private final String definition;

    /** Sets that are not complete, by time; the job's thread's alone. */
    private final TreeMap<Long, List<E>> incomplete = new TreeMap<>();

    private final AtomicReference<@Nullable RowSet<E>> waiting = new AtomicReference<>();
    private final AtomicBoolean building = new AtomicBoolean();
    private volatile @Nullable Throwable failure;

    /** Why the job failed that writes this view. */
    private volatile @Nullable RuntimeException failureOfJob;

    private volatile Built<E> version;

    /** The last watermark whose set, if it had one, is in {@link #waiting} or was. */
    private volatile long passed = Long.MIN_VALUE;

    private record RowSet<E>(long time, List<E> rows) {}

    private record Built<E>(long time, Table<E> table) {}

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
        this.version = new Built<>(Long.MIN_VALUE, schema.table(List.of()));
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

    /**
     * Returns why the job that writes this view has failed: its rows stay those of the last window that was complete. Empty
     * while it runs, and where it completed or was cancelled.
     */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failureOfJob);
    }

    /** For the job. */
    @Override
    public void begin() {
        failure = null;
        failureOfJob = null;
        passed = Long.MIN_VALUE; // an earlier job's watermark tells nothing of this one
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
        long before = passed; // the order matters: what is built later is at least as new
        boolean isBehind = waiting.get() != null || building.get() || failure != null;
        Built<E> now = version;
        long built = now.time == Long.MIN_VALUE ? Long.MIN_VALUE : now.time + 1;
        return new Version<>(now.time, isBehind ? built : Math.max(before, built), now.table);
    }

    /** For the job. */
    @Override
    public void accept(E row, long time) {
        incomplete.computeIfAbsent(time, none -> new ArrayList<>()).add(row);
    }

    /** For the job. Results of windows that are still open are not shown. */
    @Override
    public void acceptEarly(E row, long time) {}

    /** For the job. */
    @Override
    public void watermark(long watermark) {
        requireNoFailure();
        Map.Entry<Long, List<E>> newest = incomplete.lowerEntry(watermark);
        if (newest != null) {
            incomplete.headMap(watermark, false).clear();
            waiting.set(new RowSet<>(newest.getKey(), newest.getValue()));
            startBuilding();
        }
        passed = watermark;
    }

    /** For the job. */
    @Override
    public boolean flush() {
        boolean flushed = waiting.get() == null && !building.get();
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
        out.writeLong(version.time);
        save(stream().toList(), out);
        out.writeInt(incomplete.size());
        for (Map.Entry<Long, List<E>> set : incomplete.entrySet()) {
            out.writeLong(set.getKey());
            save(set.getValue(), out);
        }
    }

    /** For the job. */
    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        long time = in.readLong();
        version = new Built<>(time, version.table.replacedBy(restoreRows(in)));
        restoreIncomplete(in);
    }

    private void restoreIncomplete(ObjectInput in) throws IOException, ClassNotFoundException {
        int sets = in.readInt();
        for (int i = 0; i < sets; i++) {
            long ofSet = in.readLong();
            incomplete.computeIfAbsent(ofSet, none -> new ArrayList<>()).addAll(restoreRows(in));
        }
    }

    /** For the job: the newer rows, and those of both where they are of one time. */
    @Override
    public void adopt(ObjectInput in) throws IOException, ClassNotFoundException {
        long time = in.readLong();
        List<E> rows = new ArrayList<>(restoreRows(in));
        if (time == version.time) {
            rows.addAll(stream().toList());
        }
        if (time >= version.time) {
            version = new Built<>(time, version.table.replacedBy(rows));
        }
        restoreIncomplete(in);
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

    private void startBuilding() {
        if (waiting.get() != null && building.compareAndSet(false, true)) {
            try {
                Thread.startVirtualThread(this::build);
            } catch (Throwable e) {
                building.set(false);
                throw e;
            }
        }
    }

    private void build() {
        do {
            try {
                for (RowSet<E> set = waiting.getAndSet(null); set != null; set = waiting.getAndSet(null)) {
                    version = new Built<>(set.time, version.table.replacedBy(set.rows));
                }
            } catch (Throwable e) {
                failure = e;
            }
            building.set(false);
        } while (waiting.get() != null && building.compareAndSet(false, true));
    }

    private void requireNoFailure() {
        Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException(
                    "The rows of a view could not be made into columns: " + thrown.getMessage(), thrown);
        }
    }
}
