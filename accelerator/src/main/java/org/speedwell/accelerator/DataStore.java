package org.speedwell.accelerator;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.QueryListener;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;

/**
 * The tables in memory of one application. The store publishes immutable versions, each of which contains all tables at
 * one moment of the database. A stream keeps the version on which it was created, even if the store publishes or drops
 * versions meanwhile. Thread-safe.
 *
 * <p>{@link DataStoreComponent} has tables of a Speedment application, and {@link MemoryStore} has tables of classes.
 */
public interface DataStore {
    /**
     * Loads all tables at one moment of the database and publishes them. Blocks until all tables are loaded. Meanwhile,
     * new streams use the previous version, if there is one. An interrupt of the calling thread cancels the load. After
     * a failure, the previous version stays.
     *
     * @throws DataStoreException if a table cannot be loaded, the schema differs from the model, the memory budget is
     * too small, or another load is running
     */
    default void load() {
        load(LoadConfiguration.defaults());
    }

    /** Loads as {@link #load()} does, with options such as a progress bar, an executor, or a subset of the rows. */
    void load(LoadConfiguration how);

    /** Loads all tables again, as {@link #load()} does. Until then, streams read the previous version. */
    default void reload() {
        load();
    }

    /**
     * Loads all tables again in the background. If a load is running, the caller joins it. If that load was cancelled,
     * the store starts another one when it has ended.
     *
     * @return completes when the new version is published, or with the {@link DataStoreException} of {@link #load()}
     */
    default CompletableFuture<Void> reloadInBackground() {
        return reloadInBackground(LoadConfiguration.defaults());
    }

    /**
     * Reloads as {@link #reloadInBackground()} does, with a configuration. The configuration does not apply to a
     * running load.
     */
    CompletableFuture<Void> reloadInBackground(LoadConfiguration how);

    /**
     * Starts a load in the background.
     *
     * @return completes when the new version is published, or with the {@link DataStoreException} of {@link #load()};
     * cancelling it stops the load
     */
    CompletableFuture<Void> createSnapshotJob(LoadConfiguration how);

    /** Returns the settings of this store. */
    StoreConfiguration configuration();

    /**
     * Describes all tables of the application, also those that are not to be in memory. So a service can query any table
     * without knowing the class of its rows.
     *
     * @throws DataStoreException if the application has not started
     */
    List<TableDescription<?>> describe();

    /**
     * Describes the table of a class of rows, which need not be in memory.
     *
     * @throws DataStoreException if the application has not started
     * @throws IllegalArgumentException if the application has no table of this class
     */
    <E> TableDescription<E> describe(Class<E> rows);

    /**
     * Returns the version that new streams see. Several streams of it see the same data.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     */
    SnapshotView snapshot();

    /**
     * Returns the version that new streams saw at a moment of the database. It is the last one whose
     * {@link SnapshotView#takenAt} is not after the moment.
     *
     * @throws IllegalArgumentException if the store does not have that version any more, or never had it; see
     * {@link StoreConfiguration#keep()}
     */
    SnapshotView snapshotAt(Instant moment);

    /**
     * Returns the last version that shows no transaction after a binlog position.
     *
     * @throws IllegalArgumentException if the store does not have that version any more, or never had it; see
     * {@link StoreConfiguration#keep()}
     */
    SnapshotView snapshotAt(Position position);

    /**
     * Returns the contents and the memory use of the current version. This call counts the distinct values, which takes
     * a while for large tables.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     */
    StoreStatistics getStatistics();

    /**
     * Returns a stream of the table of a class, in the order of the primary key. Rows that replication inserted come
     * after them. Operations with analysable functions run on columns.
     *
     * @param rows the class of the table's rows
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws StaleMemoryException if memory is older than {@link StoreConfiguration#maxAge()} allows
     * @throws IllegalArgumentException if the application has no table of this class
     */
    <E> Stream<E> stream(Class<E> rows);

    /**
     * Runs a pipeline over a table and returns a report. The report contains the steps that ran on columns and the
     * number of rows after each step. For each other step it contains the reason why the step did not run on columns:
     *
     * {@snippet :
     * store.explain(Film.class, stream -> stream.filter(Film.RATING.equal(Rating.PG13)).count())
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
    <E> Explanation explain(Class<E> rows, Function<? super Stream<E>, ?> pipeline);

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
    <E> Explanation plan(Class<E> rows, Function<? super Stream<E>, ?> pipeline);

    /**
     * Reloads one table during replication, and returns when new streams show it. All tables then show the same moment,
     * as before. The table is no longer {@link FollowStatus#stopped} if it fits the model again.
     *
     * @throws DataStoreException if the table cannot be loaded, or replication is not running
     * @throws IllegalArgumentException if the application has no table of the class in memory
     */
    void reload(Class<?> rows);

    /**
     * Returns the age of the data that new streams of one table show. It does not grow when another table is
     * {@link FollowStatus#stopped}.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws IllegalArgumentException if the application has no table of the class in memory
     */
    Duration age(Class<?> rows);

    /**
     * Waits until new streams of one table show all transactions before a binlog position, regardless of the state of
     * other tables.
     *
     * @return true if they do; false after the timeout, without replication, or while this table is
     * {@link FollowStatus#stopped}
     * @throws IllegalArgumentException if the application has no table of the class in memory
     */
    boolean await(Class<?> rows, Position position, Duration timeout) throws InterruptedException;

    /** Waits as {@link #await(Class, Position, Duration)} does, for all commits before this call. */
    boolean await(Class<?> rows, Duration timeout) throws InterruptedException;

    /**
     * Returns a stream of the transactions that clients commit to some tables from now on, as typed changes of rows.
     * The store need not have loaded anything, and the tables need not be in memory. References of entities hold an
     * entity that has only its key, because the binlog does not contain other rows. The requirements on the binlog and
     * the user's privileges are those of {@link #follow}.
     *
     * @param tables the classes of tables of one database; views are not allowed
     * @return a stream that the caller closes; otherwise it closes when the application stops
     * @throws DataStoreException if the store cannot read the binlog, or a table differs from the model; the message
     * names everything that is missing, and the remedy
     */
    ChangeStream changes(Set<Class<?>> tables);

    /**
     * Returns a stream as {@link #changes(Set)} does, of the transactions after a binlog position. The position
     * comes from a {@link ChangeSet}, from {@link ChangeStream#position}, or from the
     * {@link #position() version in memory}. If the server no longer has all transactions after it, the stream ends
     * with that error.
     */
    ChangeStream changes(Position from, Set<Class<?>> tables);

    /**
     * Returns the rows that differ between two versions of a table, such as
     * {@code changes(Film.class, store.snapshotAt(noon), store.snapshot())}. Each inserted, deleted or changed row appears
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
    <E> Stream<RowDifference<E>> changes(Class<E> rows, SnapshotView from, SnapshotView to);

    /**
     * Maintains the result of a stream pipeline over a table. The result is always that of the version that new streams
     * see. The store updates it from the changes if the pipeline allows this, and computes it from scratch otherwise.
     *
     * {@snippet :
     * MaintainedQuery<Long> longFilms = store.maintain(Film.class, s -> s.filter(Film.LENGTH.greaterThan(60)).count());
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
    <E, R> MaintainedQuery<R> maintain(Class<E> rows, Function<? super Stream<E>, ? extends R> query);

    /**
     * Writes the current version to a file. The method writes a temporary file in the same folder, forces it to the
     * disk, and renames it in one step. Any number of threads and applications may save under one name; the last save
     * wins. A reader that has the replaced file open keeps reading it.
     *
     * <p>Only the owner of the process may read a new file. A file that replaces another one takes its permissions, if
     * that file has the same owner and others may not write it. A save that is killed leaves behind a file whose name
     * ends in {@code .part}.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if the file cannot be written, or exists and is not a regular file; an existing file
     * does not change
     */
    void save(Path file);

    /** Opens a file as {@link #open(Path, OpenMode)} does, and verifies it before publication. */
    default CompletableFuture<Void> open(Path file) {
        return open(file, OpenMode.VERIFIED);
    }

    /**
     * Publishes the version in a file. An application can start with this method, and then call
     * {@link #reloadInBackground}. After a failure, the previous version stays.
     *
     * <p>The store verifies a whole file before it publishes it, or with {@link OpenMode#LAZY} before a query reads it.
     * It compares the checksums of all bytes, and checks that columns and indexes are consistent. No query sees data of
     * a damaged file. With {@link OpenMode#TRUSTED}, queries wait only for the checksums.
     *
     * <p>Do not write to a mapped file whose version is in use. Replace it by moving another file to its name, as
     * {@link #save} does. The store notices a write within about a second and verifies the file again. If its bytes
     * differ, the store withdraws the version. It also reloads if it replicated the database. The results of queries
     * during that time are undefined: one that reads a truncated part fails with a {@link DataStoreException}.
     * {@link OpenMode#COPIED} avoids this danger.
     *
     * @return completes when everything is verified. With {@link OpenMode#VERIFIED} and {@link OpenMode#COPIED}, this is
     * the case when the method returns. If the file is damaged, it completes with a {@link DataStoreException} that
     * names the table and column
     * @throws DataStoreException if the file is not a snapshot file, is damaged or truncated, or belongs to another
     * model. It is also thrown if the memory budget does not allow a copy, a load is running, or the application has
     * stopped
     */
    CompletableFuture<Void> open(Path file, OpenMode mode);

    /**
     * Returns whether everything in memory is verified. It is false while the store verifies a file that it opened with
     * {@link OpenMode#LAZY} or {@link OpenMode#TRUSTED}.
     */
    boolean isVerified();

    /**
     * Starts replication as {@link #follow(FollowConfiguration)} does, with {@link StoreConfiguration#follow()} or with
     * the defaults.
     */
    void follow();

    /**
     * Starts replication of the database from the version in memory. New streams show each committed transaction within
     * milliseconds, whole and in order. Streams, iterators and snapshots keep the version with which they began.
     *
     * <p>After a lost connection the store reconnects and continues at the same binlog position. It reloads a table, or
     * all tables, if it can no longer replicate them. The log and {@link #followStatus} report these events. If a load
     * completes meanwhile, replication continues from its version.
     *
     * <p>An unreachable database is not an error: the store is {@link FollowStatus.Phase#DISCONNECTED}, and retries
     * until it can replicate. So an application can start from a file while the database is unreachable.
     *
     * <p>The server's binlog must be enabled, with {@code binlog_format=ROW}, {@code binlog_row_image=FULL} and
     * {@code binlog_row_metadata=FULL}. The user needs the privileges REPLICATION SLAVE, REPLICATION CLIENT and SELECT.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if replication is impossible for another reason; the message names everything that is
     * missing and the remedy
     */
    void follow(FollowConfiguration how);

    /** Stops replication if it is running. The last version stays in memory. */
    void stopFollowing();

    /**
     * Returns the status of replication; empty if replication is not configured, or before the first version. If
     * {@link StoreConfiguration#follow()} requests replication but it could not start, the status is
     * {@link FollowStatus.Phase#STOPPED} and contains the reason.
     */
    Optional<FollowStatus> followStatus();

    /**
     * Returns the maximum age of the data that new streams show.
     *
     * <ul>
     * <li>During replication it is the time since the store last knew that it had applied all transactions. On an idle
     * server this is at most the interval between two heartbeats.
     * <li>While transactions are pending, it is the time since the commit of the last transaction that new streams
     * show. MariaDB reports whole seconds, so the age may be one second too high.
     * <li>A table that is {@link FollowStatus#stopped} ages from the moment at which its replication stopped.
     * <li>Without replication it is the time since the load.
     * </ul>
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     */
    Duration age();

    /** Returns the binlog position up to which new streams show all commits; empty if the store does not know it. */
    Optional<Position> position();

    /**
     * Waits until new streams of all tables show all transactions before a binlog position.
     *
     * @return true if they do; false after the timeout, without replication, or while a table is
     * {@link FollowStatus#stopped}
     */
    boolean await(Position position, Duration timeout) throws InterruptedException;

    /** Waits as {@link #await(Position, Duration)} does, for all commits before this call. */
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * Waits as {@link #await(Position, Duration)} does, for all commits of a connection, so that a caller can read its
     * own writes.
     *
     * @throws DataStoreException if the connection fails
     */
    boolean await(Connection connection, Duration timeout) throws InterruptedException;

    /** Adds a listener for the positions that the store reaches while it follows the database. */
    void addFollowListener(FollowListener listener);

    /** Removes a listener. A call that runs at the moment may end later. */
    void removeFollowListener(FollowListener listener);

    /** Returns statistics of the comparison with the database; empty if {@link StoreConfiguration#shadow()} is 0. */
    Optional<ShadowStatistics> shadowStatistics();

    /**
     * Adds a listener that receives each query to which memory and the database gave different answers. A thread of the
     * store calls it, and logs its exceptions.
     *
     * @throws IllegalStateException if {@link StoreConfiguration#shadow()} is 0
     */
    void addShadowListener(Consumer<ShadowDifference> listener);

    /** Verifies as {@link #verify(LoadProgress)} does, without reporting progress. */
    default Verification verify() {
        return verify(LoadProgress.NONE);
    }

    /**
     * Compares all tables in memory with those of the database at one binlog position. It compares every row that
     * exists on either side, and every value as a load would read it now. For a table without a primary key, it
     * compares the number of rows and a sum of their hashes. The method reads the database as a load over one
     * connection does. It needs the memory of a few thousand rows and one bit for each row. Other clients may read and
     * write meanwhile.
     *
     * <p>With replication, the store pauses replication while it begins a transaction, and publishes a version at
     * exactly that position. It compares rows that differ once more at a later position, and reports them only if they
     * still differ. It skips views, which are as old as their last load. Without replication, the version in memory
     * must be the latest state of the database.
     *
     * <p>An interrupt of the calling thread cancels the comparison. Rows that the decorator of a load excluded are also
     * differences.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws DataStoreException if the database fails or does not report its position. Without replication, it is also
     * thrown if the database has changed since the load. The message says what to do
     */
    Verification verify(LoadProgress progress);

    /**
     * Drops the current version, stops replication and cancels the next scheduled reload. The store returns the memory
     * when the last stream of the version ends. Later streams throw {@link DataStoreNotLoadedException} until the next
     * load, or use the database if {@link StoreConfiguration#storeNotLoaded} says so. A running load still publishes
     * its version.
     */
    void clear();

    /**
     * Returns the number of the current version: 1 for the first, and one more for each later one; 0 if no version is
     * in memory.
     */
    long version();

    /** Returns the native bytes of the current version's columns and indexes; 0 if no version is in memory. */
    long bytes();

    /** Returns about how many bytes of heap the states of maintained queries take. */
    long maintainedBytes();

    /**
     * Returns the native bytes besides {@link #bytes()}. These are the memory that only previous versions use, and the
     * staged data of a running load. A previous version keeps its memory until the garbage collector finds that no
     * stream, iterator or view uses it.
     */
    long formerBytes();

    /**
     * Returns the freed native bytes that this JVM keeps for later versions of all its applications. 0 if the JVM
     * allows native access, because freed memory then returns to the system.
     */
    long keptBytes();

    /** Returns the number of rows of all tables of the current version; 0 if no version is in memory. */
    long rows();

    /** Returns the number of published versions. */
    long loads();

    /** Returns the number of failed loads. */
    long failedLoads();

    /** Returns the number of pipelines that used a fallback, because columns could not evaluate an operation. */
    long fallbacks();

    /**
     * Adds a listener that receives the time of every query. From then on, each stream takes about a microsecond longer
     * for the life of the application.
     */
    void addQueryListener(QueryListener listener);
}
