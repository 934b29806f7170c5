package org.speedwell.accelerator.binlog;

import java.time.Duration;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * A reader of the binlog of one server, from a position on.
 *
 * <p>A distributed transaction may be prepared before that position and committed after it. Then the reader opens
 * another connection, which starts at an earlier file. It keeps the prepared rows of that file, skips everything that
 * it has already read, and continues with the commit.
 */
public final class BinlogReader implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BinlogReader.class.getName());

    /** The offset of the first event of a file, after the magic number. */
    private static final int FIRST_EVENT = 4;

    private final Position from;
    private final EntryConsumer entryConsumer;
    private final Streams streams;
    private volatile @Nullable Stream stream;
    private volatile boolean closed;

    /** The commit whose rows the reader looks for; null if it looks for none. */
    private @Nullable BinlogPlace searchedCommit;

    /** A consumer of binlog entries, called by the reading thread. It may block, which delays the server. */
    @FunctionalInterface
    public interface EntryConsumer {
        void take(BinlogEntry entry) throws BinlogException, InterruptedException;
    }

    /** A connection that sends events. */
    interface Stream extends AutoCloseable {
        void read() throws BinlogException, InterruptedException;

        void recheckTables();

        /** Returns for how long the stream has waited for the next event of any kind. Callable by any thread. */
        Duration waiting();

        @Override
        void close();
    }

    /** A factory of connections. */
    @FunctionalInterface
    interface Streams {
        /**
         * Creates a stream from a position on.
         *
         * @param known the place before which the stream skips everything except prepared transactions; null to skip
         * nothing
         */
        Stream from(Position position, @Nullable BinlogPlace known, EntryConsumer entryConsumer);
    }

    /**
     * Creates a reader without a connection.
     *
     * @param serverId the id by which the server knows this reader; no other replica of the server may use it
     * @param heartbeat the time after which an idle server sends a sign of life
     * @param silence the time without a whole event after which the reader considers the connection lost
     * @param order the order of the transactions, over all connections of this reader
     * @param follows tests the schema and name of a table whose rows the taker needs
     */
    public BinlogReader(
            BinlogAddress address,
            Position from,
            long serverId,
            Duration heartbeat,
            Duration silence,
            LogOrder order,
            BiPredicate<String, String> follows,
            EntryConsumer entryConsumer) {
        this(
                from,
                entryConsumer,
                (position, known, to) ->
                        new BinlogStream(address, position, known, serverId, heartbeat, silence, order, follows, to));
    }

    BinlogReader(Position from, EntryConsumer entryConsumer, Streams streams) {
        this.from = from;
        this.entryConsumer = entryConsumer;
        this.streams = streams;
    }

    /**
     * Reads until {@link #close} is called.
     *
     * @throws BinlogException if the binlog cannot be read further
     */
    public void read() throws BinlogException, InterruptedException {
        Position at = from;
        UnknownPrepareException unknown = null;
        EarlierFiles files = null;
        while (true) {
            try (Stream opened = streams.from(at, searchedCommit, this::take)) {
                stream = opened;
                if (!closed) { // otherwise close() may have missed the stream
                    opened.read();
                }
                return;
            } catch (UnknownPrepareException e) {
                if (files == null || !e.commit().isAt(searchedCommit)) {
                    files = new EarlierFiles(e.commit().file());
                } else {
                    files.markRead();
                }
                unknown = e;
                searchedCommit = e.commit();
            } catch (BinlogException e) {
                if (searchedCommit == null || files == null || e.reason() != BinlogException.Reason.POSITION) {
                    throw e;
                }
                files.markAbsent();
            } finally {
                stream = null;
            }
            String file = files.next();
            if (file == null) {
                throw unknown;
            }
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "Searching " + file + " for the rows of the transaction that was committed at "
                            + searchedCommit);
            at = new Position(file, FIRST_EVENT, "");
        }
    }

    private void take(BinlogEntry entry) throws BinlogException, InterruptedException {
        BinlogPlace commit = searchedCommit;
        if (commit == null || !entry.end().isBefore(commit.file(), commit.offset())) {
            searchedCommit = null;
            entryConsumer.take(entry);
        } else if (entry instanceof BinlogEntry.Transaction known) {
            known.rows().close();
        }
    }

    /**
     * Makes the reader test again which tables it follows, from the next transaction on. Call it only from
     * {@link EntryConsumer#take}.
     */
    public void recheckTables() {
        Stream now = stream;
        if (now != null) {
            now.recheckTables();
        }
    }

    /**
     * Returns for how long the reader has waited for the next event; zero without a connection. Callable by any thread.
     */
    public Duration waiting() {
        Stream now = stream;
        return now == null ? Duration.ZERO : now.waiting();
    }

    /** Ends the reading. {@link #read} then returns soon. Callable by any thread. */
    @Override
    public void close() {
        closed = true;
        Stream open = stream;
        if (open != null) {
            open.close();
        }
    }
}
