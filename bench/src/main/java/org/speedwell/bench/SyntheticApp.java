package org.speedwell.bench;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** A Sakila application with no database, whose streams come from tables made by {@link SyntheticTable}. */
public final class SyntheticApp implements AutoCloseable {
    private final Speedment app;

    private SyntheticApp(Speedment app) {
        this.app = app;
    }

    /** The application of these tables; it has no others. */
    public static SyntheticApp of(TableStore<?>... tables) {
        return new SyntheticApp(new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
                .withComponent(Streams.class, () -> new Streams(List.of(tables)))
                .build());
    }

    /** A table's manager, by its class. */
    public <M> M manager(Class<M> type) {
        return app.getOrThrow(type);
    }

    @Override
    public void close() {
        app.stop();
    }

    /** Gives managers their streams. */
    static final class Streams implements StreamSupplierComponent {
        private final Snapshot snapshot;

        Streams(List<TableStore<?>> tables) {
            this.snapshot = new Snapshot(1, Instant.now(), null, tables);
        }

        @Override
        public <E> Stream<E> stream(TableIdentifier<E> identifier, ParallelStrategy strategy) {
            TableStore<E> table = snapshot.table(identifier); // as an application's own finds it
            if (table == null) {
                throw notMade(identifier);
            }
            return EntityStream.of(table, false);
        }

        private static IllegalArgumentException notMade(TableIdentifier<?> identifier) {
            return new IllegalArgumentException("The table " + identifier.getTableId() + " was not made.");
        }
    }
}
