package org.speedwell.streaming.view;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.streaming.Sink;

/**
 * The newest whole set of results of a job, as a table in memory. Rows of one event time, such as the results of all
 * keys for one window, are a set; it is complete when the watermark has passed that time. It is then made into an
 * immutable column store by a virtual thread, and published by one volatile write: a reader sees all of it or none, and
 * keeps what it has begun to read. Early results are of no whole set and are not shown. Where sets complete faster than they can be made into columns, only the newest is.
 *
 * <p>Reading is thread-safe and takes no lock. As a sink, a view belongs to one job; when the job completes, its last
 * results are visible.
 *
 * @param <E> rows, which the view does not keep: each row read is a new instance
 */
public final class View<E> implements Sink<E> {
    /** How much native memory versions that were replaced may hold before the collector is asked to return it. */
    private static final long MAX_RETIRED_BYTES = 256L << 20;

    private final RowColumns<E> columns;
    private final String definition;

    /** Sets that are not complete, by time; the job's thread's alone. */
    private final TreeMap<Long, List<E>> incomplete = new TreeMap<>();

    private final AtomicReference<@Nullable RowSet<E>> waiting = new AtomicReference<>();
    private final AtomicBoolean building = new AtomicBoolean();
    private final RetiredVersions retired = new RetiredVersions(MAX_RETIRED_BYTES, System::gc);
    private volatile @Nullable Throwable failure;
    private volatile Version<E> version;

    private record RowSet<E>(long time, List<E> rows) {}

    private record Version<E>(long time, TableStore<E> store) {}

    /**
     * A view without rows.
     *
     * @throws IllegalStateException if the schema has no columns
     */
    public View(ViewSchema<E> schema) {
        this.columns = new RowColumns<>(schema);
        this.definition = "view " + schema.definition();
        this.version = new Version<>(Long.MIN_VALUE, columns.store(List.of()));
    }

    /** The rows, in the order of their keys. */
    public Stream<E> stream() {
        return EntityStream.of(version.store, false);
    }

    /**
     * The row of a key; if several have it, the first that came.
     *
     * @throws ClassCastException if the key is not of the class of the schema's first column
     */
    public Optional<E> get(Object key) {
        if (columns.hasWholeKeys()) {
            return get(columns.wholeKey(key));
        }
        TableStore<E> store = version.store;
        SortedIndex index = store.index(0);
        if (index == null) {
            throw new IllegalStateException("The key of the view is not indexed.");
        }
        KeyColumn column = index.column();
        if (index.valid() == 0 || !column.codec().canEqual(key)) {
            return Optional.empty();
        }
        long code = column.codec().floor(key);
        int position = index.below(code);
        int row = position < index.valid() ? index.row(position) : -1;
        boolean found = row >= 0 && column.key(row) == code;
        store.keepAlive();
        return found ? Optional.of(store.entity(row)) : Optional.empty();
    }

    /** The row of a key that is a whole number; if several have it, the first that came. */
    public Optional<E> get(long key) {
        TableStore<E> store = version.store;
        SortedIndex index = store.index(0);
        if (index == null || !columns.hasWholeKeys()) {
            throw new ClassCastException("The key of the view is not a whole number.");
        }
        int position = index.below(key);
        if (position >= index.valid()) {
            return Optional.empty();
        }
        int row = index.row(position);
        E found = index.column().key(row) == key ? columns.entity(store, row) : null;
        store.keepAlive(); // raw memory was read
        return Optional.ofNullable(found);
    }

    /** The event time of the rows, in milliseconds; {@code Long.MIN_VALUE} before the first set. */
    public long time() {
        return version.time;
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
        columns.save(stream().toList(), out);
        out.writeInt(incomplete.size());
        for (Map.Entry<Long, List<E>> set : incomplete.entrySet()) {
            out.writeLong(set.getKey());
            columns.save(set.getValue(), out);
        }
    }

    /** For the job. */
    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        long time = in.readLong();
        version = new Version<>(time, columns.store(columns.restore(in)));
        int sets = in.readInt();
        for (int i = 0; i < sets; i++) {
            long ofSet = in.readLong();
            incomplete.put(ofSet, columns.restore(in));
        }
    }

    private void startBuilding() {
        if (waiting.get() != null && building.compareAndSet(false, true)) {
            Thread.startVirtualThread(this::build);
        }
    }

    private void build() {
        do {
            try {
                for (RowSet<E> set = waiting.getAndSet(null); set != null; set = waiting.getAndSet(null)) {
                    TableStore<E> replaced = version.store;
                    version = new Version<>(set.time, columns.store(set.rows));
                    retired.add(replaced);
                }
            } catch (Throwable e) {
                failure = e;
            }
            building.set(false);
        } while (waiting.get() != null && building.compareAndSet(false, true));
    }

    private void requireNoFailure() {
        if (failure != null) {
            throw new IllegalStateException("The rows of a view could not be made into columns.", failure);
        }
    }
}
