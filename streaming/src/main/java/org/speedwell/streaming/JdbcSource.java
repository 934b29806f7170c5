package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * A source of a table's rows, in the order of a column that only increases, such as an auto-increment key. It reads all
 * existing rows. It then looks for new rows at an interval. A virtual thread reads them. The position is the column's
 * value.
 *
 * <p>Rows must become visible in the order of the column. If a transaction can take its number earlier and commit
 * later, the source can miss its rows. In that case read only settled rows, through a view or a column that is set at
 * the commit.
 *
 * {@snippet :
 * JdbcSource<Long> amounts = new JdbcSource<>(
 *     pool, "payment", "payment_id", Duration.ofSeconds(1), row -> row.getLong("amount"));
 * }
 *
 * @param <T> the type of the events
 */
public final class JdbcSource<T> extends Claims.SingleUse implements ReplayableSource<T> {
    private static final int ROWS = 1000;

    private final DataSource dataSource;
    private final String table;
    private final String column;
    private final Duration interval;
    private final RowMapper<? extends T> mapper;
    private final PushSource<Row<T>> rows = new PushSource<>(4 * ROWS);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private long position = Long.MIN_VALUE;
    private boolean started;

    /** The reason why reading ended. The reader writes it before it stops {@link #rows}. */
    private volatile @Nullable Throwable failure;

    private volatile @Nullable Thread reader;

    /** A function that creates an event from the current row of a result set. */
    @FunctionalInterface
    public interface RowMapper<T> {
        /** Creates an event. A virtual thread calls it. It must not move the result set, and must not return null. */
        T map(ResultSet row) throws SQLException;
    }

    /** A row's value of the column and its event, or the failure to create the event. */
    private record Row<T>(
            long value, @Nullable T event, @Nullable Exception failure) {}

    /**
     * Creates a source of a table's rows.
     *
     * @param column a column of distinct whole numbers that fit a {@code long}. Without an index on it, each look reads
     * the whole table
     * @param interval the time between two looks if there was nothing new
     */
    public JdbcSource(
            DataSource dataSource, String table, String column, Duration interval, RowMapper<? extends T> mapper) {
        this.dataSource = dataSource;
        this.table = table;
        this.column = column;
        this.interval = interval;
        this.mapper = mapper;
    }

    @Override
    public @Nullable T poll() {
        if (!started) {
            started = true;
            long from = position;
            reader = BlockingWork.start("speedwell-poll-" + table, () -> read(from));
        }
        Row<T> row = rows.poll();
        if (row == null) {
            return null;
        }
        position = row.value;
        if (row.failure != null) {
            throw new MalformedEventException(table + ", row with " + column + " " + row.value, row.failure);
        }
        return row.event;
    }

    @Override
    public String definition() {
        return "table " + table + " by " + column;
    }

    @Override
    public Long position() {
        return position;
    }

    @Override
    public void seek(Serializable to) {
        position = (Long) to;
    }

    @Override
    public boolean isExhausted() {
        boolean exhausted = rows.isExhausted();
        Throwable cause = failure;
        if (exhausted && cause != null) {
            throw new IllegalStateException(
                    "Reading table " + table + " by column " + column + " failed: " + Failures.message(cause), cause);
        }
        return exhausted;
    }

    @Override
    public void stop() {
        stopped.countDown();
        rows.stop();
    }

    @Override
    public void close() {
        stop();
        Thread reading = reader;
        if (reading != null) {
            BlockingWork.join(reading);
        }
    }

    private void read(long from) {
        long after = from;
        try {
            while (stopped.getCount() > 0) {
                long before = after;
                List<Row<T>> found = BlockingWork.call(dataSource, () -> readBehind(before));
                for (Row<T> row : found) {
                    rows.pushUnlessStopped(row); // waits without a permit: the consumer may need one
                    after = row.value;
                }
                if (found.isEmpty() && stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job has ended
        } catch (Throwable e) {
            failure = e;
        } finally {
            rows.stop();
        }
    }

    private List<Row<T>> readBehind(long from) throws SQLException {
        String quoted = Identifier.quoted(column);
        String sql = "SELECT * FROM " + Identifier.quoted(table) + " WHERE " + quoted + " > ? ORDER BY " + quoted
                + " LIMIT " + ROWS;
        List<Row<T>> read = new ArrayList<>();
        long last = from;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, from);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    long value = found.getLong(column);
                    if (value <= last) {
                        throw new SQLException(
                                "The value " + value + " occurs more than once. Column " + column + " must be unique.");
                    }
                    last = value;
                    read.add(row(value, found));
                }
            }
        }
        return read;
    }

    private Row<T> row(long value, ResultSet found) throws SQLException {
        try {
            return new Row<>(value, requireNonNull(mapper.map(found), "The mapper returned null."), null);
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            return new Row<>(value, null, e);
        }
    }
}
