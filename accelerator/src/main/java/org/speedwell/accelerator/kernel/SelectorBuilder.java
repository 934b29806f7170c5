package org.speedwell.accelerator.kernel;

import java.util.ArrayList;
import java.util.List;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A factory of selectors that run cheap and selective filters first. It also estimates how many rows a filter matches.
 */
public record SelectorBuilder(TableStore<?> table) {
    /** The number of key ranges up to which each gets its own scan; more are looked up in a bitmap. */
    private static final int MAX_SCANNED_RANGES = 4;

    /** The number of rows that a scan reads in the time of two index searches. */
    private static final long ROWS_A_SEARCH = 300;

    public Selector build(Filter filter) {
        return switch (filter) {
            case Filter.Constant constant ->
                constant == Filter.Constant.ALL ? new Selector.All(List.of()) : new Selector.Any(List.of());
            case Filter.NullRows nulls -> new Selector.Nulls(nulls.column().column());
            case Filter.InRange range -> range(range);
            case Filter.KeySet set -> set(set);
            case Filter.KeyOrdered ordered ->
                new OrderedKeys(ordered.below().column(), ordered.above().column(), ordered.orSame());
            case Filter.FieldTest test -> new Selector.Tested<>(table, test);
            case Filter.TextMatch match ->
                new Selector.Matched(
                        match.column().column(), new TextMatcher(match.texts(), match.pattern(), match.inverted()));
            case Filter.Computed computed -> new Selector.Computed(computed.test());
            case Filter.And and -> new Selector.All(inOrder(and.filters(), 1));
            case Filter.Or or -> new Selector.Any(inOrder(or.filters(), -1));
        };
    }

    private Selector range(Filter.InRange range) {
        KeyColumn column = range.column().column();
        long low = Math.max(range.low(), column.min());
        long high = Math.min(range.high(), column.max());
        boolean none = low > high || column.isEmpty();
        if (none || low == column.min() && high == column.max()) {
            return none == range.inverted() ? new Selector.Valid(column) : new Selector.Any(List.of());
        }
        return new Selector.Range(column, column.code(low), high - low, range.inverted());
    }

    private Selector set(Filter.KeySet set) {
        KeyColumn column = set.column().column();
        long span = column.max() - column.min();
        boolean isNarrow = span >= 0 && span < Selector.Table.MAX_CODES;
        if (isNarrow || Filter.KeySet.isDense(span, set.keys().length)) {
            if (!set.inverted() && hasFewRanges(set)) {
                List<Selector> ranges = ranges(set);
                return ranges.size() == 1 ? ranges.getFirst() : new Selector.Any(ranges);
            }
            return new Selector.Table(column, bits(column, set, (int) span), set.nulls());
        }
        return new Selector.Keys(column, set.keys(), set.inverted(), set.nulls());
    }

    /** Returns whether the set consists of a few runs of consecutive keys, or NULL. */
    private static boolean hasFewRanges(Filter.KeySet set) {
        long[] keys = set.keys();
        int ranges = (set.nulls() ? 1 : 0) + (keys.length > 0 ? 1 : 0);
        for (int i = 1; i < keys.length && ranges <= MAX_SCANNED_RANGES; i++) {
            ranges += keys[i] == keys[i - 1] + 1 ? 0 : 1;
        }
        return ranges > 0 && ranges <= MAX_SCANNED_RANGES;
    }

    /** Returns a selector for each run of consecutive keys. */
    private List<Selector> ranges(Filter.KeySet set) {
        List<Selector> ranges = new ArrayList<>();
        long[] keys = set.keys();
        int first = 0;
        for (int i = 1; i <= keys.length; i++) {
            if (i == keys.length || keys[i] != keys[i - 1] + 1) {
                ranges.add(range(new Filter.InRange(set.column(), keys[first], keys[i - 1], false)));
                first = i;
            }
        }
        if (set.nulls()) {
            ranges.add(new Selector.Nulls(set.column().column()));
        }
        return ranges;
    }

    private static long[] bits(KeyColumn column, Filter.KeySet set, int span) {
        long[] bits = new long[(span >>> 6) + 1];
        for (long key : set.keys()) {
            if (key >= column.min() && key <= column.max()) {
                long code = column.code(key);
                bits[(int) (code >>> 6)] |= 1L << code;
            }
        }
        if (set.inverted()) {
            for (int i = 0; i < bits.length; i++) {
                bits[i] = ~bits[i];
            }
        }
        return bits;
    }

    /**
     * Orders filters so that those which decide most rows at the least cost come first. {@code sign} is −1 if matches
     * decide.
     */
    private List<Selector> inOrder(List<Filter> filters, int sign) {
        List<Selector> inOrder = new ArrayList<>(filters.size());
        double[] ranks = new double[filters.size()];
        for (Filter filter : filters) {
            Selector selector = build(filter);
            double share = share(filter);
            double decided = sign > 0 ? 1 - share : share;
            double rank = -decided / cost(selector);
            int place = inOrder.size();
            for (; place > 0 && ranks[place - 1] > rank; place--) {
                ranks[place] = ranks[place - 1];
            }
            ranks[place] = rank;
            inOrder.add(place, selector);
        }
        return inOrder;
    }

    /** Returns the estimated selectivity of a filter, from 0 to 1. */
    public double share(Filter filter) {
        return table.rows() == 0 ? 0 : (double) atMost(filter) / table.rows();
    }

    /** Returns whether the keys of a filter are so few that index searches are faster than a scan. */
    public boolean isLookedUp(Filter filter) {
        if (!(filter instanceof Filter.KeySet set)) {
            return true;
        }
        SortedIndex index = set.column().index();
        return index != null && index.isDirect() || set.keys().length * ROWS_A_SEARCH <= table.rows();
    }

    /**
     * Returns an upper bound of the matching rows. It is exact for one range or set of an indexed column for which
     * {@link #isLookedUp} holds.
     */
    public int atMost(Filter filter) {
        return switch (filter) {
            case Filter.Constant constant -> constant == Filter.Constant.ALL ? table.rows() : 0;
            case Filter.NullRows nulls -> nulls.column().column().nulls();
            case Filter.InRange range -> {
                int inside = inside(range.column(), range.low(), range.high());
                yield range.inverted() ? valid(range.column()) - inside : inside;
            }
            case Filter.KeySet set -> {
                int inside = inside(set);
                int nulls = set.nulls() ? set.column().column().nulls() : 0;
                yield nulls + (set.inverted() ? valid(set.column()) - inside : inside);
            }
            case Filter.KeyOrdered _, Filter.FieldTest _, Filter.TextMatch _, Filter.Computed _ -> table.rows();
            case Filter.And and -> {
                int fewest = table.rows();
                for (Filter part : and.filters()) {
                    fewest = Math.min(fewest, atMost(part));
                }
                yield fewest;
            }
            case Filter.Or or -> {
                long sum = 0;
                for (Filter part : or.filters()) {
                    sum += atMost(part);
                }
                yield (int) Math.min(table.rows(), sum);
            }
        };
    }

    /** Returns the number of rows with a key of the set, without NULL rows. */
    int inside(Filter.KeySet set) {
        if (!isLookedUp(set)) {
            KeyColumn keys = set.column().column();
            double all = (double) keys.max() - keys.min() + 1;
            return (int) Math.ceil(valid(set.column()) * Math.min(1, set.keys().length / all));
        }
        SortedIndex index = set.column().index();
        long inside = 0;
        if (index == null) {
            for (long key : set.keys()) {
                inside += inside(set.column(), key, key);
            }
        } else {
            RowFinder finder = new RowFinder(index, set.keys().length);
            for (long key : set.keys()) {
                inside += SortedIndex.rows(finder.positions(key));
            }
        }
        return (int) Math.min(inside, valid(set.column()));
    }

    private int valid(ColumnRef column) {
        return table.rows() - column.column().nulls();
    }

    /** Returns the number of rows in a range: exact with an index, else estimated with evenly spread keys. */
    private int inside(ColumnRef.Ordered column, long low, long high) {
        SortedIndex index = column.index();
        if (index != null) {
            return index.count(low, high);
        }
        KeyColumn keys = column.column();
        double from = Math.max(low, keys.min());
        double to = Math.min(high, keys.max());
        double all = (double) keys.max() - keys.min() + 1;
        return from > to ? 0 : (int) Math.ceil(valid(column) * Math.min(1, (to - from + 1) / all));
    }

    /** Returns the cost of scanning a block, in about nanoseconds per hundred rows. */
    private static double cost(Selector selector) {
        return switch (selector) {
            case Selector.Range range -> range.column().codes().width();
            case Selector.Table table -> 50;
            case Selector.Keys keys -> 500;
            case Selector.Nulls nulls -> 0.1;
            case Selector.Valid valid -> 0.1;
            case Selector.Matched matched -> 1000;
            case Selector.Tested<?> tested -> 5000;
            case OrderedKeys _ -> 100;
            case Selector.Computed computed -> 400;
            case Selector.All all -> cost(all.parts());
            case Selector.Any any -> cost(any.parts());
        };
    }

    private static double cost(List<Selector> parts) {
        double sum = 0.1;
        for (Selector part : parts) {
            sum += cost(part);
        }
        return sum;
    }
}
