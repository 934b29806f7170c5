package org.speedwell.accelerator.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.ZoneMap;
import org.speedwell.accelerator.memory.NativeMemory;
import org.speedwell.accelerator.memory.Region;

/**
 * A count of rows by ranges of one-byte codes, eight codes to a word. One loop reads the native memory of all columns
 * and adds up the matches. It writes no memory, so that the JIT compiler vectorises it without the Vector API. It also
 * needs no copy of the codes, which a loop that writes to an array would need. C2 vectorises a loop only while it has
 * few operations: five comparisons over three columns are possible, six are not. Immutable and thread-safe.
 */
final class ByteCount {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long LANES = 0x0101_0101_0101_0101L;
    private static final long SIGNS = 0x8080_8080_8080_8080L;

    /** The lowest bit of each lane of two bytes. The sum of a morsel fits such a lane. */
    private static final long PAIRS = 0x0001_0001_0001_0001L;

    /** The greatest code. */
    private static final int LAST = 0xFF;

    /** The greatest lower end that a lane can be compared with. */
    private static final int HALF = 0x80;

    private static MethodHandle one =
            NonInlinedLoops.of(ByteCount.class, "one", long.class, MemorySegment.class, long.class, Comparison.class);

    private static MethodHandle five = NonInlinedLoops.of(
            ByteCount.class,
            "five",
            long.class,
            MemorySegment.class,
            MemorySegment.class,
            MemorySegment.class,
            long.class,
            Comparison[].class);

    /** The ranges that every row must match, by which the zone maps exclude blocks. */
    private final List<Selector.Range> ranges;

    /** The columns of {@link #five}. */
    private final Codes[] columns;

    private final Comparison[] comparisons;

    /** The only comparison, if one is all; else null. */
    private final @Nullable Comparison single;

    /**
     * A comparison of all lanes. It is true if a code, exclusive-or {@code mask}, is not below a number.
     *
     * @param least the number, unsigned and up to 128
     * @param flip all bits set to invert the result, else 0
     */
    record Comparison(long mask, long least, long flip) {
        static final Comparison ALWAYS = new Comparison(0, 0, 0);

        static Comparison equal(long code) {
            return new Comparison(code * LANES, LANES, -1L);
        }

        static Comparison atLeast(long code) {
            return code <= HALF
                    ? new Comparison(0, code * LANES, 0)
                    : new Comparison(-1L, (LAST + 1 - code) * LANES, -1L);
        }

        static Comparison atMost(long code) {
            return code < LAST ? atLeast(code + 1).inverted() : ALWAYS;
        }

        Comparison inverted() {
            return new Comparison(mask, least, ~flip);
        }
    }

    /**
     * A condition on one column: one comparison, or two of which both match, or not both.
     *
     * @param isNotBoth true if a row matches unless both comparisons do
     */
    private record Condition(KeyColumn column, Comparison first, Comparison second, boolean isNotBoth) {
        boolean isSingle() {
            return second.equals(Comparison.ALWAYS);
        }

        static @Nullable Condition of(Selector selector) {
            if (selector instanceof Selector.Any(List<Selector> parts)) {
                return parts.size() == 2 ? either(of(parts.getFirst()), of(parts.getLast())) : null;
            }
            return selector instanceof Selector.Range range ? of(range) : null;
        }

        private static Condition of(Selector.Range range) {
            KeyColumn column = range.column();
            long low = range.low();
            long high = low + range.span();
            Comparison from = low <= column.code(column.min()) ? Comparison.ALWAYS : Comparison.atLeast(low);
            Comparison to = high >= column.code(column.max()) ? Comparison.ALWAYS : Comparison.atMost(high);
            Comparison only = low == high ? Comparison.equal(low) : from.equals(Comparison.ALWAYS) ? to : from;
            if (low == high || only.equals(to) || to.equals(Comparison.ALWAYS)) {
                return new Condition(column, range.inverted() ? only.inverted() : only, Comparison.ALWAYS, false);
            }
            return new Condition(column, from, to, range.inverted());
        }

        private static @Nullable Condition either(@Nullable Condition one, @Nullable Condition other) {
            if (one == null
                    || other == null
                    || !one.isSingle()
                    || !other.isSingle()
                    || one.column.codes() != other.column.codes()) {
                return null;
            }
            return new Condition(one.column, one.first.inverted(), other.first.inverted(), true);
        }
    }

    private ByteCount(List<Selector.Range> ranges, Condition both, Condition one, Condition notBoth, boolean isSingle) {
        this.ranges = ranges;
        this.columns = new Codes[] {both.column.codes(), one.column.codes(), notBoth.column.codes()};
        this.comparisons = new Comparison[] {both.first, both.second, one.first, notBoth.first, notBoth.second};
        this.single = isSingle ? one.first : null;
    }

    /** Returns a count for a filter with {@link Selector#isByBytes}; null if it needs other or more comparisons. */
    static @Nullable ByteCount of(Selector selector) {
        List<Selector> parts = selector instanceof Selector.All all ? all.parts() : List.of(selector);
        List<Selector.Range> ranges = new ArrayList<>();
        Condition both = null;
        Condition one = null;
        Condition notBoth = null;
        for (Selector part : parts) {
            Condition condition = Condition.of(part);
            if (condition == null) {
                return null;
            }
            if (part instanceof Selector.Range range) {
                ranges.add(range);
            }
            if (condition.isNotBoth && notBoth == null) {
                notBoth = condition;
            } else if (condition.isSingle() && one == null) {
                one = condition;
            } else if (!condition.isNotBoth && both == null) {
                both = condition;
            } else if (condition.isSingle() && notBoth == null) {
                notBoth = new Condition(condition.column, condition.first.inverted(), Comparison.ALWAYS, true);
            } else {
                return null;
            }
        }
        Condition any = one != null ? one : both != null ? both : notBoth;
        if (any == null) {
            return null;
        }
        Condition always = new Condition(any.column, Comparison.ALWAYS, Comparison.ALWAYS, false);
        Condition never = new Condition(any.column, Comparison.ALWAYS.inverted(), Comparison.ALWAYS, true);
        return new ByteCount(
                ranges,
                both == null ? always : both,
                one == null ? always : one,
                notBoth == null ? never : notBoth,
                parts.size() == 1 && one != null);
    }

    /**
     * Returns the number of matching rows of some whole blocks.
     *
     * @param from the first block
     * @param to the block after the last, at most a morsel further
     */
    long count(int from, int to) {
        long rows = 0;
        int start = from;
        for (int block = from; block <= to; block++) {
            boolean isRead = block < to && mayMatch(block);
            if (!isRead) {
                rows += read(start * Selector.ROWS, (block - start) * Selector.ROWS);
                start = block + 1;
            }
        }
        return rows;
    }

    private boolean mayMatch(int block) {
        for (Selector.Range range : ranges) {
            ZoneMap zones = range.column().zones();
            long high = range.low() + range.span();
            if (range.inverted()
                    ? zones.isInside(block, range.low(), high)
                    : zones.isOutside(block, range.low(), high)) {
                return false;
            }
        }
        return true;
    }

    private long read(int first, int rows) {
        long matches = 0;
        for (int row = 0; row < rows; ) {
            int some = rows - row;
            for (Codes codes : columns) {
                some = Math.min(some, codes.run(first + row));
            }
            matches += run(first + row, some);
            row += some;
        }
        return matches;
    }

    /** Counts rows whose codes are contiguous. */
    private long run(int row, int rows) {
        try {
            if (single == null) {
                return (long) five.invokeExact(
                        segment(columns[0], row, rows),
                        segment(columns[1], row, rows),
                        segment(columns[2], row, rows),
                        (long) rows >>> 3,
                        comparisons);
            }
            long matches = (long) one.invokeExact(segment(columns[1], row, rows), (long) rows >>> 3, single);
            return single.flip == 0 ? matches : rows - matches;
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    private static MemorySegment segment(Codes codes, int row, int rows) {
        Region region = codes.blocks().from(row);
        return NativeMemory.segment(region.address(), rows);
    }

    static long one(MemorySegment codes, long words, Comparison comparison) {
        long mask = comparison.mask;
        long least = comparison.least;
        long sums = 0;
        for (long i = 0; i < words; i++) {
            long code = codes.getAtIndex(LONG, i) ^ mask;
            long matches = ((code | SIGNS) - least | code) >>> 7;
            sums += (matches & PAIRS) + (matches >>> 8 & PAIRS);
        }
        return sum(sums);
    }

    static long five(
            MemorySegment both, MemorySegment single, MemorySegment notBoth, long words, Comparison[] comparisons) {
        long mask0 = comparisons[0].mask;
        long mask1 = comparisons[1].mask;
        long mask2 = comparisons[2].mask;
        long mask3 = comparisons[3].mask;
        long mask4 = comparisons[4].mask;
        long least0 = comparisons[0].least;
        long least1 = comparisons[1].least;
        long least2 = comparisons[2].least;
        long least3 = comparisons[3].least;
        long least4 = comparisons[4].least;
        long flip0 = comparisons[0].flip;
        long flip1 = comparisons[1].flip;
        long flip2 = comparisons[2].flip;
        long flip3 = comparisons[3].flip;
        long flip4 = comparisons[4].flip;
        long sums = 0;
        for (long i = 0; i < words; i++) {
            long first = both.getAtIndex(LONG, i);
            long last = notBoth.getAtIndex(LONG, i);
            long code0 = first ^ mask0;
            long code1 = first ^ mask1;
            long code2 = single.getAtIndex(LONG, i) ^ mask2;
            long code3 = last ^ mask3;
            long code4 = last ^ mask4;
            long matches = (((code0 | SIGNS) - least0 | code0) ^ flip0)
                    & (((code1 | SIGNS) - least1 | code1) ^ flip1)
                    & (((code2 | SIGNS) - least2 | code2) ^ flip2)
                    & ~((((code3 | SIGNS) - least3 | code3) ^ flip3) & (((code4 | SIGNS) - least4 | code4) ^ flip4));
            matches >>>= 7;
            sums += (matches & PAIRS) + (matches >>> 8 & PAIRS);
        }
        return sum(sums);
    }

    /** Returns the sum of the four lanes of two bytes. */
    private static long sum(long lanes) {
        return (lanes & 0xFFFF) + (lanes >>> 16 & 0xFFFF) + (lanes >>> 32 & 0xFFFF) + (lanes >>> 48);
    }
}
