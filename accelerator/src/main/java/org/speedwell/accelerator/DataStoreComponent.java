package org.speedwell.accelerator;

import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.trait.HasFinder;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.QueryListener;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.accelerator.table.Rows;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;

/**
 * The tables in memory: an immutable snapshot of the database, replaced as a whole. Thread-safe; a stream keeps the
 * snapshot on which it was made, whatever happens to the store meanwhile.
 *
 * {@snippet :
 * DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
 * store.load();
 * long before = films.stream().count();
 * store.reload();                                     // streams go on meanwhile
 * SnapshotView now = store.snapshot();                // for several streams that have to agree
 * }
 */
@InjectKey(DataStoreComponent.class)
public interface DataStoreComponent {

    /**
     * Loads all tables at one moment of the database and publishes them. Blocks until they are loaded; streams go on with
     * the former snapshot, if there is one. An interrupt of the calling thread ends the load at any moment.
     *
     * @throws DataStoreException if a table cannot be loaded, the schema differs from the model, the memory budget does
     *     not allow it, or another load is under way; the former snapshot stays
     */
    default void load() {
        load(LoadConfiguration.defaults());
    }

    /** Loads as {@link #load()} does, with a progress bar, an executor, some of the rows, and so on. */
    void load(LoadConfiguration how);

    /** Loads all tables again, as {@link #load()} does. Until then, streams read the former snapshot. */
    default void reload() {
        load();
    }

    /**
     * Loads all tables again in the background. If a load is under way, the caller joins it. If that load was cancelled, another one
     * starts when it has ended.
     *
     * @return completes when the new version is published, or with the {@link DataStoreException} of {@link #load()}
     */
    default CompletableFuture<Void> reloadInBackground() {
        return reloadInBackground(LoadConfiguration.defaults());
    }

    /** Reloads as {@link #reloadInBackground()} does, with a configuration. It does not apply to a load that is under way. */
    CompletableFuture<Void> reloadInBackground(LoadConfiguration how);

    /**
     * Starts a load in the background.
     *
     * @return completes when the new version is published, or with the {@link DataStoreException} of {@link #load()};
     *     cancelling it stops the load
     */
    CompletableFuture<Void> createSnapshotJob(LoadConfiguration how);

    /**
     * Returns the version that new streams see now, for several streams that have to agree.
     *
     * @throws DataStoreNotLoadedException if no snapshot is loaded
     */
    SnapshotView snapshot();

    /**
     * The version that new streams saw at a moment of the database: the last one whose {@link SnapshotView#takenAt} is not
     * after it.
     *
     * @throws IllegalArgumentException if that version is no longer there, or never was; see {@link StoreConfiguration#keep()}
     */
    SnapshotView snapshotAt(Instant moment);

    /**
     * The last version that shows nothing from behind a position.
     *
     * @throws IllegalArgumentException if that version is no longer there, or never was; see {@link StoreConfiguration#keep()}
     */
    SnapshotView snapshotAt(Position position);

    /**
     * What the version that new streams see takes and holds. Different values are counted when this is called, which takes
     * a while for large tables.
     *
     * @throws DataStoreNotLoadedException if no snapshot is loaded
     */
    StoreStatistics getStatistics();

    /**
     * Runs a pipeline over a table and tells what ran on columns, with how many rows at each step, and why the rest did
     * not:
     *
     * {@snippet :
     * store.explain(films, stream -> stream.filter(Film.RATING.equal(Rating.PG13)).count())
     * }
     *
     * It is slower than the pipeline itself: rows are counted at each step.
     *
     * @param pipeline makes a pipeline of the stream and ends it with a terminal operation; an exception of it passes
     * @throws DataStoreNotLoadedException if no snapshot is loaded, or the table is not in it, as a view is not
     * @throws IllegalArgumentException if the pipeline has no terminal operation
     */
    <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /**
     * Plans a pipeline over a table and does not run it: the steps have the numbers of rows that the planner expects. Semi-joins of a
     * {@link Reference} run nevertheless, as the plan depends on the keys that they find.
     *
     * @param pipeline makes a pipeline of the stream and ends it with a terminal operation, which does not return
     * @throws DataStoreNotLoadedException if no snapshot is loaded, or the table is not in it, as a view is not
     * @throws IllegalArgumentException if the pipeline has no terminal operation
     */
    <E> Explanation plan(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /**
     * Plans a pipeline over the tuples of a join and does not run it: see {@link #plan(Manager, Function)}.
     *
     * @param join built by the application's {@code JoinComponent}
     * @throws DataStoreNotLoadedException if no snapshot is loaded
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the database does the join
     */
    <T> Explanation plan(Join<T> join, Function<? super Stream<T>, ?> pipeline);

    /**
     * A foreign key to be followed in streams: see {@link Reference}. It means the version of each stream in which it is used.
     *
     * @param foreignKey as {@code Rental.INVENTORY_ID}
     * @throws IllegalArgumentException if the field that it refers to cannot be compared
     */
    <E, R> Reference<E, R> reference(HasFinder<E, R> foreignKey);

    /**
     * Returns a foreign key of several columns, or one that the model does not have, to be followed in streams: see {@link Reference}.
     *
     * {@snippet :
     * Reference<Rental, Payment> payment = store.reference(
     *         ReferenceKey.of(Rental.CUSTOMER_ID, Payment.CUSTOMER_ID),
     *         ReferenceKey.of(Rental.RENTAL_ID, Payment.RENTAL_ID));
     * }
     *
     * The columns that are referred to should be unique together; of several rows that a key names, any may be meant. One of them
     * needs an index.
     *
     * @throws IllegalArgumentException if the columns that are referred to are of several tables
     */
    @SuppressWarnings("unchecked")
    <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further);

    /**
     * Returns a left join as a full outer join, which neither Speedment nor MySQL has: rows of the last table that match no tuple are kept,
     * too, after all others. Their tuples have no entity of the tables before, so build the join with {@code build()}, whose tuples have
     * {@code Optional}s. Thread-safe; each stream throws a {@link DataStoreException} if memory cannot answer it.
     *
     * {@snippet :
     * var join = store.fullOuterJoin(joins.from(FilmManager.IDENTIFIER)
     *         .leftJoinOn(Language.LANGUAGE_ID).equal(Film.ORIGINAL_LANGUAGE_ID)
     *         .build());
     * }
     *
     * @param leftJoin built by the application's {@code JoinComponent}; its last join is a left join
     * @throws IllegalArgumentException if the last join is another one, or the database does the join
     */
    <T> Join<T> fullOuterJoin(Join<T> leftJoin);

    /**
     * Returns a builder of joins that can name rows of the application besides the tables in memory: {@link Table}s, and streaming views.
     *
     * {@snippet :
     * Table<Sale> sales = Sale.SCHEMA.table(List.of(new Sale(1, 20), new Sale(2, 30)));
     * var join = store.joins(sales)
     *         .from(StoreManager.IDENTIFIER)
     *         .leftJoinOn(Sale.STORE).equal(Store.STORE_ID)
     *         .build();
     * }
     *
     * A stream of a join is of one version of the tables in memory, and asks each {@link Rows} once. Rows of the application are joined
     * in memory alone: streams throw a {@link DataStoreException} if memory cannot answer. Thread-safe.
     *
     * @param rows named in joins by {@link TableSchema#identifier}
     * @throws IllegalArgumentException if two schemas have one name; and from the builder, if another table is not to be in memory
     */
    JoinComponent joins(Rows<?>... rows);

    /**
     * As {@link #explain(Manager, Function)}, of the tuples of a join: in which order its tables are joined, by what means,
     * and how many tuples each step left.
     *
     * @param join built by the application's {@code JoinComponent}
     * @throws DataStoreNotLoadedException if no snapshot is loaded
     * @throws IllegalArgumentException if the pipeline has no terminal operation, or the database does the join
     */
    <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline);

    /**
     * Changes a row in the database, if what is changed is there still as it was read:
     *
     * {@snippet :
     * store.update(films, film, changed -> changed.setTitle("Academy Dinosaur"))
     * }
     *
     * Only columns that the change sets are written; what others wrote to the rest of the row stays. To be used in place of
     * {@link Manager#update}, which writes every column as the entity has it, and an entity from memory may be old. It takes
     * part in the transaction of Speedment's that the thread is in; else it is one of its own. Memory shows the row after the
     * next load.
     *
     * @param read an entity as it was read; it is not changed
     * @param change called once, with a copy of the entity
     * @return the row as the database has it now
     * @throws StaleEntityException if a column that is changed has another value in the database than in {@code read}, or
     *     the row is gone; nothing is written
     * @throws IllegalArgumentException if the table has no primary key, or the change sets a column of it
     * @throws com.speedment.runtime.core.exception.SpeedmentException if the database fails
     */
    <E> E update(Manager<E> manager, E read, Consumer<? super E> change);

    /**
     * Writes the version that new streams see to a file. The bytes go to a file beside it, are forced to the disk, and get the name at
     * once. Any number of threads and applications may save to one name; the last save stays. A reader that has an older file open
     * keeps that one. Only the owner of the process may read a new file. It takes the permissions of the file that it replaces if that
     * has the same owner and others may not write it. A save that is killed leaves a file whose name ends in {@code .part}.
     *
     * @throws DataStoreNotLoadedException if no snapshot is loaded
     * @throws DataStoreException if the file cannot be written, or is there and no regular file; a former one stays as it was
     */
    void save(Path file);

    /** As {@link #open(Path, OpenMode)}, verified before it is published. */
    default CompletableFuture<Void> open(Path file) {
        return open(file, OpenMode.VERIFIED);
    }

    /**
     * Publishes the version in a file. An application starts so, and then calls {@link #reloadInBackground}.
     *
     * <p>The store verifies all of a file before it is published or, by {@link OpenMode#LAZY}, before it is read: the checksums of all
     * bytes, and that columns and indexes are sound. No query sees anything of a damaged file. Do not write to a mapped file whose version is
     * in use: replace it by moving another file to its name, as {@link #save} does. The store notices a write within about a second and
     * verifies the file again. If its bytes differ, the store withdraws the version, and reloads where it followed the database. What
     * queries do meanwhile cannot be told: one that reads a part that was cut off fails with a {@link DataStoreException}. {@link
     * OpenMode#COPIED} knows no such danger.
     *
     * @return completes when all has been verified, which it has on return but for {@link OpenMode#LAZY}; or with a {@link
     *     DataStoreException} naming table and column of the damage, when the former version goes on serving
     * @throws DataStoreException if the file is none, is damaged or cut off, or is of another model, if the memory budget
     *     does not allow a copy, if a load is under way, or if the application has been stopped; the former snapshot
     *     stays
     */
    CompletableFuture<Void> open(Path file, OpenMode mode);

    /** As {@link #follow(FollowConfiguration)}, as {@link StoreConfiguration#follow()} says, or with all defaults. */
    void follow();

    /**
     * Follows the database from the version in memory on: each transaction that is committed there is shown by new streams,
     * whole and in order, within milliseconds. Streams, iterators and snapshots keep the version that they began with. Where
     * the connection is lost it is opened anew, and goes on where it was; where a table or all can be followed no longer they
     * are loaded anew; all of that the log and {@link #followStatus} tell. A load that is done meanwhile is followed from
     * then on. A database that cannot be reached now is no error: the store is {@link FollowStatus.Phase#DISCONNECTED}, and tries
     * again until it can follow. So an application can start from a file while the database is away.
     *
     * <p>The server's binlog must be on, with {@code binlog_format=ROW}, {@code binlog_row_image=FULL} and {@code
     * binlog_row_metadata=FULL}, and the user have REPLICATION SLAVE and REPLICATION CLIENT beside SELECT.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if the database cannot be followed for another reason; the message names all that is missing
     *     and the remedy
     */
    void follow(FollowConfiguration how);

    /** Follows the database no longer, if it did. The last version stays. */
    void stopFollowing();

    /**
     * Returns how far the store follows the database. Empty if nothing is to be followed, or before the first version. If {@link
     * StoreConfiguration#follow()} asks for it, but a version could not be followed, the status is {@link
     * FollowStatus.Phase#STOPPED} and has the reason.
     */
    Optional<FollowStatus> followStatus();

    /**
     * Reloads one table while the database is followed, and returns once new streams show it. All tables are of one moment then, as
     * before. The table is no longer {@link FollowStatus#stopped} if it fits the model again.
     *
     * @throws DataStoreException if the table cannot be loaded, or the database is not followed
     * @throws IllegalArgumentException if the table is not to be in memory
     */
    void reload(Manager<?> manager);

    /**
     * Returns the greatest age of what new streams show. Where the database is followed, this is the time since it was last known to
     * have nothing more, which is up to a heartbeat while it is idle. While there is more, it is the time since the commit of the
     * last transaction that they show; MariaDB tells that by whole seconds, so it may be one second more. A table that is {@link
     * FollowStatus#stopped} ages from the moment at which it was. If nothing is followed, it is the time since the load.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     */
    Duration age();

    /**
     * Returns the age of what new streams of one table show: it does not grow when another table is {@link FollowStatus#stopped}.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws IllegalArgumentException if the table is not to be in memory
     */
    Duration age(Manager<?> table);

    /** Returns the position up to which new streams show all commits; empty if it is not known. */
    Optional<Position> position();

    /**
     * Waits until new streams of all tables show all that is before a position.
     *
     * @return whether they do: not if it takes longer than the timeout, if nothing is followed, or while a table is {@link
     *     FollowStatus#stopped}
     */
    boolean await(Position position, Duration timeout) throws InterruptedException;

    /**
     * Waits until new streams of one table show all that is before a position, whatever the state of other tables.
     *
     * @return whether they do: not if it takes longer than the timeout, if nothing is followed, or while this table is {@link
     *     FollowStatus#stopped}
     * @throws IllegalArgumentException if the table is not to be in memory
     */
    boolean await(Manager<?> table, Position position, Duration timeout) throws InterruptedException;

    /** Waits as {@link #await(Manager, Position, Duration)} does, for all commits before this call. */
    boolean await(Manager<?> table, Duration timeout) throws InterruptedException;

    /** Waits as {@link #await(Position, Duration)} does, for all commits before this call. */
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * Waits as {@link #await(Position, Duration)} does, for all commits of a connection: a caller reads its own writes.
     *
     * @throws DataStoreException if the connection fails
     */
    boolean await(Connection connection, Duration timeout) throws InterruptedException;

    /**
     * What is committed to some tables from now on, as typed changes of rows. Nothing has to be loaded for that, and the
     * tables need not be among those in memory; the binlog and the user's rights are those of {@link #follow}.
     *
     * @param tables of one database; no views
     * @return to be closed; it is closed when the application stops
     * @throws DataStoreException if the binlog cannot be read, or a table differs from the model; it tells all that is
     *     missing, and how it is mended
     */
    ChangeStream changes(Collection<? extends Manager<?>> tables);

    /**
     * As {@link #changes(Collection)}, of what was committed after a position: that of a {@link ChangeSet}, of {@link
     * ChangeStream#position}, or that of the {@link #position() version in memory}. If the server does not have all that
     * follows any more the stream ends with that.
     */
    ChangeStream changes(Position from, Collection<? extends Manager<?>> tables);

    /**
     * In what rows a table differs between two versions: {@code changes(films, store.snapshotAt(noon), store.snapshot())}. Each
     * row that was inserted, deleted or changed is given once, as it was and as it is, in an order that is not promised; one
     * that has come and gone in between, or is as it was again, is not. A row whose primary key has changed is one that is
     * gone and one that is new.
     *
     * <p>Versions that followed one another share all memory that did not change, and that is not read: it takes as long as
     * there are changes, and a look at every 256 rows beside. Where a load lies between the two, or a table's rows
     * were put together again, nothing is shared, and each row is looked up by its key.
     *
     * @param from of this store, as {@code to}; which is the earlier one does not matter
     * @return computed as it is read, for one thread; it keeps both versions
     * @throws IllegalArgumentException if a version is not of this store, does not have the table or all of its columns, or
     *     the table has no primary key that is indexed in memory
     */
    <E> Stream<RowDifference<E>> changes(Manager<E> table, SnapshotView from, SnapshotView to);

    /** What came of asking the database, too; empty where {@link StoreConfiguration#shadow()} is 0. */
    Optional<ShadowStatistics> shadowStatistics();

    /**
     * Lets somebody be told of each query to which memory and the database gave different answers. Called by a thread of the
     * store; an exception is logged.
     *
     * @throws IllegalStateException if {@link StoreConfiguration#shadow()} is 0
     */
    void addShadowListener(Consumer<ShadowDifference> listener);

    /** As {@link #verify(LoadProgress)}, with progress told to nobody. */
    default Verification verify() {
        return verify(LoadProgress.NONE);
    }

    /**
     * Compares all tables in memory with those of the database, at one position of its binlog: each row that is in one or the
     * other, and each value, as a load would read it now. It reads the database as a load over one connection does, needs
     * the memory of a few thousand rows and a bit for each, and may run while everybody reads and writes. Of a table without a
     * primary key the number of rows and a sum of their hashes are compared.
     *
     * <p>Where the database is followed the follower stands still for as long as it takes to begin a transaction, and makes a
     * version of just that position. What differs is looked at once more at a later position, and is told only if it differs
     * there too. Views, which are as old as their last load, are left out. Where it is not followed the version in memory must be
     * the database's last.
     *
     * <p>An interrupt of the calling thread ends it. Rows that the decorator of a load left out are differences, too.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if the database fails, does not tell its position, or, where it is not followed, has changed
     *     since the load; the message says what to do
     */
    Verification verify(LoadProgress progress);

    /**
     * Drops the snapshot, and the reload that is scheduled next. The memory is returned when the last stream on it is done.
     * Streams made afterwards throw {@link DataStoreNotLoadedException} until the next load, or come from the database if
     * {@link StoreConfiguration#storeNotLoaded} says so. A load under way publishes its snapshot all the same.
     */
    void clear();

    /** 1 for the first snapshot, one more for each that follows; 0 while there is none. */
    long version();

    /** Native bytes of the snapshot's columns and indexes; 0 while there is none. */
    long bytes();

    /**
     * Native bytes beside those: what only former versions have, as long as a stream, iterator or view has them or the collector
     * has not found that none has, and what a load under way has staged.
     */
    long formerBytes();

    /** Rows of all tables of the snapshot; 0 while there is none. */
    long rows();

    /** How many versions were published. */
    long loads();

    /** How many loads failed. */
    long failedLoads();

    /** How many pipelines left columns for entities. */
    long fallbacks();

    /**
     * Lets every query be timed and told. From then on each stream takes about a microsecond more, as long as the
     * application lives.
     */
    void addQueryListener(QueryListener listener);
}
