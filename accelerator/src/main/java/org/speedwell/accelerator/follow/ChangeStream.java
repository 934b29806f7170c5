package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.util.Optional;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.model.Position;

/**
 * A stream of the committed transactions on some tables, from the database's binlog. A thread of the stream reads
 * ahead, at most 64 MB. After a lost connection it reconnects and continues after the last whole transaction.
 *
 * <p>The stream never skips a change silently. It ends if the server no longer has the next events, or if it cannot
 * decode an event or a row. It also ends if a statement changes rows without listing them, such as TRUNCATE. Each
 * further {@link #poll} then throws the reason.
 *
 * <p>One kind of change is missing: the rows that foreign keys with CASCADE or SET NULL change implicitly. MariaDB does
 * not write them to the binlog, nor does MySQL with InnoDB's own foreign keys. A warning names these foreign keys.
 *
 * <p>For one thread, except {@link #close}, which any thread may call.
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
     * Returns the next transaction that changed rows of the tables.
     *
     * @param timeout the longest wait for a transaction; may be zero
     * @return empty if no transaction arrived in time
     * @throws DataStoreException if the stream has ended
     * @throws IllegalStateException if the stream is closed
     */
    Optional<ChangeSet> poll(Duration timeout) throws InterruptedException;

    /**
     * Returns the position from which a new stream would continue. It is after the last transaction that was returned,
     * and after later ones that changed nothing in the tables. It also advances while {@link #poll} returns nothing.
     * Store it from time to time even then, because the server deletes old binlogs.
     */
    Position position();

    /** Returns the reason why the server is unreachable, while it is. The stream keeps retrying. */
    Optional<String> problem();

    /** Stops reading, and waits until the reading thread has ended. */
    @Override
    void close();
}
