package org.speedwell.accelerator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** Runs scans of random filters over tables of all relevant sizes and compares them with plain loops. */
@Tag("oracle")
class ScanTest {
    private static final int[] ROWS = {0, 1, 7, 64, 4_095, 4_096, 4_097, 66_000, 200_001};

    /** A selector and the rows that it must select. */
    private record Choice(Selector selector, IntPredicate expected) {}

    /** A table and its values by column and row. */
    private record Numbers(TableStore<Object> store, List<@Nullable Long[]> values) {

        static Numbers of(int rows, SplittableRandom random) {
            Lease lease = new Lease();
            TableId<Object> identifier = new TableId<>("test", "test", "numbers");
            TableStore.Builder<Object> table =
                    TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease);
            List<@Nullable Long[]> values = new ArrayList<>();
            long[] bounds = {6, 250, 40_000, 3_000_000_000L, Long.MAX_VALUE};
            for (int i = 0; i < 2 * bounds.length; i++) {
                @Nullable Long[] column = new Long[rows];
                try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
                    for (int row = 0; row < rows; row++) {
                        boolean isNull = i >= bounds.length && random.nextInt(9) == 0;
                        column[row] = isNull ? null : random.nextLong(bounds[i % bounds.length]);
                        builder.append(column[row]);
                    }
                    table.column(ColumnId.of("c" + i), builder.build(lease), null);
                }
                values.add(column);
            }
            return new Numbers(table.build(), values);
        }

        Choice choice(SplittableRandom random, int depth) {
            int kind = random.nextInt(depth > 0 ? 5 : 3);
            if (kind >= 3) {
                List<Choice> parts = IntStream.range(0, random.nextInt(1, 4))
                        .mapToObj(_ -> choice(random, depth - 1))
                        .toList();
                List<Selector> selectors = parts.stream().map(Choice::selector).toList();
                return kind == 3
                        ? new Choice(
                                new Selector.All(selectors),
                                row -> parts.stream().allMatch(part -> part.expected.test(row)))
                        : new Choice(
                                new Selector.Any(selectors),
                                row -> parts.stream().anyMatch(part -> part.expected.test(row)));
            }
            int number = random.nextInt(4) > 0 ? random.nextInt(2) : random.nextInt(values.size());
            KeyColumn column = (KeyColumn) store.column(number);
            @Nullable Long[] keys = values.get(number);
            if (kind == 0 && random.nextInt(4) == 0) {
                return random.nextBoolean()
                        ? new Choice(new Selector.Nulls(column), row -> keys[row] == null)
                        : new Choice(new Selector.Valid(column), row -> keys[row] != null);
            }
            if (kind == 1 && column.max() - column.min() < Selector.Table.MAX_CODES) {
                return inTable(column, keys, random);
            }
            long a = key(column, random);
            long b = random.nextBoolean() ? a : key(column, random);
            long low = Math.min(a, b);
            long high = Math.max(a, b);
            boolean inverted = random.nextBoolean();
            return new Choice(new Selector.Range(column, column.code(low), high - low, inverted), row -> {
                Long key = keys[row];
                return key != null && (key >= low && key <= high) != inverted;
            });
        }

        private static Choice inTable(KeyColumn column, @Nullable Long[] keys, SplittableRandom random) {
            long[] bits = new long[(int) (column.max() - column.min() >>> 6) + 1];
            int share = random.nextInt(7);
            for (int i = 0; i < bits.length; i++) {
                bits[i] = share == 0 ? 1L << random.nextInt(64) : random.nextLong();
            }
            boolean nulls = random.nextBoolean();
            return new Choice(new Selector.Table(column, bits, nulls), row -> {
                Long key = keys[row];
                return key == null ? nulls : (bits[(int) (column.code(key) >>> 6)] >>> column.code(key) & 1) != 0;
            });
        }

        private static long key(KeyColumn column, SplittableRandom random) {
            return column.min() == column.max() ? column.min() : random.nextLong(column.min(), column.max());
        }
    }

    @Test
    void findsTheRowsOfAPlainLoop() {
        for (int seed = 0; seed < 180; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Numbers numbers = Numbers.of(ROWS[seed % ROWS.length], random);
            for (int i = 0; i < 4; i++) {
                check("seed %d, %d".formatted(seed, i), numbers, numbers.choice(random, 2), random);
            }
        }
    }

    private static void check(String which, Numbers numbers, Choice choice, SplittableRandom random) {
        int rows = numbers.store.rows();
        int[] expected = IntStream.range(0, rows).filter(choice.expected).toArray();
        int limit = random.nextInt(3) == 0 ? rows : random.nextInt(1, 20);
        for (boolean parallel : new boolean[] {false, true}) {
            Scan scan = new Scan(numbers.store, choice.selector, parallel);
            assertThat(scan.count()).as(which).isEqualTo(expected.length);
            assertThat(scan.select().toArray()).as(which).isEqualTo(expected);
            assertThat(scan.any()).as(which).isEqualTo(expected.length > 0);
            assertThat(scan.first(limit))
                    .as(which)
                    .isEqualTo(IntStream.of(expected).limit(limit).toArray());
        }
        assertThat(IntStream.range(0, rows).filter(choice.selector::test).toArray())
                .as(which)
                .isEqualTo(expected);
        if (choice.selector.isByBytes()) {
            assertThat(countByBytes(numbers.store, choice.selector)).as(which).isEqualTo(expected.length);
        }
    }

    /** Counts as a scan does in a JVM without the Vector API. */
    private static int countByBytes(TableStore<?> table, Selector selector) {
        Selection selection = Selection.byBytes();
        int count = 0;
        for (int block = 0; block < Morsels.blocks(table); block++) {
            int rows = Morsels.rows(table, block);
            selection.selectFirst(rows);
            selector.refine(block, rows, selection);
            count += selection.count();
        }
        return count;
    }

    @Test
    void interruptEndsOnlyALongScan() {
        Numbers large = Numbers.of(200_001, new SplittableRandom(1));
        Numbers small = Numbers.of(4_097, new SplittableRandom(1));
        for (boolean parallel : new boolean[] {false, true}) {
            Scan longScan = scan(large, parallel);
            Scan shortScan = scan(small, parallel);
            int expected = shortScan.count();
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(longScan::count).isInstanceOf(CancellationException.class);
                assertThatThrownBy(longScan::select).isInstanceOf(CancellationException.class);
                assertThatThrownBy(() -> longScan.first(200_001)).isInstanceOf(CancellationException.class);
                assertThat(shortScan.count()).isEqualTo(expected);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(longScan.count()).isPositive();
        }
    }

    private static Scan scan(Numbers numbers, boolean parallel) {
        KeyColumn column = (KeyColumn) numbers.store.column(1);
        return new Scan(numbers.store, new Selector.Range(column, column.code(10), 100, false), parallel);
    }
}
