package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyCodec;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.KeySpace;
import org.speedwell.accelerator.expression.RowMapping;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A {@link ReferencePath} by the columns of one version's tables: from the rows of the first to those of the last. Immutable and
 * thread-safe.
 */
final class ResolvedPath implements RowMapping {
    private final Step[] steps;

    private ResolvedPath(Step[] steps) {
        this.steps = steps;
    }

    /** Null where tables are missing, or keys of theirs have no order. */
    static @Nullable ResolvedPath of(TableStore<?> table, ReferencePath<?, ?> path, FallbackListener tables) {
        List<ReferencePath.Hop> hops = path.hops();
        Step[] steps = new Step[hops.size()];
        TableStore<?> from = table;
        for (int i = 0; i < steps.length; i++) {
            TableStore<?> to = tables.table(hops.get(i).table());
            Step step = to == null ? null : Step.of(from, to, hops.get(i));
            if (to == null || step == null) {
                return null;
            }
            steps[i] = step;
            from = to;
        }
        return new ResolvedPath(steps);
    }

    /** As {@link #of}, to be followed row by row: null also where a key has no index. */
    static @Nullable ResolvedPath toRows(TableStore<?> table, ReferencePath<?, ?> path, FallbackListener tables) {
        ResolvedPath resolved = of(table, path, tables);
        return resolved == null || !resolved.isIndexed() ? null : resolved;
    }

    private boolean isIndexed() {
        for (Step step : steps) {
            if (step.key.index() == null) {
                return false;
            }
        }
        return true;
    }

    private Step last() {
        return steps[steps.length - 1];
    }

    /** The table to which the path leads. */
    TableStore<?> referred() {
        return last().table;
    }

    /** The filter of the first foreign key for the referred rows that another filter lets pass. */
    Filter keysOf(Filter filter, @Nullable Profile profile) {
        return keysOf(last().keysOf(filter, profile), profile, steps.length - 1);
    }

    /** The filter of the first foreign key for the referred rows with some keys. */
    Filter keysOf(Iterable<?> keys, @Nullable Profile profile) {
        return keysOf(last().keysOf(keys), profile, steps.length - 1);
    }

    private Filter keysOf(Filter filter, @Nullable Profile profile, int end) {
        Filter keys = filter;
        for (int i = end - 1; i >= 0; i--) {
            keys = steps[i].keysOf(keys, profile);
        }
        return keys;
    }

    @Override
    public int applyAsInt(int from) {
        int row = from;
        for (int i = 0; i < steps.length && row >= 0; i++) {
            row = steps[i].row(row);
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
    private record Step(
            ColumnRef.Ordered foreign,
            TableStore<?> table,
            ColumnRef.Ordered key,
            KeySpace.Translation translation,
            KeySpace.Translation there) {

        /** Null where keys have no order, or are of different classes. */
        static @Nullable Step of(TableStore<?> from, TableStore<?> to, ReferencePath.Hop hop) {
            if (!(from.ref(hop.foreignKey().identifier()) instanceof ColumnRef.Ordered foreign)
                    || !(to.ref(hop.key().identifier()) instanceof ColumnRef.Ordered key)) {
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

        /** The filter of the foreign key for the rows that another filter lets pass. */
        Filter keysOf(Filter filter, @Nullable Profile profile) {
            Rows rows = new Execution(table, false, profile)
                    .run(new Planner(table).rows(Logical.filtered(Logical.TABLE, filter)));
            KeyColumn column = key.column();
            long[] keys = new long[rows.size()];
            RowBlock block = new RowBlock(1);
            long[] read = new long[RowBlock.CAPACITY];
            int size = 0;
            for (int place = 0; place < keys.length; place += block.size) {
                block.fill(rows, place);
                column.keys(block.rows[0], block.size, read);
                for (int i = 0; i < block.size; i++) {
                    long translated = column.nulls() > 0 && column.isNull(block.rows[0][i])
                            ? KeySpace.Translation.NONE
                            : translation.of(read[i]);
                    if (translated != KeySpace.Translation.NONE) {
                        keys[size++] = translated;
                    }
                }
            }
            table.keepAlive();
            return set(keys, size);
        }

        /** The filter of the foreign key for some keys. */
        Filter keysOf(Iterable<?> values) {
            KeyCodec own = key.column().codec();
            long[] keys = new long[16];
            int size = 0;
            for (Object value : values) {
                long translated = own.canEqual(value) ? translation.of(own.floor(value)) : KeySpace.Translation.NONE;
                if (translated != KeySpace.Translation.NONE) {
                    keys = size == keys.length ? Arrays.copyOf(keys, 2 * size) : keys;
                    keys[size++] = translated;
                }
            }
            return set(keys, size);
        }

        private Filter set(long[] keys, int count) {
            return count == 0
                    ? Filter.Constant.NONE
                    : new Filter.KeySet(foreign, Filter.KeySet.ascending(keys, count), false, false);
        }

        /** The row that a row refers to, or −1. */
        int row(int from) {
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
        void map(int[] rows, int count, long[] keys) {
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
