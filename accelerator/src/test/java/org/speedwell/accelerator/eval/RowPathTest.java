package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * Compares the rows to which random foreign keys refer with a search of all rows. Keys have one to three columns, of
 * numbers or texts, with NULL and with duplicates. Some columns have no index.
 */
@Tag("oracle")
class RowPathTest {
    /** The distances between keys: for consecutive keys, for keys close together, and for keys far apart. */
    private static final int[] DISTANCES = {1, 3, 30_000};

    @Test
    void rowsEqualASearchOfAllRows() {
        for (long seed = 1; seed <= 60; seed++) {
            new Case(seed).check();
        }
    }

    /** The tables and keys of one seed. */
    private static final class Case {
        private final Lease lease = new Lease();
        private final SplittableRandom random;
        private final String what;

        Case(long seed) {
            this.random = new SplittableRandom(seed);
            this.what = "seed " + seed;
        }

        void check() {
            int parts = 1 + random.nextInt(3);
            int size = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(1_500);
            List<@Nullable Object[]> keys = new ArrayList<>();
            List<@Nullable Object[]> foreign = new ArrayList<>();
            List<Boolean> isText = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                boolean isOfText = random.nextInt(3) == 0;
                isText.add(isOfText);
                LongFunction<Object> value = number -> isOfText ? "k" + number : (Object) number;
                int distance = DISTANCES[random.nextInt(DISTANCES.length)];
                int values = 1 + random.nextInt(random.nextBoolean() ? 20 : 1_500);
                boolean isOfRows = part == 0 && random.nextBoolean();
                keys.add(column(size, values, distance, isOfRows, value));
                foreign.add(column(2_500, values + 2, distance, false, value));
            }
            TableStore<Object> to = table("to", keys, isText, true);
            TableStore<Object> from = table("from", foreign, isText, false);
            List<String> names =
                    IntStream.range(0, parts).mapToObj(part -> "c" + part).toList();
            Row.Referenced row = new Row.Referenced(Row.FIRST, names, names, to.identifier());
            RowPath path = requireNonNull(RowPath.of(from, row, only(to)));
            int[] expected = IntStream.range(0, 2_500)
                    .map(of -> search(keys, foreign, size, of))
                    .toArray();
            for (int block = 0; block < 4; block++) { // later blocks may use a table of the keys
                int[] rows = random.ints(1_000, 0, 2_500).toArray();
                int[] mapped = new int[rows.length];
                path.map(rows, rows.length, mapped);
                for (int i = 0; i < rows.length; i++) {
                    assertThat(mapped[i]).as(what).isEqualTo(expected[rows[i]]);
                    assertThat(path.applyAsInt(rows[i])).as(what).isEqualTo(expected[rows[i]]);
                }
            }
            lease.release();
        }

        private @Nullable Object[] column(
                int size, int values, int distance, boolean isOfRows, LongFunction<Object> value) {
            int nulls = random.nextInt(2) * 9;
            @Nullable Object[] column = new @Nullable Object[size];
            Arrays.setAll(column, row -> {
                long number = (isOfRows ? row : random.nextInt(values)) * (long) distance;
                return random.nextInt(10) < nulls / 3 ? null : value.apply(number);
            });
            return column;
        }

        private TableStore<Object> table(
                String name, List<@Nullable Object[]> columns, List<Boolean> isText, boolean isIndexed) {
            TableStore.Builder<Object> table = TableStore.builder(
                    new TableId<>("test", "test", name), new EntityFactory<>(Object::new, List.of()), lease);
            for (int i = 0; i < columns.size(); i++) {
                try (ColumnBuilder builder = isText.get(i)
                        ? ColumnBuilder.of(MySqlType.VARCHAR, 0, 0, String.class, String.class, null)
                        : ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
                    for (Object value : columns.get(i)) {
                        builder.append(value);
                    }
                    if (isIndexed && (i == 0 || random.nextBoolean())) {
                        table.indexedColumn(ColumnId.of("c" + i), builder.build(lease));
                    } else {
                        table.column(ColumnId.of("c" + i), builder.build(lease));
                    }
                }
            }
            return table.build();
        }

        private static Tables only(TableStore<Object> store) {
            return new Tables() {
                @Override
                @SuppressWarnings("unchecked") // the identifiers are equal
                public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                    return store.identifier().equals(identifier) ? (TableStore<T>) store : null;
                }
            };
        }

        private static int search(List<@Nullable Object[]> keys, List<@Nullable Object[]> foreign, int size, int from) {
            for (int row = 0; row < size; row++) {
                boolean isEqual = true;
                for (int part = 0; part < keys.size(); part++) {
                    Object wanted = foreign.get(part)[from];
                    isEqual &= wanted != null && wanted.equals(keys.get(part)[row]);
                }
                if (isEqual) {
                    return row;
                }
            }
            return -1;
        }
    }
}
