package org.speedwell.accelerator.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/**
 * The foreign keys of one version that a query has checked: whether each value names a row. Thread-safe.
 */
public final class KnownReferences {
    /** The row of a foreign key whose values all name rows. */
    public static final int ALL_THERE = -1;

    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    private record Key(TableId<?> from, Row.Referenced row) {}

    /**
     * A checked foreign key.
     *
     * @param from the table of the foreign key
     * @param row the referenced row, from {@link Row#FIRST}
     * @param table the referenced table
     * @param dangling a row whose foreign key names no row, or {@link #ALL_THERE}
     * @param age the number of versions since a query needed this
     */
    public record Known(TableStore<?> from, Row.Referenced row, TableStore<?> table, int dangling, int age) {
        private boolean isOf(TableStore<?> ownRows, TableStore<?> otherRows) {
            return from.isSameAs(ownRows) && table.isSameAs(otherRows);
        }
    }

    /**
     * Returns whether every foreign key without NULL names a row. Checks each foreign key once.
     *
     * @param from the table of the foreign key
     * @param row the referenced row, from {@link Row#FIRST}
     * @param table the referenced table
     * @param check finds a row whose foreign key names no row, or {@link #ALL_THERE}
     */
    public boolean areAllThere(TableStore<?> from, Row.Referenced row, TableStore<?> table, IntSupplier check) {
        Key key = new Key(from.identifier(), row);
        Known last = known.get(key);
        if (last == null || last.age > 0 || !last.isOf(from, table)) {
            int dangling = last != null && last.isOf(from, table) ? last.dangling : check.getAsInt();
            last = new Known(from, row, table, dangling, 0);
            known.put(key, last);
        }
        return last.dangling == ALL_THERE;
    }

    /** Returns the checked foreign keys. */
    public Iterable<Known> all() {
        return known.values();
    }

    /** Adds a foreign key that was checked otherwise. */
    public void add(Known checked) {
        known.put(new Key(checked.from.identifier(), checked.row), checked);
    }
}
