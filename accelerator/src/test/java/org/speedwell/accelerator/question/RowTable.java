package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table of a question, both as plain arrays of values and as a table store. The values of a row are in the order of
 * the columns.
 *
 * @param number the number of the table, which determines the range of its keys (see {@link #KEYS})
 * @param pools values of each column, from which questions choose constants; they never contain null
 */
record RowTable(
        int number,
        String description,
        List<@Nullable Object[]> rows,
        TableStore<Object> store,
        Map<RowColumn, List<Object>> pools,
        List<Layout> layouts,
        long history) {
    /** The size of the range of keys of a table. No table has more rows. */
    static final int KEYS = 100_000;

    private static final int POOL = 24;

    /** The layout of a column in memory. */
    record Layout(RowColumn column, Domain domain, boolean isIndexed) {}

    /** The distribution of the values of a column over the rows. */
    private enum Spread {
        MIXED,
        CLUSTERED,
        SORTED,
        WIDE,
        CONSTANT,
        SPARSE,
        EMPTY
    }

    static RowTable of(int number, int size, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int columns = RowColumn.ALL.size();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            rows.add(new Object[columns]);
        }
        Map<RowColumn, List<Object>> pools = new EnumMap<>(RowColumn.class);
        StringBuilder description = new StringBuilder("%,d rows".formatted(size));
        List<Layout> layouts = new ArrayList<>();
        for (RowColumn column : RowColumn.ALL) {
            Domain domain = Domain.random(column.type, random);
            Spread spread = Spread.values()[Math.max(0, random.nextInt(Spread.values().length + 3) - 3)];
            List<@Nullable Object> values = switch (column) {
                case ID -> keys(number, size);
                case PARENT -> parents(number, size, random);
                default -> values(column, domain, spread, size, random);
            };
            for (int row = 0; row < size; row++) {
                rows.get(row)[column.ordinal()] = values.get(row);
            }
            pools.put(column, pool(values, domain, random));
            boolean isIndexed = column == RowColumn.ID || random.nextBoolean();
            layouts.add(new Layout(column, domain, isIndexed));
            description.append(", %s %s %s%s".formatted(column, domain, spread, isIndexed ? " indexed" : ""));
        }
        long history = random.nextInt(3) == 0 ? 1 + random.nextInt(1_000_000) : 0;
        description.append(history == 0 ? "" : ", after changes");
        return new RowTable(
                number, description.toString(), rows, store(number, rows, layouts, history), pools, layouts, history);
    }

    private static TableStore<Object> store(
            int number, List<@Nullable Object[]> rows, List<Layout> layouts, long history) {
        if (history == 0) {
            return store(rows, layouts);
        }
        RowHistory changes = new RowHistory(rows, (number + 1) * KEYS - 1, new SplittableRandom(history));
        return changes.last(
                store(changes.first(), layouts),
                (values, lease) -> layouts.stream()
                        .map(layout -> column(layout.column, layout.domain, values, lease))
                        .toList());
    }

    private static TableStore<Object> store(List<@Nullable Object[]> rows, List<Layout> layouts) {
        Lease lease = new Lease();
        TableStore.Builder<Object> table = TableStore.builder(SpeedmentIds.of(Rows.TABLE), Rows.FACTORY, lease);
        for (Layout layout : layouts) {
            RowColumn column = layout.column;
            Domain domain = layout.domain;
            Column built = column(column, domain, rows, lease);
            Field<Object> field = Rows.field(column);
            if (layout.isIndexed) {
                table.indexedColumn(SpeedmentIds.of(field.identifier()), built);
            } else {
                table.column(SpeedmentIds.of(field.identifier()), built);
            }
            if (!domain.sql().isComparedAs(column.type.box, domain.sql().name(), domain.scale())
                    && column != RowColumn.ID
                    && column.type != Type.SHADE) {
                table.converted();
            }
        }
        table.primaryKey(RowColumn.ID.ordinal());
        return table.build();
    }

    /** Returns a table of the rows in a range. */
    RowTable part(int from, int to) {
        List<@Nullable Object[]> some = List.copyOf(rows.subList(from, to));
        return new RowTable(
                number,
                "rows %,d to %,d of ".formatted(from, to) + description,
                some,
                store(number, some, layouts, history),
                pools,
                layouts,
                history);
    }

    /** Returns a table of the same rows that is built directly, without a history of changes. */
    RowTable unchanged() {
        return new RowTable(number, "as it is, " + description, rows, store(rows, layouts), pools, layouts, 0);
    }

    private static List<@Nullable Object> keys(int number, int size) {
        List<@Nullable Object> keys = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            keys.add(number * KEYS + row);
        }
        return keys;
    }

    private static List<@Nullable Object> parents(int number, int size, SplittableRandom random) {
        List<@Nullable Object> parents = new ArrayList<>();
        int nulls = random.nextInt(3) * 20;
        for (int row = 0; row < size; row++) {
            parents.add(random.nextInt(100) < nulls ? null : number * KEYS + random.nextInt(size + 1));
        }
        return parents;
    }

    private static List<@Nullable Object> values(
            RowColumn column, Domain domain, Spread spread, int size, SplittableRandom random) {
        List<Object> few = new ArrayList<>();
        List<Object> extremes = domain.extremes();
        boolean isNarrow = random.nextInt(3) == 0;
        while (few.size() < POOL) {
            few.add(
                    isNarrow || random.nextInt(3) > 0
                            ? domain.value(!isNarrow && random.nextInt(4) == 0, random)
                            : extremes.get(random.nextInt(extremes.size())));
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            values.add(
                    switch (spread) {
                        case CLUSTERED -> few.get((int) ((long) row * POOL / size));
                        case CONSTANT -> few.getFirst();
                        case WIDE -> domain.value(true, random);
                        case MIXED, SORTED, SPARSE, EMPTY -> few.get(random.nextInt(POOL));
                    });
        }
        if (spread == Spread.SORTED && column.type.isComparable()) {
            values.sort(null);
        }
        if (column.isNullable()) {
            int nulls = spread == Spread.EMPTY ? 100 : spread == Spread.SPARSE ? 97 : random.nextInt(3) * 15;
            int run = spread == Spread.CLUSTERED ? size / POOL + 1 : 1;
            for (int row = 0; row < size; row += run) {
                if (random.nextInt(100) < nulls) {
                    Collections.fill(values.subList(row, Math.min(size, row + run)), null);
                }
            }
        }
        return values;
    }

    /** Returns some values of the rows, the extremes of the domain, and two other values. */
    private static List<Object> pool(List<@Nullable Object> values, Domain domain, SplittableRandom random) {
        List<Object> pool = new ArrayList<>(domain.extremes());
        for (int i = 0; i < POOL && !values.isEmpty(); i++) {
            Object value = values.get(random.nextInt(values.size()));
            if (value != null) {
                pool.add(value);
            }
        }
        pool.add(domain.value(false, random));
        pool.add(domain.value(true, random));
        return pool;
    }

    private static Column column(RowColumn column, Domain domain, List<@Nullable Object[]> rows, Lease lease) {
        Class<?> type = column.type.box;
        MySqlType sql = column == RowColumn.ID || column == RowColumn.PARENT ? MySqlType.INT : domain.sql();
        try (ColumnBuilder builder = ColumnBuilder.of(sql, domain.precision(), domain.scale(), type, type, null)) {
            for (@Nullable Object[] row : rows) {
                Object value = row[column.ordinal()];
                builder.append(value instanceof byte[] bytes ? bytes.clone() : value);
            }
            return builder.build(lease);
        }
    }

    List<Object> pool(RowColumn column) {
        return requireNonNull(pools.get(column));
    }

    /** Returns the place of the row with a key, or −1 if no row has it. */
    int placeOf(int key) {
        int place = rows.isEmpty() ? -1 : key - (Integer) requireNonNull(rows.getFirst()[RowColumn.ID.ordinal()]);
        return place < rows.size() ? place : -1;
    }
}
