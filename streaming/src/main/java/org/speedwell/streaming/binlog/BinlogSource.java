package org.speedwell.streaming.binlog;

import com.speedment.runtime.core.manager.Manager;
import java.io.Serializable;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.ReplayableSource;

/**
 * A source of the committed changes of tables, from the database's binlog. Each changed row is one event. The changes
 * of a transaction follow one another, in commit order. The store does not need to load the tables. A virtual thread
 * reads ahead and waits while the job is behind. If the {@link ChangeStream} ends with an error, so does the job.
 *
 * <p>The position consists of the last whole transaction and the number of changes delivered after it. It also advances
 * with transactions on other tables, so that the server may delete old binlogs.
 *
 * {@snippet :
 * Events.from(BinlogSource.of(store, rentals), BinlogSource.commitTime())
 *     .filter(change -> change.kind() == RowChange.Kind.INSERT)
 *     .keyLong(change -> change.row().getInventoryId())
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.count());
 * }
 *
 * <p>A source of a {@link org.speedwell.accelerator.MemoryStore} names the class of the rows:
 * {@code BinlogSource.of(memory, Rental.class)}.
 *
 * @param <C> {@code RowChange<Rental>} for one table, {@code RowChange<?>} for several
 */
public final class BinlogSource<C extends RowChange<?>> implements ReplayableSource<C> {
    private final DataStore store;
    private final Set<Class<?>> tables;
    private final String definition;
    private final Predicate<? super C> filter;
    private final @Nullable Position start;
    private Place place = Place.START;
    private @Nullable ChangeReader<C> reader;
    private boolean stopped;

    private BinlogSource(
            DataStore store,
            Set<Class<?>> tables,
            String definition,
            Predicate<? super C> filter,
            @Nullable Position start) {
        this.store = store;
        this.tables = tables;
        this.definition = definition;
        this.filter = filter;
        this.start = start;
    }

    /**
     * Returns a source of the changes of a table that commit after the job begins to read, which it does soon after its
     * start.
     *
     * @param store the store of the application that the table belongs to
     */
    public static <E> BinlogSource<RowChange<E>> of(DataStoreComponent store, Manager<E> table) {
        return ofManagers(store, Set.of(table));
    }

    /**
     * Returns a source of the changes of the table of a class of rows, as {@link #of(DataStoreComponent, Manager)}
     * does.
     *
     * @throws IllegalArgumentException if the store has no table of this class
     */
    public static <E> BinlogSource<RowChange<E>> of(DataStore store, Class<E> rows) {
        return ofClasses(store, Set.of(rows));
    }

    /**
     * Returns a source of the changes of several tables of one database. It delivers each transaction whole.
     * {@link RowChange#as} distinguishes the tables.
     *
     * @throws IllegalArgumentException if the collection is empty
     */
    public static BinlogSource<RowChange<?>> of(DataStoreComponent store, Collection<? extends Manager<?>> tables) {
        return ofManagers(store, Set.copyOf(tables));
    }

    /**
     * Returns a source of the changes of several tables of one database, as {@link #of(DataStoreComponent, Collection)}
     * does.
     *
     * @param rows the classes of the tables' rows
     * @throws IllegalArgumentException if the set is empty, or the store has no table of a class
     */
    public static BinlogSource<RowChange<?>> of(DataStore store, Set<Class<?>> rows) {
        return ofClasses(store, Set.copyOf(rows));
    }

    private static <C extends RowChange<?>> BinlogSource<C> ofManagers(DataStore store, Set<Manager<?>> managers) {
        return of(
                store,
                managers,
                Manager::getEntityClass,
                manager -> manager.getTableIdentifier().getSchemaId() + "."
                        + manager.getTableIdentifier().getTableId());
    }

    private static <C extends RowChange<?>> BinlogSource<C> ofClasses(DataStore store, Set<Class<?>> classes) {
        return of(
                store,
                classes,
                Function.identity(),
                rows -> store.describe(rows).identifier().toString());
    }

    private static <T, C extends RowChange<?>> BinlogSource<C> of(
            DataStore store,
            Set<? extends T> tables,
            Function<? super T, Class<?>> rows,
            Function<? super T, String> name) {
        if (tables.isEmpty()) {
            throw new IllegalArgumentException(
                    "The collection of tables is empty. A source of changes needs at least one table.");
        }
        return new BinlogSource<>(
                store,
                tables.stream().map(rows).collect(Collectors.toUnmodifiableSet()),
                tables.stream().map(name).sorted().collect(Collectors.joining(", ", "changes of ", "")),
                change -> true,
                null);
    }

    /**
     * Returns a source of only those changes that match, for example
     * {@code RowChange.whereAfter(Rental.STAFF_ID.equal(1))}.
     *
     * @param more a predicate that a virtual thread calls; the job fails if it throws
     */
    public BinlogSource<C> filter(Predicate<? super C> more) {
        return new BinlogSource<>(store, tables, definition, change -> filter.test(change) && more.test(change), start);
    }

    /**
     * Returns a source of the changes committed after a position, for example that of the
     * {@link DataStore#position version in memory}.
     */
    public BinlogSource<C> from(Position position) {
        return new BinlogSource<>(store, tables, definition, filter, position);
    }

    /**
     * Returns the event time of changes: their commit time. If the server's clock goes back, a change has the time of
     * the latest earlier commit. So no change is late.
     */
    public static EventTime<RowChange<?>> commitTime() {
        return EventTime.ofInstant(RowChange::committedAt);
    }

    @Override
    public @Nullable C poll() {
        ChangeReader<C> reading = reader;
        if (reading == null) {
            if (stopped) {
                return null;
            }
            reading = new ChangeReader<>(store, tables, filter, place, start, definition);
            reader = reading;
        }
        for (ChangeReader.Read<C> read = reading.poll(); read != null; read = reading.poll()) {
            place = read.place();
            if (read.change() != null) {
                return read.change();
            }
        }
        return null;
    }

    @Override
    public String definition() {
        return definition;
    }

    @Override
    public Serializable position() {
        return place;
    }

    @Override
    public void seek(Serializable to) {
        place = (Place) to;
    }

    @Override
    public boolean isExhausted() {
        ChangeReader<C> reading = reader;
        return reading == null ? stopped : reading.isExhausted();
    }

    /** Stops the source. It still delivers the rest of a transaction that it has begun to read. */
    @Override
    public void stop() {
        stopped = true;
        ChangeReader<C> reading = reader;
        if (reading != null) {
            reading.stop();
        }
    }

    @Override
    public void close() {
        ChangeReader<C> reading = reader;
        reader = null;
        place = Place.START;
        stopped = false;
        if (reading != null) {
            reading.close();
        }
    }
}
