package org.speedwell.accelerator.incremental;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.ElementPosition;
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

    /** The positions of the rows in their order. */
    private List<ElementPosition> rows = List.of();

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
    void fill(List<ElementPosition> first) {
        keep(first);
    }

    private void keep(List<ElementPosition> ordered) {
        isComplete &= ordered.size() <= capacity;
        rows = first(ordered, isComplete ? ordered.size() : capacity);
        if (!isComplete && needed == ALL) {
            throw new NotIncrementalException(
                    String.format(Locale.ROOT, "%s, and more than %,d rows pass its filters", noTotal, MAX_ROWS));
        }
    }

    /**
     * Follows a change of rows.
     *
     * @param gone the rows that were removed or replaced
     * @param come the rows that were added or replaced others, in ascending order
     * @param inOrder returns those of some rows of the new version that pass the filters, in their order; the former are
     * in ascending order
     * @return true if a row on which the result depends has changed
     * @throws NotIncrementalException if too few rows are left
     */
    boolean change(
            Set<ElementPosition> gone, List<ElementPosition> come, UnaryOperator<List<ElementPosition>> inOrder) {
        List<ElementPosition> former = needed();
        rows = without(gone);
        List<ElementPosition> entering = come.isEmpty() ? come : entering(come, inOrder);
        if (!isComplete && rows.size() < needed) {
            throw new NotIncrementalException("too many of its first rows have left");
        }
        List<ElementPosition> latter = needed();
        return !former.equals(latter) || !Collections.disjoint(former, gone) || containsAny(latter, entering);
    }

    /** Keeps the new rows that certainly belong before all rows that the state does not keep, and returns them. */
    private List<ElementPosition> entering(List<ElementPosition> come, UnaryOperator<List<ElementPosition>> inOrder) {
        List<ElementPosition> left = rows;
        if (isComplete) {
            List<ElementPosition> entering = inOrder.apply(come);
            if (!entering.isEmpty()) {
                keep(inOrder.apply(union(left, entering)));
            }
            return entering;
        }
        if (left.isEmpty()) {
            return left;
        }
        // mostly, a new row either belongs before the last needed row, or behind all rows
        int head = needed <= SPARE_ROWS ? Math.min(needed, left.size()) : 0;
        List<ElementPosition> compared = new ArrayList<>(left.subList(0, head));
        if (head < left.size()) {
            compared.add(left.getLast());
        }
        List<ElementPosition> ordered = inOrder.apply(union(come, compared));
        List<ElementPosition> entering = new ArrayList<>();
        int passed = 0;
        for (ElementPosition row : ordered.subList(0, ordered.indexOf(left.getLast()))) {
            if (passed < head && row.equals(left.get(passed))) {
                passed++; // kept rows keep their order
            } else {
                entering.add(row);
            }
        }
        if (!entering.isEmpty()) {
            int known = head + entering.size();
            boolean areFirst = head > 0 && ordered.get(known - 1).equals(left.get(head - 1));
            keep(
                    areFirst
                            ? concat(ordered.subList(0, known), left.subList(head, left.size()))
                            : inOrder.apply(union(left, entering)));
        }
        return entering;
    }

    private static List<ElementPosition> concat(List<ElementPosition> some, List<ElementPosition> others) {
        List<ElementPosition> all = new ArrayList<>(some.size() + others.size());
        all.addAll(some);
        all.addAll(others);
        return all;
    }

    private static List<ElementPosition> union(List<ElementPosition> some, List<ElementPosition> others) {
        List<ElementPosition> all = concat(some, others);
        all.sort(null);
        return all;
    }

    /** Returns the kept rows without those that are gone. */
    private List<ElementPosition> without(Set<ElementPosition> gone) {
        List<ElementPosition> left = new ArrayList<>(rows.size());
        for (ElementPosition row : rows) {
            if (!gone.contains(row)) {
                left.add(row);
            }
        }
        return left;
    }

    private static boolean containsAny(List<ElementPosition> rows, List<ElementPosition> sought) {
        return !sought.isEmpty() && !Collections.disjoint(rows, sought);
    }

    private static List<ElementPosition> first(List<ElementPosition> of, int count) {
        return of.size() <= count ? of : of.subList(0, count);
    }

    /** Returns the rows on which the result depends, in their order. */
    private List<ElementPosition> needed() {
        return first(rows, needed);
    }

    /** Returns the rows on which the result depends, in ascending order. */
    List<ElementPosition> neededRows() {
        return union(needed(), List.of());
    }

    @Override
    public long bytes() {
        return HeapBytes.OBJECT + rows.size() * HeapBytes.POSITION;
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
