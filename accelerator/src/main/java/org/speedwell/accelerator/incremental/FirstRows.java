package org.speedwell.accelerator.incremental;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.stream.RecordedStream.Step;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;
import org.speedwell.accelerator.stream.StreamMethod;

/**
 * The rows on which a result depends: the first rows that pass the filters of a pipeline, in its order. The operations
 * after filters and orders run over these rows only.
 *
 * <p>The state keeps more rows than the result needs. They replace those that leave. A row that enters behind the last
 * one is unknown, because other rows may be between both. If too few rows are left, the next result is computed from
 * scratch.
 *
 * <p>Source of the idea: Yi, Yu, Yang, Xia, Chen, "Efficient Maintenance of Materialized Top-k Views", ICDE 2003.
 */
final class FirstRows implements QueryState {
    /** The largest number of rows on which a result may depend. An update may run the pipeline over all of them. */
    static final int MAX_ROWS = 1_024;

    /** The number of rows that the state keeps besides those that it needs, and as many again. */
    private static final int SPARE_ROWS = 64;

    private static final int ALL = Integer.MAX_VALUE;

    /** The operations that remove or order rows, and return the others unchanged. */
    private static final Set<StreamMethod> OF_ROWS =
            EnumSet.of(StreamMethod.FILTER, StreamMethod.SORTED, StreamMethod.UNORDERED, StreamMethod.DISTINCT);

    /** The operations that have no result, or return it later. */
    private static final Set<StreamMethod> WITHOUT_RESULT = EnumSet.of(
            StreamMethod.FOR_EACH, StreamMethod.FOR_EACH_ORDERED, StreamMethod.ITERATOR, StreamMethod.SPLITERATOR);

    private final int operations;
    private final int needed;
    private final int capacity;
    private final @Nullable String noTotal;

    /** The ids of the rows in their order. */
    private int[] rows = {};

    /** True if no other row passes the filters. */
    private boolean isComplete = true;

    private FirstRows(int operations, int needed, @Nullable String noTotal) {
        this.operations = operations;
        this.needed = needed;
        this.capacity = needed == ALL ? MAX_ROWS : 2 * needed + SPARE_ROWS;
        this.noTotal = noTotal;
    }

    /**
     * Returns the state for a pipeline, without rows.
     *
     * @param noTotal the reason why the pipeline has no {@link Total}
     * @throws NotIncrementalException if the result depends on too many rows, or has no value
     */
    static FirstRows of(Terminal terminal, @Nullable String noTotal) {
        if (WITHOUT_RESULT.contains(terminal.method())) {
            throw new NotIncrementalException(terminal.method() + " returns no result");
        }
        List<Step> steps = terminal.steps();
        int operations = ofRows(steps);
        long needed = needed(steps, operations);
        if (needed > MAX_ROWS && needed != Long.MAX_VALUE) {
            throw new NotIncrementalException(String.format(
                    Locale.ROOT, "%s, and it needs the first %,d rows, more than %,d", noTotal, needed, MAX_ROWS));
        }
        return new FirstRows(operations, (int) Math.min(needed, ALL), noTotal);
    }

    /**
     * Returns the number of operations before the terminal one that only remove or order rows. They end before a filter
     * of sorted rows. A sort also compares the rows that the filter rejects, and the comparator may throw for them.
     */
    static int ofRows(List<Step> steps) {
        int operations = 0;
        boolean isSorted = false;
        while (operations < steps.size() - 1) {
            StreamMethod method = steps.get(operations).method();
            if (!OF_ROWS.contains(method) || isSorted && method == StreamMethod.FILTER) {
                break;
            }
            isSorted |= method == StreamMethod.SORTED;
            operations++;
        }
        return operations;
    }

    /** Returns the number of first rows on which the operations from a place on depend; the greatest long for all. */
    private static long needed(List<Step> steps, int place) {
        long from = 0;
        long to = Long.MAX_VALUE;
        for (Step step : steps.subList(place, steps.size())) {
            switch (step.method()) {
                case SKIP -> from = sum(from, step.size());
                case LIMIT -> to = Math.min(to, sum(from, step.size()));
                case FIND_FIRST, FIND_ANY -> {
                    return Math.min(to, sum(from, 1));
                }
                case MIN, MAX -> {
                    return steps.size() == place + 1 ? 1 : to;
                }
                default -> {
                    if (!step.method().isOneToOne()) {
                        return to;
                    }
                }
            }
        }
        return to;
    }

    private static long sum(long from, long size) {
        return from + size < 0 ? Long.MAX_VALUE : from + size;
    }

    @Override
    public int operations(int all) {
        return operations;
    }

    /** Returns the largest number of rows that {@link #fill} takes. */
    int toFill() {
        return capacity + 1;
    }

    /**
     * Fills the empty state.
     *
     * @param first the first rows of a version in their order; if they are fewer than {@link #toFill}, all
     * @throws NotIncrementalException if the result depends on too many rows
     */
    void fill(int[] first) {
        keep(first);
    }

    private void keep(int[] ordered) {
        isComplete &= ordered.length <= capacity;
        rows = isComplete ? ordered : Arrays.copyOf(ordered, Math.min(ordered.length, capacity));
        if (!isComplete && needed == ALL) {
            throw new NotIncrementalException(
                    String.format(Locale.ROOT, "%s, and more than %,d rows pass its filters", noTotal, MAX_ROWS));
        }
    }

    /**
     * Follows a change of rows.
     *
     * @param gone the ids of rows that were removed or replaced, in ascending order
     * @param come the ids of rows that were added or replaced others, in ascending order
     * @param inOrder returns those of some rows of the new version that pass the filters, in their order; both are
     * row ids, the former in ascending order
     * @return true if a row on which the result depends has changed
     * @throws NotIncrementalException if too few rows are left
     */
    boolean change(int[] gone, int[] come, UnaryOperator<int[]> inOrder) {
        int[] former = needed();
        int[] left = IntStream.of(rows)
                .filter(row -> Arrays.binarySearch(gone, row) < 0)
                .toArray();
        int[] entering = entering(left, come, inOrder);
        if (entering.length > 0) {
            keep(inOrder.apply(union(left, entering)));
        } else {
            rows = left;
        }
        if (!isComplete && rows.length < needed) {
            throw new NotIncrementalException("too many of its first rows have left");
        }
        int[] latter = needed();
        return !Arrays.equals(former, latter) || containsAny(former, gone) || containsAny(latter, entering);
    }

    /** Returns the new rows that certainly belong before all rows that the state does not keep. */
    private int[] entering(int[] left, int[] come, UnaryOperator<int[]> inOrder) {
        if (come.length == 0 || isComplete) {
            return come.length == 0 ? come : inOrder.apply(come);
        }
        if (left.length == 0) {
            return left;
        }
        int last = left[left.length - 1];
        int[] ordered = inOrder.apply(union(come, new int[] {last}));
        return IntStream.of(ordered).takeWhile(row -> row != last).toArray();
    }

    private static int[] union(int[] some, int[] others) {
        return IntStream.concat(IntStream.of(some), IntStream.of(others))
                .sorted()
                .toArray();
    }

    private static boolean containsAny(int[] rows, int[] sought) {
        return IntStream.of(rows).anyMatch(row -> IntStream.of(sought).anyMatch(other -> row == other));
    }

    /** Returns the ids of the rows on which the result depends, in their order. */
    private int[] needed() {
        return rows.length <= needed ? rows : Arrays.copyOf(rows, needed);
    }

    /** Returns the ids of the rows on which the result depends, in ascending order. */
    int[] neededRows() {
        int[] ascending = needed().clone();
        Arrays.sort(ascending);
        return ascending;
    }

    @Override
    public long bytes() {
        return HeapBytes.OBJECT + (long) rows.length * Integer.BYTES;
    }

    @Override
    public String describe() {
        return needed == ALL
                ? String.format(Locale.ROOT, "the rows that pass its filters, at most %,d", MAX_ROWS)
                : String.format(
                        Locale.ROOT,
                        "the first %,d rows, and up to %,d that may replace them",
                        needed,
                        capacity - needed);
    }
}
