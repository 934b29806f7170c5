package org.speedwell.accelerator;

import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.trait.HasFinder;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.table.Rows;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;

/**
 * The store of the tables in memory of a Speedment application. Thread-safe.
 *
 * {@snippet :
 * DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
 * store.load();
 * long before = films.stream().count();
 * store.reload();                                     // streams continue meanwhile
 * SnapshotView now = store.snapshot();                // for several streams that must see the same version
 * }
 */
@InjectKey(DataStoreComponent.class)
public interface DataStoreComponent extends DataStore {
    /** Explains a pipeline, as {@link DataStore#explain(Class, Function)} does. */
    <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /** Plans a pipeline, as {@link DataStore#plan(Class, Function)} does. */
    <E> Explanation plan(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /**
     * Plans a pipeline over the tuples of a join without running it. See {@link #plan(Manager, Function)}.
     *
     * @param join a join that the application's {@code JoinComponent} built
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the database executes the join
     */
    <T> Explanation plan(Join<T> join, Function<? super Stream<T>, ?> pipeline);

    /**
     * Returns a foreign key that streams can follow. See {@link Reference}. Each stream follows it in its own version.
     *
     * @param foreignKey a field such as {@code Rental.INVENTORY_ID}
     * @throws IllegalArgumentException if the values of the referenced field are not comparable
     */
    <E, R> Reference<E, R> reference(HasFinder<E, R> foreignKey);

    /**
     * Returns a foreign key of several columns, or one that the model does not contain, for streams to follow. See
     * {@link Reference}.
     *
     * {@snippet :
     * Reference<Rental, Payment> payment = store.reference(
     *         ReferenceKey.of(Rental.CUSTOMER_ID, Payment.CUSTOMER_ID),
     *         ReferenceKey.of(Rental.RENTAL_ID, Payment.RENTAL_ID));
     * }
     *
     * The referenced columns should be unique together. If a key names several rows, the reference finds any one of
     * them. One of the columns needs an index.
     *
     * @throws IllegalArgumentException if the referenced columns belong to several tables
     */
    @SuppressWarnings("unchecked")
    <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further);

    /**
     * Returns a left join as a full outer join, which neither Speedment nor MySQL has. The join also keeps rows of the
     * last table that match no tuple, and returns them after all others. Their tuples have no entities of the other
     * tables. Build the join with {@code build()}, because its tuples contain {@code Optional}s. Thread-safe; each
     * stream throws a {@link DataStoreException} if memory cannot answer it.
     *
     * {@snippet :
     * var join = store.fullOuterJoin(joins.from(FilmManager.IDENTIFIER)
     *         .leftJoinOn(Language.LANGUAGE_ID).equal(Film.ORIGINAL_LANGUAGE_ID)
     *         .build());
     * }
     *
     * @param leftJoin a join that the application's {@code JoinComponent} built; its last join is a left join
     * @throws IllegalArgumentException if the last join is not a left join, or the database executes the join
     */
    <T> Join<T> fullOuterJoin(Join<T> leftJoin);

    /**
     * Returns a builder of joins that can use rows of the application besides the tables in memory: {@link Table}s and
     * streaming views.
     *
     * {@snippet :
     * Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30)));
     * var join = store.joins(sales)
     *         .from(StoreManager.IDENTIFIER)
     *         .leftJoinOn(Sale.STORE).equal(Store.STORE_ID)
     *         .build();
     * }
     *
     * A stream of a join reads one version of the tables in memory, and reads each {@link Rows} once. Only memory can
     * join rows of the application: streams throw a {@link DataStoreException} if memory cannot answer them.
     * Thread-safe.
     *
     * @param rows the rows that joins name by {@link TableSchema#identifier}
     * @throws IllegalArgumentException if two schemas have the same name; the builder throws it for a table that is not
     * configured to be in memory
     */
    JoinComponent joins(Rows<?>... rows);

    /**
     * Runs a pipeline over the tuples of a join and returns a report, as {@link #explain(Manager, Function)} does. The
     * report contains the join order, the method of each join, and the number of tuples after each step.
     *
     * @param join a join that the application's {@code JoinComponent} built
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the database executes the join
     */
    <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline);

    /**
     * Changes a row in the database, unless another client has changed the same columns since the entity was read:
     *
     * {@snippet :
     * store.update(films, film, changed -> changed.setTitle("Academy Dinosaur"))
     * }
     *
     * This method writes only the columns that the change sets, and keeps what other clients wrote to the rest of the
     * row. Use it instead of {@link Manager#update}, which writes every column of the entity, because an entity from
     * memory may be stale. It joins the Speedment transaction of the calling thread. Without one, it uses its own
     * transaction. Memory shows the row after the next load.
     *
     * @param read an entity as the application read it; this method does not change it
     * @param change a function that is called once, with a copy of the entity
     * @return the current row of the database
     * @throws StaleEntityException if the database has another value in a changed column than {@code read}, or the row
     * no longer exists; the method then writes nothing
     * @throws IllegalArgumentException if the table has no primary key, or the change sets a column of the primary key
     * @throws com.speedment.runtime.core.exception.SpeedmentException if the database fails
     */
    <E> E update(Manager<E> manager, E read, Consumer<? super E> change);

    /** Reloads a table, as {@link DataStore#reload(Class)} does. */
    void reload(Manager<?> manager);

    /** Returns the age, as {@link DataStore#age(Class)} does. */
    Duration age(Manager<?> table);

    /** Waits, as {@link DataStore#await(Class, Position, Duration)} does. */
    boolean await(Manager<?> table, Position position, Duration timeout) throws InterruptedException;

    /** Waits, as {@link DataStore#await(Class, Duration)} does. */
    boolean await(Manager<?> table, Duration timeout) throws InterruptedException;

    /** Returns changes, as {@link DataStore#changes(Set)} does. */
    ChangeStream changes(Collection<? extends Manager<?>> tables);

    /** Returns changes, as {@link DataStore#changes(Position, Set)} does. */
    ChangeStream changes(Position from, Collection<? extends Manager<?>> tables);

    /** Returns the differences, as {@link DataStore#changes(Class, SnapshotView, SnapshotView)} does. */
    <E> Stream<RowDifference<E>> changes(Manager<E> table, SnapshotView from, SnapshotView to);

    /** Maintains a result, as {@link DataStore#maintain(Class, Function)} does. */
    <E, R> MaintainedQuery<R> maintain(Manager<E> table, Function<? super Stream<E>, ? extends R> query);

    /**
     * Maintains the result of a stream pipeline over a join, as {@link #maintain(Manager, Function)} does.
     *
     * @param join a join of tables in memory
     * @throws IllegalArgumentException if the join does not run in memory, or has rows of the application
     */
    <T, R> MaintainedQuery<R> maintain(Join<T> join, Function<? super Stream<T>, ? extends R> query);
}
