package org.speedwell.accelerator;

import com.speedment.common.injector.InjectBundle;
import com.speedment.runtime.join.provider.DelegateSqlJoinStreamSupplierComponent;
import java.util.stream.Stream;
import org.speedwell.accelerator.speedment.ColumnCollations;
import org.speedwell.accelerator.speedment.MemoryDataStore;
import org.speedwell.accelerator.speedment.MemoryJoins;
import org.speedwell.accelerator.speedment.MemoryStreamSupplier;
import org.speedwell.accelerator.speedment.NoStatisticsReports;
import org.speedwell.accelerator.speedment.SpeedmentLog;

/**
 * A bundle that makes a Speedment application answer its streams from memory:
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
 * <li>Streams of tables read the version in memory. Streams of views read the database, unless
 * {@link StoreConfiguration.Builder#withView} loads the view.
 * <li>Memory executes joins, each on one version of all its tables. {@code JoinComponent} is present without
 * Speedment's {@code JoinBundle}. The database executes joins that depend on a collation, or on a table that is not in
 * memory. Such a join may show a later moment than streams do. The log reports the first one, and each counts as a
 * {@link Fallback}: {@link Fallback#FAIL} forbids it.
 * <li>Applications write to the database, and memory shows the change after the next load. An entity from memory may be
 * stale, and {@code Manager.update} writes all its columns over the changes of other clients.
 * {@link DataStoreComponent#update} writes only changed columns, if no other client has changed them.
 * {@code Manager.merge} looks in memory for an existing row.
 * <li>Streams read memory also inside a transaction, and do not see what the transaction has written, unless
 * {@link StoreConfiguration#inTransaction} says otherwise.
 * <li>Texts in SQL queries have a collation of their column's character set. The application need not set
 * {@code db.mysql.collationName} and {@code db.mysql.binaryCollationName}. Use {@link ColumnCollationsBundle} for this
 * in an application without this bundle.
 * <li>The application does not send the reports that Speedment sends to its makers at start, every hour and at stop. It
 * prints Speedment's logo and other start messages only with {@code withLogging(LogType.APPLICATION_BUILDER)}.
 * <li>Speedment's log records go to {@link System.Logger}, and so to the application's logging framework. They no longer
 * go to the console.
 * </ul>
 */
public final class InMemoryBundle implements InjectBundle {
    @Override
    public Stream<Class<?>> injectables() {
        SpeedmentLog.install(); // here, because Speedment logs before it creates any component
        return Stream.of(
                MemoryDataStore.class,
                MemoryStreamSupplier.class,
                DelegateSqlJoinStreamSupplierComponent.class,
                MemoryJoins.class,
                ColumnCollations.class,
                NoStatisticsReports.class);
    }
}
