package org.speedwell.accelerator.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** A table of numbers in columns of every width: dense and sparse, with and without NULLs and indexes. */
record NumberTable(TableStore<Object> store, List<List<@Nullable Long>> columns) {

    ColumnRef.Ordered ref(int column) {
        return (ColumnRef.Ordered) store.ref(column);
    }

    /** Runs a plan and returns its result. */
    <R> R run(Node<R> plan, boolean parallel) {
        return new Execution(store, parallel, null).run(plan);
    }

    static NumberTable of(int rows, SplittableRandom random) {
        List<IntFunction<@Nullable Long>> sources = List.of(
                row -> random.nextLong(5),
                row -> random.nextInt(10) == 0 ? null : random.nextLong(-100, 120),
                row -> random.nextLong(300, 60_000),
                row -> random.nextInt(3) == 0 ? null : random.nextLong(2_000_000_000),
                row -> random.nextLong(),
                row -> 42L,
                row -> (long) row / 1_000, // clustered
                row -> (long) row,
                row -> null);
        Lease lease = new Lease();
        List<List<@Nullable Long>> values = new ArrayList<>();
        TableId<Object> identifier = new TableId<>("test", "test", "numbers");
        TableStore.Builder<Object> table = TableStore.builder(
                        identifier, new EntityFactory<>(Object::new, List.of()), lease)
                .primaryKey(7);
        KeyColumn[] columns = new KeyColumn[sources.size()];
        for (int i = 0; i < columns.length; i++) {
            List<@Nullable Long> column = new ArrayList<>();
            try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.BIGINT, 0, 0, Long.class, Long.class, null)) {
                for (int row = 0; row < rows; row++) {
                    Long value = sources.get(i).apply(row);
                    column.add(value);
                    builder.append(value);
                }
                columns[i] = (KeyColumn) builder.build(lease);
            }
            values.add(column);
            table.column(
                    new ColumnId("c" + i, i),
                    columns[i],
                    random.nextBoolean() ? SortedIndexBuilder.build(columns[i], lease) : null);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int first = random.nextInt(columns.length);
            int second = random.nextInt(columns.length);
            pair(first, columns[first], second, columns[second], lease).ifPresent(table::pair);
        }
        return new NumberTable(table.build(), values);
    }

    private static Optional<PairIndex> pair(int first, KeyColumn a, int second, KeyColumn b, Lease lease) {
        try {
            return Optional.of(PairIndex.build(first, a, second, b, lease));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // keys too far apart
        }
    }
}
