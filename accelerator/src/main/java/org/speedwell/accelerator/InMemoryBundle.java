package org.speedwell.accelerator;

import com.speedment.common.injector.InjectBundle;
import com.speedment.runtime.join.provider.DelegateSqlJoinStreamSupplierComponent;
import java.util.stream.Stream;
import org.speedwell.accelerator.speedment.ColumnCollations;
import org.speedwell.accelerator.speedment.MemoryDataStore;
import org.speedwell.accelerator.speedment.MemoryJoins;
import org.speedwell.accelerator.speedment.MemoryStreamSupplier;
import org.speedwell.accelerator.speedment.NoStatisticsReports;
import org.speedwell.accelerator.speedment.StartupLog;

/**
 * Makes a Speedment application answer its streams from memory:
 *
 * {@snippet :
 * Speedment app = new SakilaApplicationBuilder()
 *     .withPassword("sakila-password")
 *     .withBundle(InMemoryBundle.class)
 *     .build();
 * app.getOrThrow(DataStoreComponent.class).load();
 * }
 *
 * <ul>
 *   <li>Streams of tables come from the loaded snapshot; streams of views come from the database,
 *       unless {@link StoreConfiguration.Builder#withView} says otherwise.
 *   <li>Joins ({@code JoinComponent}, which is there without Speedment's {@code JoinBundle}) are done in memory, from one version
 *       of all their tables. Those that depend on a collation, or on a table that is not in memory, are done by the database,
 *       and so may see a later moment than streams do. The first is told in the log, and each counts as a {@link Fallback}:
 *       under {@link Fallback#FAIL} it is refused.
 *   <li>Writing goes to the database, and memory shows it after the next load. An entity from memory may be older than its
 *       row, and {@code Manager.update} writes all its columns, whatever others have written there since:
 *       {@link DataStoreComponent#update} writes what is changed, if it is as it was read. {@code Manager.merge} looks up in
 *       memory whether there is such a row.
 *   <li>Inside a transaction too, streams read memory, which knows nothing of what the transaction has written, unless
 *       {@link StoreConfiguration#inTransaction} says otherwise.
 *   <li>Texts in queries that go to the database have a collation of their column's character set, so that {@code
 *       db.mysql.collationName} and {@code db.mysql.binaryCollationName} need not be set. An application without this bundle has
 *       {@link ColumnCollationsBundle} for that.
 *   <li>The reports that Speedment sends its makers at each start, hour and stop of an application are not sent, and its logo and
 *       what else it tells at a start are not printed, unless {@code withLogging(LogType.APPLICATION_BUILDER)} asks for them.
 * </ul>
 */
public final class InMemoryBundle implements InjectBundle {
    @Override
    public Stream<Class<?>> injectables() {
        StartupLog.quieten(); // here, as Speedment writes before it makes any component
        return Stream.of(
                MemoryDataStore.class,
                MemoryStreamSupplier.class,
                DelegateSqlJoinStreamSupplierComponent.class,
                MemoryJoins.class,
                ColumnCollations.class,
                NoStatisticsReports.class);
    }
}
