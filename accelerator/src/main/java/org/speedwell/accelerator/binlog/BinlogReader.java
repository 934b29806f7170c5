package org.speedwell.accelerator.binlog;

import java.time.Duration;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * Reads the binlog of one server from a position on. A distributed transaction may have been prepared before that position
 * and be committed behind it. Then the reader opens another connection that begins at an earlier file, keeps the rows that
 * are prepared there, passes over everything else that was read already, and goes on with the commit.
 */
public final class BinlogReader implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(BinlogReader.class.getName());

    /** The first bytes of a file are no event. */
    private static final int FIRST_EVENT = 4;

    private final Position from;
    private final Taker taker;
    private final Streams streams;
    private volatile @Nullable Stream stream;
    private volatile boolean closed;

    /** The commit that is looked for, while it has not been taken. */
    private @Nullable BinlogPlace sought;

    /** Takes what stands in the binlog; it may wait, and the server with it. Called by the thread that reads. */
    @FunctionalInterface
    public interface Taker {
        void take(BinlogEntry entry) throws BinlogException, InterruptedException;
    }

    /** One connection. */
    interface Stream extends AutoCloseable {
        void read() throws BinlogException, InterruptedException;

        void askAgain();

        /** Returns for how long the next event, of whatever kind, has been waited for. For any thread. */
        Duration waiting();

        @Override
        void close();
    }

    /** Opens connections. */
    @FunctionalInterface
    interface Streams {
        /** @param known before which nothing is asked for but what is prepared there; null if all is */
        Stream from(Position position, @Nullable BinlogPlace known, Taker taker);
    }

    /**
     * A reader that has no connection yet.
     *
     * @param serverId by which the server knows us; no other of its replicas may have it
     * @param heartbeat how often the server tells that it is there, while nothing is written
     * @param silence after which a server that sends no whole event is taken for lost
     * @param order of the transactions, over all connections of the same reader
     * @param follows tables, by schema and name, whose rows are asked for
     */
    public BinlogReader(
            BinlogAddress address,
            Position from,
            long serverId,
            Duration heartbeat,
            Duration silence,
            LogOrder order,
            BiPredicate<String, String> follows,
            Taker taker) {
        this(
                from,
                taker,
                (position, known, to) ->
                        new BinlogStream(address, position, known, serverId, heartbeat, silence, order, follows, to));
    }

    BinlogReader(Position from, Taker taker, Streams streams) {
        this.from = from;
        this.taker = taker;
        this.streams = streams;
    }

    /**
     * Reads until it is closed.
     *
     * @throws BinlogException why it cannot go on
     */
    public void read() throws BinlogException, InterruptedException {
        Position at = from;
        UnknownPrepareException unknown = null;
        EarlierFiles files = null;
        while (true) {
            try (Stream opened = streams.from(at, sought, this::take)) {
                stream = opened;
                if (!closed) { // else the closing thread may have missed the stream
                    opened.read();
                }
                return;
            } catch (UnknownPrepareException e) {
                if (files == null || !e.commit().isAt(sought)) {
                    files = new EarlierFiles(e.commit().file());
                } else {
                    files.isRead();
                }
                unknown = e;
                sought = e.commit();
            } catch (BinlogException e) {
                if (sought == null || files == null || e.reason() != BinlogException.Reason.POSITION) {
                    throw e;
                }
                files.isAbsent();
            } finally {
                stream = null;
            }
            String file = files.next();
            if (file == null) {
                throw unknown;
            }
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "The rows of a transaction that was committed at " + sought + " are looked for from " + file);
            at = new Position(file, FIRST_EVENT, "");
        }
    }

    private void take(BinlogEntry entry) throws BinlogException, InterruptedException {
        BinlogPlace commit = sought;
        if (commit == null || !entry.end().isBefore(commit.file(), commit.offset())) {
            sought = null;
            taker.take(entry);
        } else if (entry instanceof BinlogEntry.Transaction known) {
            known.rows().close();
        }
    }

    /** More tables are followed from the next transaction on. For who takes an entry. */
    public void askAgain() {
        Stream now = stream;
        if (now != null) {
            now.askAgain();
        }
    }

    /** Returns for how long the next event has been waited for; zero where there is no connection. For any thread. */
    public Duration waiting() {
        Stream now = stream;
        return now == null ? Duration.ZERO : now.waiting();
    }

    /** Ends the reading, which {@link #read} then returns from soon. For any thread. */
    @Override
    public void close() {
        closed = true;
        Stream open = stream;
        if (open != null) {
            open.close();
        }
    }
}
