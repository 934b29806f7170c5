package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** Compares an index with the sorted list of the same values. */
@Tag("oracle")
class SortedIndexTest {
    private static SortedIndex index(List<@Nullable Long> values) {
        Lease lease = new Lease();
        try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
            values.forEach(builder::append);
            return SortedIndexBuilder.build((KeyColumn) builder.build(lease), lease);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 100, 0",
        "1, 100, 30", // narrow: an array of start positions
        "1, 1000000, 0",
        "1, 1000000, 30", // wide: a search in buckets, codes of 4 bytes
        "1, 9000000000000000000, 10", // codes of 8 bytes
        "1, 300, 100" // only NULL
    })
    void countsAndOrdersEqualTheSortedList(long low, long high, int nulls) {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<@Nullable Long> values = new ArrayList<>();
            for (int i = random.nextInt(seed < 15 ? 200 : 2_000); i > 0; i--) {
                boolean isNull = random.nextInt(100) < nulls;
                values.add(isNull ? null : random.nextLong(low, high) * (random.nextBoolean() ? 1 : -1));
            }
            check("seed " + seed, values, random);
        }
    }

    @Test
    void unevenlySpreadKeysAreFound() {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<@Nullable Long> values = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                values.add(random.nextInt(4) == 0 ? null : random.nextLong(2 + (1L << random.nextInt(62))));
            }
            values.add(random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
            check("seed " + seed, values, random);
        }
    }

    @Test
    void consecutiveKeysNeedNoSearch() {
        List<@Nullable Long> ascending = new ArrayList<>(
                IntStream.range(0, 70_000).mapToObj(i -> 10_000_000L + i).toList());
        check("ascending", ascending, new SplittableRandom(1));
        Collections.shuffle(ascending, new java.util.Random(1));
        check("shuffled", ascending, new SplittableRandom(1));
        ascending.set(5, ascending.get(6));
        check("one twice", ascending, new SplittableRandom(1));
    }

    private static void check(String what, List<@Nullable Long> values, SplittableRandom random) {
        SortedIndex index = index(values);
        List<Long> sorted = values.stream().filter(Objects::nonNull).sorted().toList();
        List<Integer> rows = IntStream.range(0, values.size())
                .boxed()
                .sorted(Comparator.comparing(values::get, Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();

        assertThat(index.valid()).as(what).isEqualTo(sorted.size());
        assertThat(IntStream.range(0, values.size()).map(index::row).boxed())
                .as(what)
                .isEqualTo(rows);
        checkRuns(what, values, index);
        for (int i = 0; i < 50; i++) {
            long a = operand(sorted, random);
            long b = operand(sorted, random);
            assertThat(index.count(a, b)).as("%s: %d to %d", what, a, b).isEqualTo((int)
                    sorted.stream().filter(v -> a <= v && v <= b).count());
            assertThat(index.below(a)).as(what).isEqualTo((int)
                    sorted.stream().filter(v -> v < a).count());
        }
    }

    /** Checks that a walk over all positions by runs yields the stable sort of all rows. */
    private static void checkRuns(String what, List<@Nullable Long> values, SortedIndex index) {
        for (int mode = 0; mode < 4; mode++) {
            boolean descending = mode % 2 == 1;
            boolean nullsFirst = mode / 2 == 1;
            Comparator<Long> keys = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
            Comparator<Integer> order = Comparator.comparing(
                    values::get, nullsFirst ? Comparator.nullsFirst(keys) : Comparator.nullsLast(keys));
            List<Integer> walked = new ArrayList<>();
            while (walked.size() < values.size()) {
                long run = index.run(walked.size(), descending, nullsFirst);
                for (int position = SortedIndex.first(run); position < SortedIndex.end(run); position++) {
                    walked.add(index.row(position));
                }
            }
            assertThat(walked)
                    .as("%s, descending %s, nulls first %s", what, descending, nullsFirst)
                    .isEqualTo(IntStream.range(0, values.size())
                            .boxed()
                            .sorted(order)
                            .toList());
        }
    }

    private static long operand(List<Long> sorted, SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            default ->
                sorted.isEmpty()
                        ? random.nextLong()
                        : sorted.get(random.nextInt(sorted.size())) + random.nextInt(-1, 2);
        };
    }
}
