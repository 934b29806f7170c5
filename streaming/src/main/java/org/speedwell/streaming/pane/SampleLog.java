package org.speedwell.streaming.pane;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.streaming.aggregate.Samples;

/**
 * A log of the samples of all keys in the order of arrival. Each sample has the number of the previous sample of its
 * key. Writes are sequential for all keys. The pane reads the log only for samples that did not arrive in time order.
 * For one thread.
 */
final class SampleLog {
    /** The number that represents the absence of a sample. Samples count from 1. */
    static final int NONE = 0;

    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int OFFSET = CHUNK - 1;

    /** Chunks of {@value #CHUNK} samples each. {@link #clear} keeps them for reuse. */
    private final List<Chunk> chunks = new ArrayList<>();

    private Chunk last = new Chunk(0);
    private int size;

    private static final class Chunk {
        final long[] times;
        final double[] values;
        final int[] before;

        private Chunk(int length) {
            times = new long[length];
            values = new double[length];
            before = new int[length];
        }
    }

    /**
     * Adds a sample and returns its number.
     *
     * @param before the number of the previous sample of the key, or {@link #NONE}
     */
    int add(long time, double value, int before) {
        int at = size & OFFSET;
        if (at == 0) {
            last = nextChunk();
        }
        last.times[at] = time;
        last.values[at] = value;
        last.before[at] = before;
        return ++size;
    }

    private Chunk nextChunk() {
        if (size == Integer.MAX_VALUE - OFFSET) {
            throw new IllegalStateException(
                    "One pane of a time integral has more than 2^31 samples. Use a shorter window, a"
                            + " slide that gives shorter panes, or fewer samples.");
        }
        int index = size >>> CHUNK_BITS;
        if (index == chunks.size()) {
            chunks.add(new Chunk(CHUNK));
        }
        return chunks.get(index);
    }

    /** Returns the samples of a key up to and including one sample, in time order. */
    Samples samples(int upTo) {
        int count = 0;
        for (int number = upTo; number != NONE; number = before(number)) {
            count++;
        }
        int[] numbers = new int[count];
        for (int number = upTo; number != NONE; number = before(number)) {
            numbers[--count] = number;
        }
        Samples samples = new Samples();
        for (int number : numbers) {
            Chunk chunk = chunk(number);
            samples.add(chunk.times[(number - 1) & OFFSET], chunk.values[(number - 1) & OFFSET]);
        }
        return samples;
    }

    private int before(int number) {
        return chunk(number).before[(number - 1) & OFFSET];
    }

    private Chunk chunk(int number) {
        return chunks.get((number - 1) >>> CHUNK_BITS);
    }

    void clear() {
        size = 0;
    }

    long bytes() {
        return (2L * Long.BYTES + Integer.BYTES) * CHUNK * chunks.size();
    }
}
