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
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowStatus;
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
    /**
     * Runs a pipeline over a table and returns a report. The report contains the steps that ran on columns and the
     * number of rows after each step. For each other step it contains the reason why the step did not run on columns:
     *
     * {@snippet :
     * store.explain(films, stream -> stream.filter(Film.RATING.equal(Rating.PG13)).count())
     * }
     *
     * This takes longer than the pipeline itself, because it counts the rows of each step.
     *
     * @param pipeline a function that builds a pipeline on the stream and ends it with a terminal operation; this
     * method rethrows its exceptions
     * @throws DataStoreNotLoadedException if no version is in memory, or the version does not have the table, as for
     * views
     * @throws IllegalArgumentException if the pipeline has no terminal operation
     */
    <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /**
     * Plans a pipeline over a table without running it. The steps have the numbers of rows that the planner expects.
     * Semi-joins of a {@link Reference} do run, because the plan depends on the keys that they find.
     *
     * @param pipeline a function that builds a pipeline on the stream and ends it with a terminal operation, which does
     * not return
     * @throws DataStoreNotLoadedException if no version is in memory, or the version does not have the table, as for
     * views
     * @throws IllegalArgumentException if the pipeline has no terminal operation
     */
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

    /**
     * Reloads one table during replication, and returns when new streams show it. All tables then show the same moment,
     * as before. The table is no longer {@link FollowStatus#stopped} if it fits the model again.
     *
     * @throws DataStoreException if the table cannot be loaded, or replication is not running
     * @throws IllegalArgumentException if the table is not configured to be in memory
     */
    void reload(Manager<?> manager);

    /**
     * Returns the age of the data that new streams of one table show. It does not grow when another table is
     * {@link FollowStatus#stopped}.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws IllegalArgumentException if the table is not configured to be in memory
     */
    Duration age(Manager<?> table);

    /**
     * Waits until new streams of one table show all transactions before a binlog position, regardless of the state of
     * other tables.
     *
     * @return true if they do; false after the timeout, without replication, or while this table is
     * {@link FollowStatus#stopped}
     * @throws IllegalArgumentException if the table is not configured to be in memory
     */
    boolean await(Manager<?> table, Position position, Duration timeout) throws InterruptedException;

    /** Waits as {@link #await(Manager, Position, Duration)} does, for all commits before this call. */
    boolean await(Manager<?> table, Duration timeout) throws InterruptedException;

    /**
     * Returns a stream of the transactions that clients commit to some tables from now on, as typed changes of rows.
     * The store need not have loaded anything, and the tables need not be in memory. The requirements on the binlog and
     * the user's privileges are those of {@link #follow}.
     *
     * @param tables tables of one database; views are not allowed
     * @return a stream that the caller closes; otherwise it closes when the application stops
     * @throws DataStoreException if the store cannot read the binlog, or a table differs from the model; the message
     * names everything that is missing, and the remedy
     */
    ChangeStream changes(Collection<? extends Manager<?>> tables);

    /**
     * Returns a stream as {@link #changes(Collection)} does, of the transactions after a binlog position. The position
     * comes from a {@link ChangeSet}, from {@link ChangeStream#position}, or from the
     * {@link #position() version in memory}. If the server no longer has all transactions after it, the stream ends
     * with that error.
     */
    ChangeStream changes(Position from, Collection<? extends Manager<?>> tables);

    /**
     * Returns the rows that differ between two versions of a table, such as
     * {@code changes(films, store.snapshotAt(noon), store.snapshot())}. Each inserted, deleted or changed row appears
     * once, with its old and its new state. The order is undefined. A row that was inserted and deleted in between, or
     * whose state is the same again, does not appear. A row whose primary key has changed appears as one deleted and
     * one inserted row.
     *
     * <p>Consecutive versions share all memory that did not change, and this method skips shared memory. It takes time
     * for each change, and for a check of every 256 rows. If a load happened between the two versions, or the store has
     * compacted the table, the versions share nothing. The method then looks up each row by its key.
     *
     * @param from a version of this store, as is {@code to}; either may be the earlier one
     * @return a stream for one thread, which computes the rows as it is read; it keeps both versions in memory
     * @throws IllegalArgumentException if a version belongs to another store, or does not have the table or all of its
     * columns. It is also thrown if the table has no primary key with an index in memory
     */
    <E> Stream<RowDifference<E>> changes(Manager<E> table, SnapshotView from, SnapshotView to);

    /**
     * Maintains the result of a stream pipeline over a table. The result is always that of the version that new streams
     * see. The store updates it from the changes if the pipeline allows this, and computes it from scratch otherwise.
     *
     * {@snippet :
     * MaintainedQuery<Long> longFilms = store.maintain(films, s -> s.filter(Film.LENGTH.greaterThan(60)).count());
     * long now = longFilms.get();
     * }
     *
     * @param query a function that runs one terminal operation on its stream. It must return the same result for equal
     * rows, must not modify anything, and must not keep the stream. The store calls it on any thread
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws FallbackException if {@link StoreConfiguration#fallback()} is {@link Fallback#FAIL}, and the store cannot
     * maintain the result from the changes
     * @throws DataStoreException if {@link StoreConfiguration#maintainedBudget()} has no room for the state of the query
     * @throws IllegalArgumentException if the function runs no terminal operation
     * @throws RuntimeException the exception that the pipeline throws
     */
    <E, R> MaintainedQuery<R> maintain(Manager<E> table, Function<? super Stream<E>, ? extends R> query);

    /**
     * Maintains the result of a stream pipeline over a join, as {@link #maintain(Manager, Function)} does.
     *
     * @param join a join of tables in memory
     * @throws IllegalArgumentException if the join does not run in memory, or has rows of the application
     */
    <T, R> MaintainedQuery<R> maintain(Join<T> join, Function<? super Stream<T>, ? extends R> query);
}
