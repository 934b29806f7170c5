package org.speedwell.accelerator.changes;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;

/**
 * The rows that one committed transaction has changed. It decodes them into entities in small batches. For one thread.
 */
public final class CommittedRows implements AutoCloseable {
    private final Position before;
    private final Position position;
    private final BinlogEntry.Transaction transaction;
    private final Decoder decoder;
    private final Queue<ChangedRow<?>> made = new ArrayDeque<>();
    private @Nullable RowsEvent event;
    private int at;
    private volatile boolean isClosed;

    /** Decodes the changes of some rows of an event, and returns the index at which the remaining rows begin. */
    interface Decoder {
        int decode(RowsEvent event, int at, Queue<ChangedRow<?>> to) throws LoadException, InterruptedException;
    }

    CommittedRows(Position before, Position position, BinlogEntry.Transaction transaction, Decoder decoder) {
        this.before = before;
        this.position = position;
        this.transaction = transaction;
        this.decoder = decoder;
    }

    /** Returns the position from which a reader receives this transaction first. */
    public Position before() {
        return before;
    }

    /** Returns the position from which a reader continues with the next transaction. */
    public Position position() {
        return position;
    }

    /** Returns the global id of the transaction; if it has none, the file and offset at which it ends. */
    public String id() {
        return transaction.end().gtid().isEmpty()
                ? transaction.end().file() + ":" + transaction.end().offset()
                : transaction.end().gtid();
    }

    public Instant at() {
        return transaction.at();
    }

    /**
     * Returns the next changed row; null at the end.
     *
     * @throws LoadException if rows cannot be decoded
     * @throws IllegalStateException if the transaction is closed
     */
    public @Nullable ChangedRow<?> next() throws LoadException, InterruptedException {
        if (isClosed) {
            throw new IllegalStateException("The transaction is closed. Read its changes before the next poll.");
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
