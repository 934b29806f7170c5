package org.speedwell.accelerator.plan;

import static java.util.Objects.requireNonNull;

import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.join.TupleSource;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * A spliterator that gives the tuples of a join to a JDK stream, in growing blocks. It computes no tuple in advance.
 */
public final class TupleSpliterator implements Spliterator<int[]> {
    /** The characteristics of every instance. */
    public static final int CHARACTERISTICS = ORDERED | NONNULL | IMMUTABLE;

    /** The size of the first block, small so that a caller who wants one tuple does not wait for a thousand. */
    private static final int FIRST_BLOCK = 16;

    private static final int MIN_SPLIT = 64;

    private final JoinQuery query;
    private final TupleRun run;
    private int from;
    private final int to;
    private @Nullable TupleSource source;
    private final RowBlock block;
    private int next;
    private int limit = FIRST_BLOCK;

    TupleSpliterator(JoinQuery query, TupleRun run) {
        this(query, run, 0, run.size());
    }

    private TupleSpliterator(JoinQuery query, TupleRun run, int from, int to) {
        this.query = query;
        this.run = run;
        this.from = from;
        this.to = to;
        this.block = new RowBlock(query.tables().size(), run.capacity());
    }

    @Override
    public boolean tryAdvance(Consumer<? super int[]> action) {
        requireNonNull(action);
        if (next == block.size && !fill()) {
            return false;
        }
        action.accept(tuple(next++));
        query.keepAlive();
        return true;
    }

    @Override
    public void forEachRemaining(Consumer<? super int[]> action) {
        requireNonNull(action);
        limit = block.capacity();
        do {
            while (next < block.size) {
                action.accept(tuple(next++));
            }
        } while (fill());
        query.keepAlive();
    }

    private boolean fill() {
        if (source == null) {
            source = run.source(from, to);
        }
        next = 0;
        boolean any = source.next(block, limit);
        limit = Math.min(2 * limit, block.capacity());
        query.keepAlive();
        return any;
    }

    private int[] tuple(int place) {
        int[] tuple = new int[block.rows.length];
        for (int table = 0; table < tuple.length; table++) {
            tuple[table] = block.rows[table][place];
        }
        return tuple;
    }

    @Override
    public @Nullable TupleSpliterator trySplit() {
        if (source != null || to - from < MIN_SPLIT || !run.isDivisible()) {
            return null;
        }
        int middle = (from + to) >>> 1;
        TupleSpliterator prefix = new TupleSpliterator(query, run, from, middle);
        from = middle;
        return prefix;
    }

    @Override
    public long estimateSize() {
        return source == null ? to - from : Long.MAX_VALUE;
    }

    @Override
    public int characteristics() {
        return CHARACTERISTICS;
    }
}
