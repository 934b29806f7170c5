package org.speedwell.accelerator.follow;

import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.model.Position;

/** What one committed transaction has changed in the tables that a {@link ChangeStream} is of. For one thread. */
public interface ChangeSet {

    /**
     * The last place before this transaction from which a stream gives it: between the two there are at most transactions that
     * were committed while a distributed one was prepared and not decided yet.
     */
    Position before();

    /**
     * A place from which a stream goes on with the next transaction. While a distributed transaction is prepared and not
     * decided yet it is the place before that, so that transactions behind it are given again: then it is that of {@link
     * #before}.
     */
    Position position();

    /** As {@link RowChange#transaction()}. */
    String transaction();

    /** As {@link RowChange#committedAt()}. */
    Instant committedAt();

    /**
     * All changes, in the order in which they were made. Entities are made as the stream asks for them, so that a
     * transaction of any size takes little memory. To be asked for once, and read before the next set is polled.
     *
     * @throws DataStoreException from the stream, if rows can no longer be understood, as their table has changed
     * @throws IllegalStateException if the changes were asked for before, or the next set has been
     */
    Stream<RowChange<?>> changes();

    /** As {@link #changes()}, of one table. */
    default <E> Stream<RowChange<E>> changes(Manager<E> table) {
        return changes().map(change -> change.as(table)).flatMap(Optional::stream);
    }
}
