package org.speedwell.streaming.binlog;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.ReplayableSource;

/**
 * What is committed to tables of a database, as its binlog has it: an event for each row that was changed, those of a
 * transaction one behind the other, in the order of the commits. Nothing has to be loaded. A virtual thread reads ahead, and
 * waits while the job is behind. Where the {@link ChangeStream} ends with an error so does the job.
 *
 * <p>Its position is that of the last whole transaction, and how many changes behind that were given out. It moves on with
 * what others commit, too, so that the server may drop what lies far behind.
 *
 * {@snippet :
 * Events.from(BinlogSource.of(store, rentals), BinlogSource.commitTime())
 *     .filter(change -> change.kind() == RowChange.Kind.INSERT)
 *     .keyLong(change -> change.row().getInventoryId())
 *     .window(Window.tumbling(Duration.ofMinutes(1)))
 *     .aggregate(Aggregates.count());
 * }
 *
 * @param <C> {@code RowChange<Rental>} of one table, {@code RowChange<?>} of several
 */
public final class BinlogSource<C extends RowChange<?>> implements ReplayableSource<C> {
    private final DataStoreComponent store;
    private final List<Manager<?>> tables;
    private final Predicate<? super C> filter;
    private final @Nullable Position start;
    private Place place = Place.START;
    private @Nullable ChangeReader<C> reader;
    private boolean stopped;

    private BinlogSource(
            DataStoreComponent store,
            Collection<? extends Manager<?>> tables,
            Predicate<? super C> filter,
            @Nullable Position start) {
        this.store = store;
        this.tables = List.copyOf(tables);
        this.filter = filter;
        this.start = start;
    }

    /**
     * The changes of a table's rows that are committed once the job has begun to read, which is soon after it was started.
     *
     * @param store of the application that the table belongs to
     */
    public static <E> BinlogSource<RowChange<E>> of(DataStoreComponent store, Manager<E> table) {
        return new BinlogSource<>(store, List.of(table), change -> true, null);
    }

    /**
     * The same of several tables of one database, with each transaction whole; {@link RowChange#as} tells the tables apart.
     *
     * @throws IllegalArgumentException if there is no table
     */
    public static BinlogSource<RowChange<?>> of(DataStoreComponent store, Collection<? extends Manager<?>> tables) {
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("A source of changes needs a table.");
        }
        return new BinlogSource<>(store, tables, change -> true, null);
    }

    /**
     * A source of those changes alone that match, as {@code RowChange.whereAfter(Rental.STAFF_ID.equal(1))}.
     *
     * @param more called on a virtual thread; the job ends if it throws
     */
    public BinlogSource<C> filter(Predicate<? super C> more) {
        return new BinlogSource<>(store, tables, change -> filter.test(change) && more.test(change), start);
    }

    /** A source of what was committed after a position, as that of the {@link DataStoreComponent#position version in memory}. */
    public BinlogSource<C> from(Position position) {
        return new BinlogSource<>(store, tables, filter, position);
    }

    /**
     * The times of changes: when they were committed. Where the server's clock says that this was before an earlier commit,
     * it is taken to be then, so that no change is late.
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
            reading = new ChangeReader<>(store, tables, filter, place, start, definition());
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
        return tables.stream()
                .map(Manager::getTableIdentifier)
                .map(BinlogSource::name)
                .sorted()
                .collect(Collectors.joining(", ", "changes of ", ""));
    }

    private static String name(TableIdentifier<?> table) {
        return table.getSchemaId() + "." + table.getTableId();
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

    /** What has been read of a transaction is still given out whole. */
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
