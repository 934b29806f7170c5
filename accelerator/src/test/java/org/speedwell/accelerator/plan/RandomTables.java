package org.speedwell.accelerator.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * Small tables of numbers with many equal values: signed and unsigned integers, decimals of two scales, and doubles.
 * The values lie close together, far apart, and at both ends of their types. Some are NULL, some columns have an index,
 * and some rows are deleted.
 */
record RandomTables(TableStore<Object> store, List<List<@Nullable Number>> columns) {
    static final int COLUMNS = 7;

    ColumnRef.Ordered ref(int column) {
        return (ColumnRef.Ordered) store.ref(column);
    }

    @Nullable
    BigDecimal value(int column, int row) {
        Number number = columns.get(column).get(row);
        return number == null ? null : new BigDecimal(number.toString());
    }

    static RandomTables of(String name, int rows, SplittableRandom random) {
        Lease lease = new Lease();
        TableId<Object> identifier = new TableId<>("test", "test", name);
        TableStore.Builder<Object> table =
                TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease);
        List<List<@Nullable Number>> values = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            List<@Nullable Number> of = new ArrayList<>();
            try (ColumnBuilder builder = builder(column)) {
                int nullable = random.nextInt(3);
                for (int row = 0; row < rows; row++) {
                    Number value = nullable == 0 && random.nextInt(4) == 0 ? null : value(column, row, random);
                    of.add(value);
                    builder.append(value);
                }
                KeyColumn keys = (KeyColumn) builder.build(lease);
                table.column(
                        new ColumnId("c" + column, column),
                        keys,
                        random.nextBoolean() ? SortedIndexBuilder.build(keys, lease) : null);
            }
            values.add(of);
        }
        TableStore<Object> whole = table.build();
        return new RandomTables(random.nextInt(3) == 0 ? without(whole, random) : whole, values);
    }

    /** Returns a later version without some rows. */
    private static TableStore<Object> without(TableStore<Object> table, SplittableRandom random) {
        int[] gone = random.ints(table.rows() / 4, 0, Math.max(1, table.rows()))
                .distinct()
                .sorted()
                .toArray();
        if (gone.length == 0) {
            return table;
        }
        List<KeyColumn> none = new ArrayList<>();
        for (int column = 0; column < COLUMNS; column++) {
            none.add(((KeyColumn) table.column(column)).picked(new int[0], new Lease()));
        }
        return table.edit(new int[0], none, gone, MemoryBudget.UNLIMITED);
    }

    private static ColumnBuilder builder(int column) {
        return switch (column) {
            case 0, 1 -> ColumnBuilder.of(MySqlType.INT, 0, 0, Integer.class, Integer.class, null);
            case 2 -> ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null);
            case 3 -> ColumnBuilder.of(MySqlType.DECIMAL, 10, 2, BigDecimal.class, BigDecimal.class, null);
            case 5 -> ColumnBuilder.of(MySqlType.BIGINT, 0, 0, BigInteger.class, BigInteger.class, null);
            case 6 -> ColumnBuilder.of(MySqlType.DOUBLE, 0, 0, Double.class, Double.class, null);
            default -> ColumnBuilder.of(MySqlType.DECIMAL, 10, 1, BigDecimal.class, BigDecimal.class, null);
        };
    }

    private static Number value(int column, int row, SplittableRandom random) {
        return switch (column) {
            case 0 -> row;
            case 1 -> random.nextInt(8);
            case 2 ->
                switch (random.nextInt(8)) {
                    case 0 -> random.nextLong();
                    case 1 -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
                    default -> random.nextLong(12) * 1_000_000;
                };
            case 5 ->
                switch (random.nextInt(4)) {
                    case 0 -> BigInteger.ZERO;
                    case 1 -> BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
                    default -> BigInteger.valueOf(random.nextLong(6));
                };
            case 3 -> BigDecimal.valueOf(random.nextLong(0, 1_000), 2);
            case 6 -> {
                double[] values = {
                    -0.0, 0.0, 1, -1, 0.1, Double.MIN_VALUE, -Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE
                };
                yield values[random.nextInt(values.length)];
            }
            default -> BigDecimal.valueOf(random.nextLong(0, 100), 1);
        };
    }

    /** Returns the rows that are not deleted. */
    List<Integer> rows() {
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < store.end(); row++) {
            var present = store.present();
            if (present == null || present.isValid(row)) {
                rows.add(row);
            }
        }
        return rows;
    }
}
