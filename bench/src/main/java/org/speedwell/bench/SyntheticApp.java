package org.speedwell.bench;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import java.util.List;
import java.util.stream.Stream;
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
        private final TableStore<?>[] tables;

        Streams(List<TableStore<?>> tables) {
            this.tables = tables.toArray(TableStore<?>[]::new);
        }

        @Override
        @SuppressWarnings("unchecked") // a table has the type of its identifier
        public <E> Stream<E> stream(TableIdentifier<E> identifier, ParallelStrategy strategy) {
            for (TableStore<?> table : tables) {
                if (table.identifier().equals(identifier)) {
                    return (Stream<E>) EntityStream.of(table, false);
                }
            }
            throw new IllegalArgumentException("The table " + identifier.getTableId() + " was not made.");
        }
    }
}
