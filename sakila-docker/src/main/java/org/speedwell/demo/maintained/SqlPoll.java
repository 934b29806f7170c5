package org.speedwell.demo.maintained;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.live.BinlogEnd;
import org.speedwell.demo.shop.Failures;
import org.speedwell.schema.Database;
import org.speedwell.schema.Sakila;

/**
 * A client that asks all questions over SQL, and compares each answer with the maintained one. It compares them only if
 * no client committed during the query, and memory has a version of exactly that binlog position. For one thread; any
 * thread may read the results.
 */
public final class SqlPoll implements AutoCloseable {
    private static final String OPTIONS = "&connectTimeout=2000&socketTimeout=5000";
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final Database database;
    private final DataStoreComponent store;
    private final List<Entry<?>> entries = new ArrayList<>();
    private @Nullable Connection connection;
    private @Nullable BinlogEnd binlog;
    private long begin;
    private long sqlNanos;
    private volatile @Nullable Load load;

    /** The load of the polling on the database, from one round to the next. */
    public record Load(double queriesPerSecond, double sqlMillisPerSecond) {}

    /** The outcome of a comparison at one position. */
    public enum Check {
        SAME,
        /** The answers differed at the same position, twice in succession. */
        DIFFERENT,
        /** No two answers of the same position exist yet. */
        WAITING
    }

    /**
     * The last answer over SQL.
     *
     * @param nanos the time of the query
     * @param at the {@link System#nanoTime} of its end
     * @param failure why there is no answer; null if there is one
     * @param sameIn the last version in which both answers were the same; 0 for none
     */
    public record Polled(
            @Nullable String value,
            long nanos,
            long at,
            @Nullable String failure,
            Check check,
            long sameIn) {}

    /** A question and its last result. */
    private static final class Entry<R> {
        private final Answer<R> answer;
        private int mismatches;
        private volatile @Nullable Polled polled;

        Entry(Answer<R> answer) {
            this.answer = answer;
        }
    }

    public SqlPoll(Database database, DataStoreComponent store, List<? extends Answer<?>> answers) {
        this.database = database;
        this.store = store;
        answers.forEach(answer -> entries.add(new Entry<>(answer)));
    }

    /** Asks all questions once. */
    public void run() {
        long now = System.nanoTime();
        load = begin == 0 || sqlNanos == 0
                ? null
                : new Load(entries.size() * 1e9 / (now - begin), sqlNanos / 1e6 * 1e9 / (now - begin));
        begin = now;
        sqlNanos = 0;
        entries.forEach(this::poll);
    }

    private <R> void poll(Entry<R> entry) {
        Polled before = entry.polled;
        long sameIn = before == null ? 0 : before.sameIn;
        try {
            Connection open = connect();
            BinlogEnd end = binlog == null ? new BinlogEnd(open) : binlog;
            binlog = end;
            Optional<Position> first = end.read();
            long start = System.nanoTime();
            R answer = entry.answer.question().ask(open);
            long finish = System.nanoTime();
            sqlNanos += finish - start;
            SnapshotView version = first.isPresent() && first.equals(end.read()) ? version(first.get()) : null;
            Check check = version == null ? Check.WAITING : check(entry, version, answer);
            String text = entry.answer.question().text().apply(answer);
            long same = check == Check.SAME && version != null ? version.version() : sameIn;
            entry.polled = new Polled(text, finish - start, finish, null, check, same);
        } catch (SQLException e) {
            disconnect();
            entry.polled = new Polled(null, 0, System.nanoTime(), Failures.text(e), Check.WAITING, sameIn);
        }
    }

    /** Returns a version that shows exactly the commits before a position; null if there is none now. */
    private @Nullable SnapshotView version(Position end) {
        try {
            store.await(end, PATIENCE);
            SnapshotView version = store.snapshot();
            String place = end.toString();
            return version.binlogPosition()
                            .filter(at -> at.equals(place) || at.startsWith(place + " "))
                            .isPresent()
                    ? version
                    : null;
        } catch (DataStoreException e) {
            return null; // no version is in memory; the answers say so
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /**
     * Compares an answer with that of memory. A server writes a commit to the binlog a moment before it shows the
     * commit, so one mismatch proves nothing.
     */
    private static <R> Check check(Entry<R> entry, SnapshotView version, R answer) {
        R maintained = entry.answer.in(version);
        if (maintained == null) {
            return Check.WAITING;
        }
        entry.mismatches = entry.answer.question().agree(maintained, answer) ? 0 : entry.mismatches + 1;
        return switch (entry.mismatches) {
            case 0 -> Check.SAME;
            case 1 -> Check.WAITING;
            default -> Check.DIFFERENT;
        };
    }

    /** Returns the last result of a question; null before the first one. */
    public @Nullable Polled result(int question) {
        return entries.get(question).polled;
    }

    /** Returns the load; null before the second round. */
    public @Nullable Load load() {
        return load;
    }

    private Connection connect() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = DriverManager.getConnection(
                    database.url(Sakila.SCHEMA) + OPTIONS, database.user(), database.password());
            connection = open;
        }
        return open;
    }

    /** Disconnects, and forgets all results. The next round connects again. */
    @Override
    public void close() {
        disconnect();
        load = null;
        begin = 0;
        entries.forEach(entry -> {
            entry.polled = null;
            entry.mismatches = 0;
        });
    }

    private void disconnect() {
        try (Connection open = connection) {
            connection = null;
            binlog = null;
        } catch (SQLException e) {
            // the connection was broken already
        }
    }
}
