package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.live.RowQueries;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.table.Rows;
import org.speedwell.accelerator.table.Table;

/**
 * Rows of the application that it replaces all at once, and maintained queries over them. Each replacement is a version.
 * The store does not know which rows differ. So it computes each result from scratch, once for each version that a
 * caller reads. Thread-safe.
 *
 * {@snippet :
 * MaintainedRows<Sale> sales = MaintainedRows.of(Sale.SCHEMA.table(List.of(new Sale(1, 20))));
 * MaintainedQuery<Long> large = sales.maintain(rows -> rows.filter(Sale.AMOUNT.greaterThan(10L)).count());
 * sales.replace(Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30))), Instant.now());
 * long now = large.get();
 * }
 *
 * @param <E> the class of the rows
 */
public final class MaintainedRows<E> implements Rows<E> {
    private final RowQueries<E> queries;
    private volatile Table<E> table;

    private MaintainedRows(Table<E> table, Supplier<Optional<String>> staleness) {
        this.table = table;
        this.queries = new RowQueries<>(table, staleness);
    }

    /** Returns rows without queries. */
    public static <E> MaintainedRows<E> of(Table<E> rows) {
        return new MaintainedRows<>(rows, Optional::empty);
    }

    /**
     * Returns rows without queries.
     *
     * @param staleness returns why the rows may be older than their source, for {@link MaintainedQuery#staleness}
     */
    public static <E> MaintainedRows<E> of(Table<E> rows, Supplier<Optional<String>> staleness) {
        return new MaintainedRows<>(rows, staleness);
    }

    /** Returns the present rows. */
    @Override
    public Table<E> table() {
        return table;
    }

    /**
     * Replaces all rows. A result of a query that a thread reads afterwards belongs to these rows.
     *
     * @param rows a table of the same schema
     * @param moment the moment of the rows, which subscribers receive as {@code takenAt}
     */
    public void replace(Table<E> rows, Instant moment) {
        publish(rows, moment, null);
    }

    /**
     * Replaces all rows, as {@link #replace(Table, Instant)} does.
     *
     * @param position the binlog position to which the rows belong, which subscribers receive
     */
    public void replace(Table<E> rows, Instant moment, Position position) {
        publish(rows, moment, requireNonNull(position));
    }

    private synchronized void publish(Table<E> rows, Instant moment, @Nullable Position position) {
        queries.publish(rows, moment, position);
        table = rows;
    }

    /**
     * Returns whether the present rows belong to a later binlog position than this one, so that rows of this position
     * would be older. Returns false if the rows have no position, or if neither position contains the other.
     */
    public boolean arePast(Position earlier) {
        return queries.arePast(earlier);
    }

    /**
     * Maintains the result of a stream pipeline over the rows, as {@link DataStoreComponent#maintain} does over a table
     * of the database.
     *
     * @throws IllegalArgumentException if the function runs no terminal operation
     * @throws RuntimeException the exception that the pipeline throws
     */
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<E>, ? extends R> query) {
        return queries.maintain(query);
    }
}
