package org.speedwell.accelerator.arrow;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.live.HeldTables;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.query.EntityValues;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/**
 * A table without a database.
 *
 * @param store the rows
 */
record TestTable(TableStore<Row> store) {
    private static final List<MySqlType> TYPES =
            List.of(MySqlType.BIGINT, MySqlType.DOUBLE, MySqlType.VARCHAR, MySqlType.INT);
    private static final List<Class<?>> CLASSES = List.of(Long.class, Double.class, String.class, Integer.class);

    /** A row whose numbers and positive doubles need 8 bytes, so that their codes are the values. */
    record Row(@Nullable Long number, double positive, String text, int small) {
        Object value(int column) {
            return switch (column) {
                case 0 -> number == null ? Void.class : number;
                case 1 -> positive;
                case 2 -> text;
                default -> small;
            };
        }
    }

    static Row row(SplittableRandom random) {
        return new Row(
                random.nextInt(10) == 0 ? null : random.nextLong(),
                random.nextDouble() * Math.pow(10, random.nextInt(-30, 30)),
                "text " + random.nextInt(20),
                random.nextInt(-50, 50));
    }

    static List<Row> rows(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToObj(_ -> row(random)).toList();
    }

    static TestTable of(List<Row> rows) {
        Lease lease = new Lease();
        TableStore.Builder<Row> table = TableStore.builder(
                new TableId<Row>("speedwell", "test", "numbers"),
                new EntityFactory<>(
                        values ->
                                new Row((Long) values[0], (Double) values[1], (String) values[2], (Integer) values[3]),
                        CLASSES.size(),
                        EntityCode.ofRecord(Row.class)),
                lease);
        List<Column> columns = columns(rows, lease);
        for (int i = 0; i < columns.size(); i++) {
            table.column(
                    ColumnId.of(List.of("number", "positive", "text", "small").get(i)), columns.get(i));
        }
        return new TestTable(table.build());
    }

    private static List<Column> columns(List<Row> rows, Lease lease) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < CLASSES.size(); i++) {
            try (ColumnBuilder builder = ColumnBuilder.of(TYPES.get(i), 0, 0, CLASSES.get(i), CLASSES.get(i), null)) {
                for (Row row : rows) {
                    Object value = row.value(i);
                    builder.append(value == Void.class ? null : value);
                }
                columns.add(builder.build(lease));
            }
        }
        return columns;
    }

    /** Returns a later version with other values in some rows and without some others. */
    TestTable edited(int[] changed, List<Row> rows, int[] removed) {
        Lease staging = new Lease();
        try {
            return new TestTable(
                    store.edit(changed, columns(rows, staging), removed, new MemoryBudget(Long.MAX_VALUE)));
        } finally {
            staging.release();
        }
    }

    HeldTables.Held<Row> held(boolean isMapped) {
        @SuppressWarnings("unchecked") // nothing calls it
        EntityValues<Row> none = (EntityValues<Row>) Proxy.newProxyInstance(
                TestTable.class.getClassLoader(), new Class<?>[] {EntityValues.class}, (_, method, _) -> {
                    throw new UnsupportedOperationException(method.toString());
                });
        return new HeldTables.Held<>(
                store, new TableDescription<>(store.identifier(), Row.class, true, List.of(), none), isMapped);
    }

    ArrowTable arrow(String... columns) {
        return ArrowTable.of(held(false), columns);
    }
}
