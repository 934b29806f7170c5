package org.speedwell.accelerator.kernel;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.store.TableStore;

/** A count of rows and a sum of the codes of a column, over all rows as one group. For one thread. */
final class UngroupedSums implements Morsels.Worker {
    /**
     * The number of selected rows of a word from which adding all 64, the others as 0, is faster than picking the
     * selected ones.
     */
    private static final int MIN_ROWS_TO_ADD_ALL = 24;

    private static MethodHandle bytes = loop("bytes");
    private static MethodHandle shorts = loop("shorts");
    private static MethodHandle ints = loop("ints");

    private final TableStore<?> table;
    private final KeyColumn values;
    private final @Nullable Scan scan;
    private final Selection selection = Selection.byBits();
    private long rows;
    private long total;

    UngroupedSums(TableStore<?> table, KeyColumn values, @Nullable Scan scan) {
        this.table = table;
        this.values = values;
        this.scan = scan;
    }

    private static MethodHandle loop(String name) {
        return NonInlinedLoops.of(
                UngroupedSums.class, name, long.class, Region.class, long[].class, int.class, int.class);
    }

    static boolean isPossible(KeyColumn values) {
        return values.codes().width() <= Integer.BYTES;
    }

    @Override
    public void accept(int from, int to) {
        for (int block = from; block < to; block++) {
            Scan.refine(scan, table, block, selection);
            int selected = selection.count();
            if (selected > 0) {
                rows += selected;
                add(block * Selector.ROWS, Morsels.rows(table, block));
            }
        }
    }

    private void add(int first, int count) {
        Codes codes = values.codes();
        for (int row = 0; row < count && codes.width() > 0; ) {
            int some = Math.min(count - row, codes.run(first + row));
            total += sum(codes, first + row, selection.words, row >>> 6, some);
            row += some;
        }
    }

    private static long sum(Codes codes, int row, long[] words, int word, int count) {
        Region region = codes.blocks().from((long) row * codes.width());
        try {
            return switch (codes.width()) {
                case Byte.BYTES -> (long) bytes.invokeExact(region, words, word, count);
                case Short.BYTES -> (long) shorts.invokeExact(region, words, word, count);
                default -> (long) ints.invokeExact(region, words, word, count);
            };
        } catch (Throwable failure) {
            throw NonInlinedLoops.unchecked(failure);
        }
    }

    static long bytes(Region codes, long[] words, int first, int count) {
        long total = 0;
        for (int row = 0; row < count; row += Long.SIZE) {
            long word = words[first + (row >>> 6)];
            if (Long.bitCount(word) >= MIN_ROWS_TO_ADD_ALL) {
                int end = Math.min(Long.SIZE, count - row);
                for (int at = 0; at < end; at++) {
                    total += codes.getByte(row + at) & 0xFFL & -(word >>> at & 1);
                }
            } else {
                for (long left = word; left != 0; left &= left - 1) {
                    total += codes.getByte(row + Long.numberOfTrailingZeros(left)) & 0xFFL;
                }
            }
        }
        return total;
    }

    static long shorts(Region codes, long[] words, int first, int count) {
        long total = 0;
        for (int row = 0; row < count; row += Long.SIZE) {
            long word = words[first + (row >>> 6)];
            if (Long.bitCount(word) >= MIN_ROWS_TO_ADD_ALL) {
                int end = Math.min(Long.SIZE, count - row);
                for (int at = 0; at < end; at++) {
                    total += codes.getShort((long) (row + at) << 1) & 0xFFFFL & -(word >>> at & 1);
                }
            } else {
                for (long left = word; left != 0; left &= left - 1) {
                    total += codes.getShort((long) (row + Long.numberOfTrailingZeros(left)) << 1) & 0xFFFFL;
                }
            }
        }
        return total;
    }

    static long ints(Region codes, long[] words, int first, int count) {
        long total = 0;
        for (int row = 0; row < count; row += Long.SIZE) {
            long word = words[first + (row >>> 6)];
            if (Long.bitCount(word) >= MIN_ROWS_TO_ADD_ALL) {
                int end = Math.min(Long.SIZE, count - row);
                for (int at = 0; at < end; at++) {
                    total += codes.getInt((long) (row + at) << 2) & 0xFFFF_FFFFL & -(word >>> at & 1);
                }
            } else {
                for (long left = word; left != 0; left &= left - 1) {
                    total += codes.getInt((long) (row + Long.numberOfTrailingZeros(left)) << 2) & 0xFFFF_FFFFL;
                }
            }
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
