package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.util.Optional;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.model.Position;

/**
 * What is committed to some tables, transaction by transaction, as the database's binlog has it. It is read ahead on a
 * thread of its own, 64 MB at most; where the connection is lost it is opened anew, and goes on behind the last whole
 * transaction.
 *
 * <p>Nothing is left out silently. Where the server no longer has what follows, where an event or a row cannot be understood,
 * or where a statement changes rows that it does not tell, as TRUNCATE does, the stream has ended: each further {@link #poll}
 * throws why. But what foreign keys with CASCADE or SET NULL change by themselves is not in the binlog of MariaDB, nor in
 * that of MySQL with InnoDB's own foreign keys: a warning names them.
 *
 * <p>For one thread, but for {@link #close}, which is for any.
 *
 * {@snippet :
 * try (ChangeStream changes = store.changes(List.of(rentals))) {
 *     changes.poll(Duration.ofSeconds(1)).ifPresent(transaction -> transaction.changes(rentals)
 *         .forEach(change -> System.out.println(change.kind() + " " + change.before() + " " + change.after())));
 * }
 * }
 */
public interface ChangeStream extends AutoCloseable {

    /**
     * The next transaction that has changed rows of the tables.
     *
     * @param timeout how long to wait for one; may be zero
     * @return empty if none came in time
     * @throws DataStoreException if the stream has ended
     * @throws IllegalStateException if it was closed
     */
    Optional<ChangeSet> poll(Duration timeout) throws InterruptedException;

    /**
     * From where a stream would go on: behind the last transaction that was given, and behind those after it that have
     * changed nothing in the tables, as they come in while this polls. To be kept now and then also while nothing is given, or
     * the server may drop in time what follows an old place.
     */
    Position position();

    /** Why the server cannot be reached, while it cannot. It is tried again and again. */
    Optional<String> problem();

    /** Ends the reading, and waits for that. */
    @Override
    void close();
}
