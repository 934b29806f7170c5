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
 * A sink whose writing blocks. Rows are gathered into batches, which a virtual thread writes in order, one at a time.
 * Where it is slow, the job waits; where it fails, the job stops. Belongs to one job.
 *
 * {@snippet :
 * class Mail extends BlockingSink<Reading> {
 *     Mail() {
 *         super(100);                                 // rows a batch
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
    /** How many batches may wait to be written. */
    private static final int WAITING = 16;

    private final int batchSize;
    private List<T> filling = new ArrayList<>();

    /** Whether something was accepted that was not synced; at first, as what there was before is to be looked at. */
    private boolean dirty = true;

    /** Batches in order; an empty one asks for a sync. */
    private final Queue<List<T>> waiting = new ConcurrentLinkedQueue<>();

    private final AtomicInteger unwritten = new AtomicInteger();
    private final AtomicBoolean writing = new AtomicBoolean();

    /** Held while a batch is written. */
    private final ReentrantLock turn = new ReentrantLock();

    /** What writes a batch at this moment. */
    private volatile @Nullable Thread writer;

    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /** A sink that writes batches of this many rows, or what there is when it would rest. */
    protected BlockingSink(int batchSize) {
        if (batchSize < 1) {
            throw new IllegalArgumentException("Batches of " + batchSize + " rows: they need 1 or more.");
        }
        this.batchSize = batchSize;
    }

    /** Writes rows, at least one. May block; what it throws stops the job. */
    protected abstract void write(List<T> rows) throws Exception;

    /** Sees to it that what was written outlives the process and the machine. May block. */
    protected void sync() throws Exception {}

    /** Gives back what the sink holds; nothing else is called afterwards. May block. */
    protected void release() throws Exception {}

    /** For the job. */
    @Override
    public void accept(T row, long time) {
        dirty = true;
        filling.add(row);
        if (filling.size() >= batchSize) {
            handOver();
        }
    }

    /** For the job. */
    @Override
    public void watermark(long watermark) {
        requireNoFailure();
        if (!filling.isEmpty() && unwritten.get() == 0) {
            handOver(); // while the writer is at work, rows gather
        }
    }

    /** For the job. */
    @Override
    public boolean hasRoom() {
        requireNoFailure();
        return unwritten.get() < WAITING;
    }

    /** For the job. */
    @Override
    public boolean flush() {
        if (dirty) {
            dirty = false;
            if (!filling.isEmpty()) {
                handOver();
            }
            handOver(); // what is empty asks for a sync
        }
        boolean flushed = unwritten.get() == 0;
        requireNoFailure();
        return flushed;
    }

    /** For the job. Waits for the batch at work, which is interrupted when this is; those behind it are dropped. */
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
