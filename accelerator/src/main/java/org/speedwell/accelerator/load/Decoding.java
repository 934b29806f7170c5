package org.speedwell.accelerator.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.types.ColumnReader;

/**
 * A decoder of the rows that one thread reads of a part of a table. It decodes each column in row order, the columns in
 * parallel with one another and with the reading. The reader waits if it is too far ahead.
 */
final class Decoding {
    /** The greatest number of batches in progress. */
    private static final int AHEAD = 8;

    /** The approximate limit of text bytes in a batch: a batch of long texts has fewer rows. */
    private static final long MAX_BATCH_BYTES = 1 << 20;

    private final LoadTasks tasks;
    private final OnBadValue onBadValue;
    private final BooleanSupplier hasFailed;
    private final Runnable onEnd;
    private final List<Strand> strands = new ArrayList<>();
    private final Semaphore ahead = new Semaphore(AHEAD);
    private final AtomicInteger unfinished;

    /** A batch of rows, stored by column as {@link ColumnReader#take} returns them. */
    static final class Batch {
        static final int ROWS = 1 << 11;

        private final @Nullable Object[][] values;
        private final int firstRow;
        private final AtomicInteger undecoded;
        private int rows;
        private long bytes;

        /**
         * Creates an empty batch.
         *
         * @param firstRow the number of the first row of the batch within its part, from 0
         */
        Batch(int columns, int firstRow) {
            this.values = new @Nullable Object[columns][ROWS];
            this.firstRow = firstRow;
            this.undecoded = new AtomicInteger(columns);
        }

        /** Sets a value of the row being added. */
        void set(int column, @Nullable Object value) {
            values[column][rows] = value;
            if (value instanceof byte[] text) {
                bytes += text.length;
            }
        }

        /** Ends the row being added, and returns whether the batch is full. */
        boolean endRow() {
            rows++;
            return rows == ROWS || bytes > MAX_BATCH_BYTES;
        }

        @Nullable
        Object value(int column, int row) {
            return values[column][row];
        }

        /** Returns the number of a row of the batch within its part, from 0. */
        int number(int row) {
            return firstRow + row;
        }
    }

    /** A handler of values that do not fit the model. */
    interface OnBadValue {
        /**
         * Handles a bad value. Returns normally if the value becomes NULL or the table has failed. Throws to end the
         * load.
         */
        void take(Batch batch, int row, int column, Exception reason) throws LoadException;
    }

    /**
     * Creates a decoder.
     *
     * @param hasFailed returns true if the load no longer needs the remaining values
     * @param onEnd runs once, after all columns are finished
     */
    Decoding(
            List<ColumnReader> columns,
            LoadTasks tasks,
            OnBadValue onBadValue,
            BooleanSupplier hasFailed,
            Runnable onEnd) {
        this.tasks = tasks;
        this.onBadValue = onBadValue;
        this.hasFailed = hasFailed;
        this.onEnd = onEnd;
        this.unfinished = new AtomicInteger(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            strands.add(new Strand(i, columns.get(i)));
        }
    }

    /** Takes ownership of a batch. The caller must not use it any more. */
    void add(Batch batch) throws InterruptedException {
        ahead.acquire();
        strands.forEach(strand -> strand.add(batch));
    }

    /** Signals the end of the batches. */
    void end() {
        strands.forEach(strand -> strand.add(null));
        if (strands.isEmpty()) {
            onEnd.run();
        }
    }

    /** The decoding of one column. At most one task decodes it at a time. The task ends when no batch is waiting. */
    private final class Strand {
        private final int column;
        private final ColumnReader reader;
        private final Queue<Batch> waiting = new ArrayDeque<>();
        private boolean isEnding;
        private boolean isRunning;

        Strand(int column, ColumnReader reader) {
            this.column = column;
            this.reader = reader;
        }

        /** Adds a batch; null signals the end. */
        void add(@Nullable Batch batch) {
            synchronized (this) {
                if (batch == null) {
                    isEnding = true;
                } else {
                    waiting.add(batch);
                }
                if (isRunning) {
                    return;
                }
                isRunning = true;
            }
            tasks.fork(this::run); // holds no lock: an executor may run the task in this thread
        }

        private void run() throws LoadException {
            for (Batch batch = next(); batch != null; batch = next()) {
                tasks.requireNotStopped();
                decode(batch);
                if (batch.undecoded.decrementAndGet() == 0) {
                    ahead.release();
                }
            }
        }

        /** Returns the next batch, or null if there is none now. Finishes the column after the last batch. */
        private @Nullable Batch next() {
            synchronized (this) {
                Batch next = waiting.poll();
                if (next != null) {
                    return next;
                }
                isRunning = false;
                if (!isEnding) {
                    return null;
                }
            }
            reader.finish();
            if (unfinished.decrementAndGet() == 0) {
                onEnd.run();
            }
            return null;
        }

        private void decode(Batch batch) throws LoadException {
            @Nullable Object[] values = batch.values[column];
            for (int row = 0; row < batch.rows && !hasFailed.getAsBoolean(); row++) {
                try {
                    reader.append(values[row]);
                } catch (RuntimeException e) {
                    onBadValue.take(batch, row, column, e);
                    if (!hasFailed.getAsBoolean()) {
                        reader.append(null);
                    }
                }
            }
        }
    }
}
