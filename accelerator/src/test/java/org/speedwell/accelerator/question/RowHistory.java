package org.speedwell.accelerator.question;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;

/**
 * An earlier state of a table and the two changes that lead to its final rows. Earlier, the table had additional rows
 * and other values, and lacked the last rows.
 */
final class RowHistory {
    private static final int CHANGES = 2;

    private final List<@Nullable Object[]> first = new ArrayList<>();
    private final List<List<Integer>> changed = new ArrayList<>();
    private final List<List<@Nullable Object[]>> values = new ArrayList<>();
    private final List<List<Integer>> removed = new ArrayList<>();

    /**
     * Creates a random history.
     *
     * @param rows the final rows
     * @param lastKey a key that no row has; all smaller keys are free as well
     */
    RowHistory(List<@Nullable Object[]> rows, int lastKey, SplittableRandom random) {
        for (int i = 0; i < CHANGES; i++) {
            changed.add(new ArrayList<>());
            values.add(new ArrayList<>());
            removed.add(new ArrayList<>());
        }
        int appended = random.nextInt(Math.min(rows.size() + 1, 30));
        int often = random.nextInt(4) == 0 ? 3 : 1 + rows.size() / 8;
        int key = lastKey;
        for (@Nullable Object[] row : rows.subList(0, rows.size() - appended)) {
            if (random.nextInt(often) == 0) {
                removed.get(random.nextInt(CHANGES)).add(first.size());
                first.add(with(rows.get(random.nextInt(rows.size())), key--));
            }
            if (random.nextInt(often) == 0) {
                int change = random.nextInt(CHANGES);
                changed.get(change).add(first.size());
                values.get(change).add(row);
                first.add(with(rows.get(random.nextInt(rows.size())), (Integer) row[RowColumn.ID.ordinal()]));
            } else {
                first.add(row);
            }
        }
        int early = random.nextInt(appended + 1);
        for (int i = 0; i < appended; i++) {
            int change = i < early ? 0 : 1;
            changed.get(change).add(first.size() + i);
            values.get(change).add(rows.get(rows.size() - appended + i));
        }
    }

    private static @Nullable Object[] with(@Nullable Object[] row, @Nullable Integer key) {
        @Nullable Object[] other = row.clone();
        other[RowColumn.ID.ordinal()] = key;
        return other;
    }

    /** Returns the rows before all changes. */
    List<@Nullable Object[]> first() {
        return first;
    }

    /** Returns the table after all changes. */
    TableStore<Object> last(
            TableStore<Object> table, BiFunction<List<@Nullable Object[]>, Lease, List<Column>> columns) {
        TableStore<Object> version = table;
        for (int change = 0; change < CHANGES; change++) {
            Lease staging = new Lease();
            try {
                version = version.edit(
                        numbers(changed.get(change)),
                        columns.apply(values.get(change), staging),
                        numbers(removed.get(change)),
                        MemoryBudget.UNLIMITED);
            } finally {
                staging.release();
            }
        }
        return version;
    }

    private static int[] numbers(List<Integer> of) {
        return IntStream.range(0, of.size()).map(of::get).toArray();
    }
}
