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
 * Decodes what one thread reads of a part of a table: each column its values in their order, the columns beside one another
 * and beside the reading. The reading waits where it is too far ahead.
 */
final class Decoding {
    /** How many batches may be on their way. */
    private static final int AHEAD = 8;

    /** Of texts in a batch, about: there are fewer rows in it where they are long. */
    private static final long MOST_BYTES = 1 << 20;

    private final LoadTasks tasks;
    private final OnBadValue onBadValue;
    private final BooleanSupplier isInVain;
    private final Runnable onEnd;
    private final List<Strand> strands = new ArrayList<>();
    private final Semaphore ahead = new Semaphore(AHEAD);
    private final AtomicInteger unfinished;

    /** Some rows, column by column, as {@link ColumnReader#take} gives them. */
    static final class Batch {
        static final int ROWS = 1 << 11;

        private final @Nullable Object[][] values;
        private final int firstRow;
        private final AtomicInteger undecoded;
        private int rows;
        private long bytes;

        /** @param firstRow the number of its first row, from 0 */
        Batch(int columns, int firstRow) {
            this.values = new @Nullable Object[columns][ROWS];
            this.firstRow = firstRow;
            this.undecoded = new AtomicInteger(columns);
        }

        /** A value of the row that is being added. */
        void set(int column, @Nullable Object value) {
            values[column][rows] = value;
            if (value instanceof byte[] text) {
                bytes += text.length;
            }
        }

        /** Whether the row that has been added was the last one that there is room for. */
        boolean endRow() {
            rows++;
            return rows == ROWS || bytes > MOST_BYTES;
        }

        @Nullable
        Object value(int column, int row) {
            return values[column][row];
        }

        /** The number of one of its rows in its part, from 0. */
        int number(int row) {
            return firstRow + row;
        }
    }

    /** Told of a value that does not fit the model. */
    interface OnBadValue {
        /** Returns if the value is to become NULL, or nothing is to be decoded any more. */
        void take(Batch batch, int row, int column, Exception reason) throws LoadException;
    }

    /**
     * @param isInVain whether what is still to be decoded is of no use
     * @param onEnd called once all columns are finished
     */
    Decoding(
            List<ColumnReader> columns,
            LoadTasks tasks,
            OnBadValue onBadValue,
            BooleanSupplier isInVain,
            Runnable onEnd) {
        this.tasks = tasks;
        this.onBadValue = onBadValue;
        this.isInVain = isInVain;
        this.onEnd = onEnd;
        this.unfinished = new AtomicInteger(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            strands.add(new Strand(i, columns.get(i)));
        }
    }

    /** Takes over a batch, which the caller must not touch any more. */
    void add(Batch batch) throws InterruptedException {
        ahead.acquire();
        strands.forEach(strand -> strand.add(batch));
    }

    /** Says that there are no more. */
    void end() {
        strands.forEach(strand -> strand.add(null));
        if (strands.isEmpty()) {
            onEnd.run();
        }
    }

    /** One column: a task runs as long as there is something for it. */
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

        /** Null says that this was all. */
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
            tasks.fork(this::run); // with no lock held: an executor may run it, or another, here and now
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

        /** Null where there is nothing now; finishes the column where there will be nothing any more. */
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
            for (int row = 0; row < batch.rows && !isInVain.getAsBoolean(); row++) {
                try {
                    reader.append(values[row]);
                } catch (RuntimeException e) {
                    onBadValue.take(batch, row, column, e);
                    if (!isInVain.getAsBoolean()) {
                        reader.append(null);
                    }
                }
            }
        }
    }
}
