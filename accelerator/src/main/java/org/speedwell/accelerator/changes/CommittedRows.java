package org.speedwell.accelerator.changes;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;

/** The rows that one committed transaction has changed, made entities some at a time. For one thread. */
public final class CommittedRows implements AutoCloseable {
    private final Position before;
    private final Position position;
    private final BinlogEntry.Transaction transaction;
    private final Decoder decoder;
    private final Queue<ChangedRow<?>> made = new ArrayDeque<>();
    private @Nullable RowsEvent event;
    private int at;
    private volatile boolean isClosed;

    /** Makes the changes of some rows of an event, and tells where the next ones begin. */
    interface Decoder {
        int decode(RowsEvent event, int at, Queue<ChangedRow<?>> to) throws LoadException, InterruptedException;
    }

    CommittedRows(Position before, Position position, BinlogEntry.Transaction transaction, Decoder decoder) {
        this.before = before;
        this.position = position;
        this.transaction = transaction;
        this.decoder = decoder;
    }

    /** From where reading comes to this one. */
    public Position before() {
        return before;
    }

    /** From where reading goes on with the next one. */
    public Position position() {
        return position;
    }

    /** The global id of the transaction; where it has none, where it ends. */
    public String id() {
        return transaction.end().gtid().isEmpty()
                ? transaction.end().file() + ":" + transaction.end().offset()
                : transaction.end().gtid();
    }

    public Instant at() {
        return transaction.at();
    }

    /**
     * The next one; null where there is none any more.
     *
     * @throws LoadException if rows cannot be understood
     * @throws IllegalStateException if it was closed
     */
    public @Nullable ChangedRow<?> next() throws LoadException, InterruptedException {
        if (isClosed) {
            throw new IllegalStateException("The changes of a transaction are read before the next one is asked for.");
        }
        while (made.isEmpty()) {
            RowsEvent now = event;
            if (now == null || at >= now.bytes().length) {
                now = transaction.rows().next();
                event = now;
                if (now == null) {
                    return null;
                }
                at = now.from();
            } else {
                at = decoder.decode(now, at, made);
            }
        }
        return made.remove();
    }

    @Override
    public void close() {
        isClosed = true;
        transaction.rows().close();
    }
}
