package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.KeySpace;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * From the rows of one table to those that they reference, by the columns of one version's tables; −1 where there is none. Immutable
 * and thread-safe.
 */
public final class RowPath implements RowMapping {
    private final List<Step> steps;

    private RowPath(List<Step> steps) {
        this.steps = steps;
    }

    /** Returns the path to a row; null if tables are missing, or keys have no order or are of different classes. */
    public static @Nullable RowPath of(TableStore<?> table, Row.Referenced row, Tables tables) {
        List<Step> steps = new ArrayList<>();
        TableStore<?> from = table;
        if (row.from() instanceof Row.Referenced before) {
            RowPath path = of(table, before, tables);
            if (path == null) {
                return null;
            }
            steps.addAll(path.steps);
            from = path.referred();
        }
        TableStore<?> to = tables.table((TableIdentifier<?>) row.table());
        Step step = to == null || row.key().size() != 1
                ? null
                : Step.of(from, to, (ColumnIdentifier<?>) row.foreignKey().getFirst(), (ColumnIdentifier<?>)
                        row.key().getFirst());
        if (step == null) {
            return null;
        }
        steps.add(step);
        return new RowPath(List.copyOf(steps));
    }

    /** Returns the steps from table to table, at least one. */
    public List<Step> steps() {
        return steps;
    }

    /** Tells whether rows can be found: each key has an index. */
    public boolean isIndexed() {
        return steps.stream().noneMatch(step -> step.key.index() == null);
    }

    /** Returns the table to which the path leads. */
    public TableStore<?> referred() {
        return steps.getLast().table;
    }

    @Override
    public int applyAsInt(int from) {
        int row = from;
        for (int i = 0; i < steps.size() && row >= 0; i++) {
            row = steps.get(i).row(row);
        }
        keepAlive();
        return row;
    }

    @Override
    public void map(int[] rows, int count, int[] into) {
        System.arraycopy(rows, 0, into, 0, count);
        long[] keys = new long[count];
        for (Step step : steps) {
            step.map(into, count, keys);
        }
        keepAlive();
    }

    private void keepAlive() {
        for (Step step : steps) {
            step.table.keepAlive();
        }
    }

    /**
     * One foreign key and what it refers to, as columns.
     *
     * @param translation from the keys of the one to those of the foreign key
     * @param there from those of the foreign key
     */
    public record Step(
            ColumnRef.Ordered foreign,
            TableStore<?> table,
            ColumnRef.Ordered key,
            KeySpace.Translation translation,
            KeySpace.Translation there) {
        private static @Nullable Step of(
                TableStore<?> from, TableStore<?> to, ColumnIdentifier<?> foreignKey, ColumnIdentifier<?> referenced) {
            if (!(from.ref(foreignKey) instanceof ColumnRef.Ordered foreign)
                    || !(to.ref(referenced) instanceof ColumnRef.Ordered key)) {
                return null;
            }
            KeyCodec one = foreign.column().codec();
            KeyCodec other = key.column().codec();
            if (one.isWhole() && other.isWhole()) {
                return new Step(foreign, to, key, KeySpace.Translation.IDENTITY, KeySpace.Translation.IDENTITY);
            }
            if (one.valueClass() != other.valueClass()) {
                return null;
            }
            KeySpace ofForeign = foreign.column().space();
            KeySpace ofKey = key.column().space();
            return new Step(foreign, to, key, ofKey.to(ofForeign), ofForeign.to(ofKey));
        }

        /** Returns the row that a row refers to; −1 if there is none. */
        private int row(int from) {
            KeyColumn column = foreign.column();
            if (column.isNull(from)) {
                return -1;
            }
            SortedIndex index = requireNonNull(key.index());
            long wanted = there.of(column.key(from));
            int position = index.below(wanted);
            return position < index.through(wanted) ? index.row(position) : -1;
        }

        /** As {@link #row}, of many; −1 stays. */
        private void map(int[] rows, int count, long[] keys) {
            KeyColumn column = foreign.column();
            RowFinder finder = new RowFinder(requireNonNull(key.index()));
            if (column.nulls() > 0 || IntStream.range(0, count).anyMatch(i -> rows[i] < 0)) {
                for (int i = 0; i < count; i++) {
                    boolean isNone = rows[i] < 0 || column.isNull(rows[i]);
                    rows[i] = isNone ? -1 : finder.find(there.of(column.key(rows[i])));
                }
                return;
            }
            column.keys(rows, count, keys);
            if (there.isIdentity()) {
                for (int i = 0; i < count; i++) {
                    rows[i] = finder.find(keys[i]);
                }
            } else {
                for (int i = 0; i < count; i++) {
                    rows[i] = finder.find(there.of(keys[i]));
                }
            }
        }
    }
}
