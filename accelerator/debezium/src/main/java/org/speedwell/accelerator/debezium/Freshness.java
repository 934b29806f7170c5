package org.speedwell.accelerator.debezium;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogProgress;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.replication.ServerClock;

/**
 * The proof that a follower of topics is current. Kafka cannot tell whether Debezium has read everything, so the
 * database reports which transactions it has executed. For one thread.
 */
final class Freshness implements AutoCloseable {
    private final ReplicationSource source;
    private final Duration period;
    private @Nullable LoadConnection connection;
    private long askedAt;
    private @Nullable String problem;
    private boolean isDifferent;

    /**
     * A moment at which the database had exactly the applied transactions.
     *
     * @param at the moment by the server's clock
     * @param nanos the moment by {@link System#nanoTime}
     */
    record Proof(Instant at, long nanos) {}

    /**
     * Creates a source of proofs.
     *
     * @param period the shortest time between two queries
     */
    Freshness(ReplicationSource source, Duration period) {
        this.source = source;
        this.period = period;
        this.askedAt = System.nanoTime() - period.toNanos();
    }

    /** Returns a proof that everything is applied; empty if it is not, or if the last query was too recent. */
    Optional<Proof> proof(BinlogProgress applied) throws InterruptedException {
        long now = System.nanoTime();
        if (now - askedAt < period.toNanos()) {
            return Optional.empty();
        }
        askedAt = now;
        try {
            LoadConnection open = connection;
            if (open == null) {
                open = source.connect();
                connection = open;
            }
            Instant at = ServerClock.time(open.jdbc());
            Position executed = BinlogStatus.highMark(open.jdbc());
            problem = null;
            // a database that lacks applied transactions was reset, and gives their numbers to new transactions
            isDifferent = !applied.covers(executed) || !new BinlogProgress(executed).covers(applied.position());
            return isDifferent ? Optional.empty() : Optional.of(new Proof(at, now));
        } catch (SQLException | LoadException e) {
            problem = "The database does not say whether Debezium's topics are complete: " + e.getMessage();
            close();
            return Optional.empty();
        }
    }

    /** Returns whether the database had other transactions than the applied ones, when it was last queried. */
    boolean isDifferent() {
        return isDifferent;
    }

    /** Returns why the database could not be queried; null if it could. */
    @Nullable
    String problem() {
        return problem;
    }

    @Override
    public void close() {
        LoadConnection open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }
}
