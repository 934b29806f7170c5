package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.BlockingWork;
import org.speedwell.streaming.engine.Failures;

/**
 * A sink whose writes block. It gathers rows into batches. A virtual thread writes the batches in order, one at a time.
 * If writing is slow, the job waits. If writing fails, the job stops. A sink belongs to one job.
 *
 * {@snippet :
 * class Mail extends BlockingSink<Reading> {
 *     Mail() {
 *         super(100);                                 // rows per batch
 *     }
 *
 *     @Override
 *     protected void write(List<Reading> rows) throws Exception {
 *         System.out.println(rows.size() + " alarms");
 *     }
 * }
 * }
 */
public abstract class BlockingSink<T> extends Claims.SingleUse implements Sink<T> {
    /** The number of batches that may wait for the writer. */
    private static final int WAITING = 16;

    private final int batchSize;
    private List<T> filling = new ArrayList<>();

    /**
     * True if the sink has accepted something since the last sync. It starts as true, so that the first sync checks the
     * existing content.
     */
    private boolean dirty = true;

    /** The batches in order. An empty batch requests a sync. */
    private final Queue<List<T>> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger unwritten = new AtomicInteger();
    private final AtomicBoolean writing = new AtomicBoolean();

    /** The lock that the writer holds while it writes a batch. */
    private final ReentrantLock turn = new ReentrantLock();

    /** The thread that writes a batch at this moment. */
    private volatile @Nullable Thread writer;

    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /**
     * Creates a sink that writes batches of {@code batchSize} rows. It writes a smaller batch if the writer would be
     * idle otherwise.
     */
    protected BlockingSink(int batchSize) {
        if (batchSize < 1) {
            throw new IllegalArgumentException("batchSize is " + batchSize + ", but must be 1 or more.");
        }
        this.batchSize = batchSize;
    }

    /** Writes one or more rows. May block. An exception stops the job. */
    protected abstract void write(List<T> rows) throws Exception;

    /** Makes the written rows survive a crash of the process and of the machine. May block. */
    protected void sync() throws Exception {}

    /**
     * Returns whether to sync now, although the sink has accepted nothing since the last sync. Only the job calls this
     * method, and only while nothing is written.
     */
    protected boolean needsSync() {
        return false;
    }

    /** Releases what the sink holds. No other method runs afterwards. May block. */
    protected void release() throws Exception {}

    /** Accepts a row. Only the job calls this method. */
    @Override
    public void accept(T row, long time) {
        dirty = true;
        filling.add(row);
        if (filling.size() >= batchSize) {
            handOver();
        }
    }

    /** Writes the gathered rows if the writer is idle. Only the job calls this method. */
    @Override
    public void watermark(long watermark) {
        requireNoFailure();
        if (!filling.isEmpty() && unwritten.get() == 0) {
            handOver(); // rows gather while the writer works
        }
    }

    /** Returns whether the sink accepts more rows. Only the job calls this method. */
    @Override
    public boolean hasRoom() {
        requireNoFailure();
        return unwritten.get() < WAITING;
    }

    /** Returns whether all rows are written and synced, and requests it if not. Only the job calls this method. */
    @Override
    public boolean flush() {
        if (dirty || unwritten.get() == 0 && failure == null && needsSync()) {
            dirty = false;
            if (!filling.isEmpty()) {
                handOver();
            }
            handOver(); // an empty batch requests a sync
        }
        boolean flushed = unwritten.get() == 0;
        requireNoFailure();
        return flushed;
    }

    /**
     * Releases the sink after the current batch, and drops the batches behind it. Interrupting this method interrupts
     * the writer. Only the job calls this method.
     */
    @Override
    public void close() {
        closed = true;
        lockTurn();
        try {
            release();
        } catch (Exception e) {
            throw new IllegalStateException(Failures.describe(this) + " could not be closed.", e);
        } finally {
            turn.unlock();
        }
    }

    private void lockTurn() {
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread writing = writer;
            if (writing != null) {
                writing.interrupt();
            }
            turn.lock();
        }
    }

    private void handOver() {
        unwritten.incrementAndGet();
        waiting.add(filling);
        filling = new ArrayList<>();
        startWriting();
    }

    private void startWriting() {
        if (!waiting.isEmpty() && writing.compareAndSet(false, true)) {
            BlockingWork.start("speedwell-sink", this::writeAll);
        }
    }

    private void writeAll() {
        do {
            for (List<T> rows = waiting.poll(); rows != null; rows = waiting.poll()) {
                write(rows, rows.isEmpty());
            }
            writing.set(false);
        } while (!waiting.isEmpty() && writing.compareAndSet(false, true));
    }

    private void write(List<T> rows, boolean syncs) {
        turn.lock();
        writer = Thread.currentThread();
        try {
            if (closed || failure != null) {
                return;
            }
            if (syncs) {
                sync();
            } else {
                write(rows);
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            writer = null;
            turn.unlock();
            unwritten.decrementAndGet();
        }
    }

    private void requireNoFailure() {
        Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException(Failures.describe(this) + " failed: " + Failures.message(thrown), thrown);
        }
    }
}
