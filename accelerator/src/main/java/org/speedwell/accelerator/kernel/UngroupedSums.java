package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * A count of rows and a sum of the codes of a column, over all rows as one group. It adds words of several codes, with
 * the codes of other rows as 0, unless few rows are selected. For one thread.
 */
final class UngroupedSums implements Morsels.Worker {
    /** The number of words that are added in the time of picking one selected row. */
    private static final int FEW = 4;

    private static MethodHandle loop = NonInlinedLoops.of(
            UngroupedSums.class, "sum", long.class, Lanes.class, long[].class, long[].class, int.class);

    private final TableStore<?> table;
    private final KeyColumn values;
    private final @Nullable Scan scan;
    private final Selection selection = Selection.byBits();
    private final Lanes lanes;
    private final long[] codes;
    private long rows;
    private long total;

    UngroupedSums(TableStore<?> table, KeyColumn values, @Nullable Scan scan) {
        this.table = table;
        this.values = values;
        this.scan = scan;
        this.lanes = Lanes.ofWidth(Math.max(Byte.BYTES, values.codes().width()));
        this.codes = new long[Selector.WORDS * lanes.words()];
    }

    static boolean isPossible(KeyColumn values) {
        return values.codes().width() <= Integer.BYTES;
    }

    /**
     * The lanes of a word of codes.
     *
     * @param count the number of lanes
     * @param masks the words with all bits of the selected lanes, by the bits of the selected lanes
     * @param even the bits of every second lane; sums get two lanes each
     * @param bits the number of bits of a lane
     * @param ones a word with a 1 in every second lane
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Lanes(int count, long[] masks, long even, int bits, long ones) {
        private static final Lanes BYTES = of(Byte.BYTES);
        private static final Lanes SHORTS = of(Short.BYTES);
        private static final Lanes INTS = of(Integer.BYTES);

        static Lanes ofWidth(int width) {
            return switch (width) {
                case Byte.BYTES -> BYTES;
                case Short.BYTES -> SHORTS;
                default -> INTS;
            };
        }

        private static Lanes of(int width) {
            int bits = Byte.SIZE * width;
            int count = Long.BYTES / width;
            long lane = (1L << bits) - 1;
            long[] masks = new long[1 << count];
            for (int selected = 0; selected < masks.length; selected++) {
                for (int i = 0; i < count; i++) {
                    masks[selected] |= (selected >>> i & 1) * lane << i * bits;
                }
            }
            long ones = 0;
            for (int at = 0; at < Long.SIZE; at += 2 * bits) {
                ones |= 1L << at;
            }
            return new Lanes(count, masks, ones * lane, bits, ones);
        }

        /** Returns the number of words of 64 codes. */
        int words() {
            return Long.SIZE / count;
        }
    }

    @Override
    public void accept(int from, int to) {
        for (int block = from; block < to; block++) {
            Scan.refine(scan, table, block, selection);
            int selected = selection.count();
            if (selected > 0) {
                rows += selected;
                if (values.codes().width() > 0) { // otherwise all codes are 0
                    add(block * Selector.ROWS, Morsels.rows(table, block));
                }
            }
        }
    }

    private void add(int first, int count) {
        Codes of = values.codes();
        int whole = count & -Long.SIZE;
        of.blocks().copyTo((long) first * of.width(), codes, whole / lanes.count);
        try {
            total += (long) loop.invokeExact(lanes, codes, selection.words, whole / Long.SIZE);
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
        for (int row = whole; row < count; row++) {
            total += of.get(first + row) & -(selection.words[whole / Long.SIZE] >>> row & 1);
        }
    }

    static long sum(Lanes of, long[] codes, long[] words, int count) {
        long[] masks = of.masks;
        long even = of.even;
        int bits = of.bits;
        int rows = of.count;
        int size = of.words();
        int top = Long.SIZE - 2 * bits;
        long ones = of.ones;
        long lane = (1L << bits) - 1;
        long total = 0;
        for (int i = 0; i < count; i++) {
            long word = words[i];
            if (Long.bitCount(word) < size / FEW) {
                for (; word != 0; word &= word - 1) {
                    int bit = Long.numberOfTrailingZeros(word) * bits;
                    total += codes[i * size + (bit >>> 6)] >>> bit & lane;
                }
                continue;
            }
            long sums = 0;
            for (int at = i * size; at < (i + 1) * size; at++) {
                long added = masks[(int) word & masks.length - 1] & codes[at];
                sums += (added & even) + (added >>> bits & even);
                word >>>= rows;
            }
            total += sums * ones >>> top; // the highest two lanes have the sum of all
        }
        return total;
    }

    UngroupedSums merge(UngroupedSums other) {
        rows += other.rows;
        total += other.total;
        return this;
    }

    GroupTotals totals() {
        return new GroupTotals(values, new long[] {rows}, new long[] {total});
    }
}
