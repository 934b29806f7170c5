package org.speedwell.accelerator.follow;

import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.model.Position;

/** The changes of one committed transaction to the tables of a {@link ChangeStream}. For one thread. */
public interface ChangeSet {

    /**
     * Returns the last position before this transaction from which a stream would deliver it. Between this position and
     * the transaction there may be other transactions. They were committed while a distributed transaction was prepared
     * and not yet decided.
     */
    Position before();

    /**
     * Returns a position from which a stream continues with the next transaction. While a distributed transaction is
     * prepared and not yet decided, it is the position before that transaction, equal to {@link #before}. A stream from
     * there delivers the transactions after it again.
     */
    Position position();

    /** Returns the same as {@link RowChange#transaction()} of its changes. */
    String transaction();

    /** Returns the same as {@link RowChange#committedAt()} of its changes. */
    Instant committedAt();

    /**
     * Returns all changes, in the order in which the transaction made them. The stream creates entities on demand, so
     * that a transaction of any size takes little memory. Call this method once, and read the changes before the next
     * poll.
     *
     * @throws DataStoreException from the stream, if it cannot decode rows because their table has changed
     * @throws IllegalStateException if the changes were read before, or the next set was polled
     */
    Stream<RowChange<?>> changes();

    /** Returns the {@link #changes()} of one table. */
    default <E> Stream<RowChange<E>> changes(Manager<E> table) {
        return changes().map(change -> change.as(table)).flatMap(Optional::stream);
    }

    /** Returns the {@link #changes()} of the table of a class of rows. */
    default <E> Stream<RowChange<E>> changes(Class<E> rows) {
        return changes().map(change -> change.as(rows)).flatMap(Optional::stream);
    }
}
