package org.speedwell.bench;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.speedwell.accelerator.live.VersionListener;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** A Sakila application without a database. Its streams read tables that {@link SyntheticTable} builds. */
public final class SyntheticApp implements AutoCloseable {
    private final Speedment app;
    private final Versions versions;

    private SyntheticApp(Speedment app, Versions versions) {
        this.app = app;
        this.versions = versions;
    }

    /** Creates an application with these tables only. */
    public static SyntheticApp of(TableStore<?>... tables) {
        Versions versions = new Versions(new MemoryBudget(Long.MAX_VALUE), Duration.ZERO);
        Speedment app = new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends statistics home
                .withComponent(Streams.class, () -> new Streams(versions))
                .build();
        SyntheticApp made = new SyntheticApp(app, versions);
        made.publish(tables);
        return made;
    }

    /** Publishes a version that consists of these tables only. */
    public void publish(TableStore<?>... tables) {
        versions.publish(new Snapshot(versions.last() + 1, Instant.now(), null, List.of(tables)));
    }

    /** Returns the versions that streams read. */
    public Versions versions() {
        return versions;
    }

    /** Returns the memory budget for later versions of the tables. */
    public MemoryBudget budget() {
        return versions.budget();
    }

    /** Returns the manager of a table by its class. */
    public <M> M manager(Class<M> type) {
        return app.getOrThrow(type);
    }

    @Override
    public void close() {
        app.stop();
    }

    /** The source of the managers' streams. */
    static final class Streams implements StreamSupplierComponent {
        private final Versions versions;

        Streams(Versions versions) {
            this.versions = versions;
        }

        @Override
        public <E> Stream<E> stream(TableIdentifier<E> identifier, ParallelStrategy strategy) {
            Snapshot now = versions.current(); // like the stream supplier of a real application
            TableStore<E> table = now == null ? null : VersionListener.table(now, identifier);
            if (table == null) {
                throw notCreated(identifier);
            }
            return EntityStream.of(table, false);
        }

        private static IllegalArgumentException notCreated(TableIdentifier<?> identifier) {
            return new IllegalArgumentException("There is no table " + identifier.getTableId() + ".");
        }
    }
}
