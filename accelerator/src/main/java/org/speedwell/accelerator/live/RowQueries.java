package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.MaintainedRows;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogProgress;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.table.Table;

/** The maintained queries over rows of the application, which need no store: see {@link MaintainedRows}. Thread-safe. */
public final class RowQueries<E> {
    private final Versions versions = new Versions(new MemoryBudget(Long.MAX_VALUE), Duration.ZERO);
    private final QuerySource<E> source;
    private final MaintainedQueries queries;

    /**
     * Creates a registry without queries.
     *
     * @param staleness returns why the rows may be older than their source
     */
    public RowQueries(Table<E> first, Supplier<Optional<String>> staleness) {
        this.source = new QuerySource.Replaced<>(
                new QuerySource.OfTable<>(first.store().identifier()));
        this.queries = new MaintainedQueries(
                versions,
                FallbackListener.SILENT,
                Fallback.SILENT,
                () -> null,
                _ -> staleness.get(),
                new StateBudget(Long.MAX_VALUE)); // no query has a state
        publish(first, Instant.EPOCH, null);
    }

    /**
     * Publishes other rows.
     *
     * @param position the binlog position of the rows; null if they have none
     */
    public void publish(Table<E> rows, Instant moment, @Nullable Position position) {
        versions.publish(new Snapshot(versions.last() + 1, moment, position, List.of(rows.store())));
    }

    /** Returns whether the present rows are past a position: see {@link MaintainedRows#arePast}. */
    public boolean arePast(Position earlier) {
        return requireNonNull(versions.current())
                .position()
                .filter(present ->
                        new BinlogProgress(present).covers(earlier) && !new BinlogProgress(earlier).covers(present))
                .isPresent();
    }

    /** Maintains a query: see {@link MaintainedRows#maintain}. */
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<E>, ? extends R> query) {
        return queries.maintain(source, query);
    }
}
