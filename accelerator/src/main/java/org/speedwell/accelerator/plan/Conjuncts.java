package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.speedwell.accelerator.filter.Filter;

/** The parts of a filter that must all hold. */
final class Conjuncts {
    private Conjuncts() {}

    /**
     * Returns the parts that must all hold. It merges the ranges of one column into one range, and the key sets into
     * one set.
     */
    static List<Filter> of(Filter filter) {
        if (!(filter instanceof Filter.And)) {
            return List.of(filter);
        }
        List<Filter.InRange> ranges = new ArrayList<>();
        List<Filter> others = new ArrayList<>();
        collect(filter, ranges, others);
        List<Filter> parts = new ArrayList<>(ranges);
        parts.addAll(others);
        return parts.isEmpty() ? List.of(Filter.Constant.ALL) : parts;
    }

    private static void collect(Filter filter, List<Filter.InRange> ranges, List<Filter> others) {
        switch (filter) {
            case Filter.And and -> {
                for (Filter part : and.filters()) {
                    collect(part, ranges, others);
                }
            }
            case Filter.InRange range when !range.inverted() -> merge(ranges, range);
            case Filter.KeySet set when !set.inverted() -> merge(others, set);
            case Filter.InRange _,
                    Filter.KeySet _,
                    Filter.NullRows _,
                    Filter.KeyOrdered _,
                    Filter.FieldTest _,
                    Filter.TextMatch _,
                    Filter.Computed _,
                    Filter.Or _,
                    Filter.Constant _ -> others.add(filter);
        }
    }

    private static void merge(List<Filter.InRange> ranges, Filter.InRange range) {
        for (int i = 0; i < ranges.size(); i++) {
            if (ranges.get(i).column().place() == range.column().place()) {
                ranges.set(i, both(ranges.get(i), range));
                return;
            }
        }
        ranges.add(range);
    }

    private static void merge(List<Filter> others, Filter.KeySet set) {
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) instanceof Filter.KeySet other
                    && !other.inverted()
                    && other.column().place() == set.column().place()) {
                others.set(i, both(other, set));
                return;
            }
        }
        others.add(set);
    }

    /** Returns the keys that are in both sets. */
    private static Filter.KeySet both(Filter.KeySet a, Filter.KeySet b) {
        long[] keys = new long[Math.min(a.keys().length, b.keys().length)];
        int size = common(a.keys(), b.keys(), keys);
        return new Filter.KeySet(a.column(), Arrays.copyOf(keys, size), false, a.nulls() && b.nulls());
    }

    /**
     * Writes the keys that two ascending arrays have in common, and returns their number. The loop has no branches that
     * depend on the keys, because the processor could not predict them.
     */
    private static int common(long[] a, long[] b, long[] into) {
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            long one = a[i];
            long other = b[j];
            into[size] = one;
            size += one == other ? 1 : 0;
            i += one <= other ? 1 : 0;
            j += other <= one ? 1 : 0;
        }
        return size;
    }

    private static Filter.InRange both(Filter.InRange a, Filter.InRange b) {
        return new Filter.InRange(a.column(), Math.max(a.low(), b.low()), Math.min(a.high(), b.high()), false);
    }
}
