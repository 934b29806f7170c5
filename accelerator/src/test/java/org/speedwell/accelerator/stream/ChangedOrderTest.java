package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.column.KeyChanges;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.ColumnRef;

/** The statistics of windows over an order whose index was edited, compared with those of a sorted list. */
@Tag("oracle")
class ChangedOrderTest {
    private static final int ROWS = 6_000;
    private static final int KEYS = 40;
    private final Lease lease = new Lease();

    @AfterEach
    void release() {
        lease.release();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void windowStatisticsEqualThoseOfItsRows(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KeyColumn numbers = KeyColumn.of(_ -> random.nextInt(1_000_000), ROWS, 1_000_000, null, lease);
        KeyColumn first = KeyColumn.of(_ -> random.nextInt(KEYS), ROWS, KEYS, null, lease);
        SortedIndex index = Objects.requireNonNull(SortedIndexBuilder.ifOrdered(first, lease));
        int[] rows = random.ints(200, 0, ROWS).sorted().distinct().toArray();
        long[] keys = random.longs(rows.length, 0, KEYS).toArray();
        KeyChanges changes = new KeyChanges(rows, keys, new BitSet(), new BitSet());
        KeyColumn changed = first.edit(changes, ROWS, MemoryBudget.UNLIMITED);
        SortedIndex order = index.edit(changed, changes, new int[0], MemoryBudget.UNLIMITED);
        assertThat(order.isInChunks()).isTrue();
        ColumnRef.Ordered by = (ColumnRef.Ordered) ColumnRef.of(0, "by", changed, order, false);
        for (int i = 0; i < 100; i++) {
            boolean descending = random.nextBoolean();
            int from = random.nextInt(ROWS);
            int to = Math.min(ROWS, from + random.nextInt(1_000));
            check(numbers, by, descending, from, to, seed);
        }
    }

    private static void check(
            KeyColumn numbers, ColumnRef.Ordered by, boolean descending, int from, int to, long seed) {
        Comparator<Integer> keys = Comparator.comparingLong(by.column()::key);
        List<Integer> rows = IntStream.range(0, ROWS)
                .boxed()
                .sorted(descending ? keys.reversed() : keys)
                .toList()
                .subList(from, to);
        String which = "%d to %d, %s, seed %d".formatted(from, to, descending ? "descending" : "ascending", seed);
        IntSummaryStatistics ints = new IntSummaryStatistics();
        IntColumnStream.acceptOrdered(ints, numbers, by, descending, false, from, to);
        assertThat(ints)
                .as(which)
                .hasToString(rows.stream()
                        .mapToInt(row -> (int) numbers.key(row))
                        .summaryStatistics()
                        .toString());
        LongSummaryStatistics longs = new LongSummaryStatistics();
        LongColumnStream.acceptOrdered(longs, numbers, by, descending, false, from, to);
        assertThat(longs)
                .as(which)
                .hasToString(rows.stream()
                        .mapToLong(numbers::key)
                        .summaryStatistics()
                        .toString());
        DoubleSummaryStatistics doubles = new DoubleSummaryStatistics();
        DoubleColumnStream.acceptOrdered(doubles, numbers, by, descending, false, from, to);
        assertThat(doubles)
                .as(which)
                .hasToString(rows.stream()
                        .mapToDouble(numbers::key)
                        .summaryStatistics()
                        .toString());
    }
}
