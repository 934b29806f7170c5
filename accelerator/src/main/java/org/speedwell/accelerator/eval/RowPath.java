package org.speedwell.accelerator.eval;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.KeySpace;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.RowFinder;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A mapping from the rows of one table to the rows that they reference, or −1 for none. It reads the columns of one
 * version of the tables. Immutable and thread-safe.
 */
public final class RowPath implements RowMapping {
    private final List<Step> steps;

    private RowPath(List<Step> steps) {
        this.steps = steps;
    }

    /**
     * Returns the path to a row. Returns null if tables are missing, or if keys have no order or have different
     * classes.
     */
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
        TableStore<?> to = tables.table(row.table());
        Step step = to == null ? null : Step.of(from, to, row, tables.references());
        if (step == null) {
            return null;
        }
        steps.add(step);
        tables.follows(from.identifier(), row);
        return new RowPath(List.copyOf(steps));
    }

    /** Returns the steps from table to table, at least one. */
    public List<Step> steps() {
        return steps;
    }

    /** Returns whether the path can find rows: each foreign key refers to an indexed column. */
    public boolean isIndexed() {
        return steps.stream().allMatch(Step::isIndexed);
    }

    /** Returns whether each foreign key without NULL names a row. The path must be {@linkplain #isIndexed indexed}. */
    public boolean isComplete() {
        return steps.stream().allMatch(Step::isComplete);
    }

    /** Returns the table at the end of the path. */
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
        for (Step step : steps) {
            step.map(into, count);
        }
        keepAlive();
    }

    private void keepAlive() {
        for (Step step : steps) {
            step.table.keepAlive();
        }
    }

    /**
     * One foreign key and the key that it refers to, as columns.
     *
     * @param from the referencing table
     * @param table the referenced table
     * @param parts one for each column of the key
     * @param narrowest for a key of several columns, the part whose index finds the fewest rows for a value. −1 if that
     *     are many rows, or if no part has an index
     * @param hop the referenced row, from {@link Row#FIRST}
     * @param known the checked foreign keys of the version
     */
    public record Step(
            TableStore<?> from,
            TableStore<?> table,
            List<Part> parts,
            int narrowest,
            Row.Referenced hop,
            KnownReferences known) {
        /** The greatest average number of rows with one value that a search compares one by one. */
        private static final double MAX_CANDIDATES = 16;

        private static @Nullable Step of(
                TableStore<?> from, TableStore<?> to, Row.Referenced row, KnownReferences known) {
            List<Part> parts = new ArrayList<>();
            for (int i = 0; i < row.key().size(); i++) {
                Part part = Part.of(from, to, row.foreignKey().get(i), row.key().get(i));
                if (part == null) {
                    return null;
                }
                parts.add(part);
            }
            return new Step(
                    from,
                    to,
                    List.copyOf(parts),
                    parts.size() == 1 ? 0 : narrowest(parts),
                    new Row.Referenced(Row.FIRST, row.foreignKey(), row.key(), row.table()),
                    known);
        }

        private static int narrowest(List<Part> parts) {
            int narrowest = -1;
            double fewest = MAX_CANDIDATES;
            for (int part = 0; part < parts.size(); part++) {
                SortedIndex index = parts.get(part).key.index();
                double rows = index == null ? Double.MAX_VALUE : index.valid() / Math.max(1, index.expectedKeys());
                if (rows <= fewest) {
                    narrowest = part;
                    fewest = rows;
                }
            }
            return narrowest;
        }

        /** Returns the only part of a key of one column. Returns null if the key has several. */
        public @Nullable Part only() {
            return parts.size() == 1 ? parts.getFirst() : null;
        }

        private boolean isIndexed() {
            return parts.stream().anyMatch(part -> part.key.index() != null);
        }

        /** Returns whether an index finds the rows that refer to a row. */
        public boolean isReversible() {
            return parts.stream().anyMatch(part -> part.foreign.index() != null);
        }

        /** Returns whether no two rows of the referenced table have the same key, because it is the primary key. */
        public boolean isUnique() {
            Set<Integer> places = parts.stream().map(part -> part.key.place()).collect(Collectors.toSet());
            return table.hasPrimaryKey() && IntStream.of(table.primaryKey()).allMatch(places::contains);
        }

        /** A range of index positions with all rows that may refer to a row. */
        private record Candidates(@Nullable SortedIndex index, int low, int high) {
            static final Candidates NONE = new Candidates(null, 0, 0);

            int size() {
                return high - low;
            }
        }

        /**
         * Passes the rows that refer to a row to an action, unless their number may exceed a limit. The step must be
         * {@linkplain Hop#reversible reversible}.
         *
         * @return an upper bound of the number of rows
         */
        public int forEachReferring(int row, int limit, IntConsumer action) {
            Candidates candidates = candidates(row);
            if (candidates.index != null && candidates.size() <= limit) {
                candidates.index.forEachRow(candidates.low, candidates.high, from -> {
                    if (hasKey(from) && hasAll(row, from)) {
                        action.accept(from);
                    }
                });
            }
            return candidates.size();
        }

        /**
         * Returns a row that refers to a row and satisfies a predicate, or −1 if there is none. The step must be
         * {@linkplain Hop#reversible reversible}.
         *
         * @param limit the greatest number of rows that the search compares
         * @return empty if the search ended at the limit
         */
        public OptionalInt anyReferring(int row, int limit, IntPredicate which) {
            Candidates candidates = candidates(row);
            int end = Math.min(candidates.high, candidates.low + limit);
            for (int position = candidates.low; position < end; position++) {
                int from = requireNonNull(candidates.index).row(position);
                if (hasKey(from) && hasAll(row, from) && which.test(from)) {
                    return OptionalInt.of(from);
                }
            }
            return end == candidates.high ? OptionalInt.of(-1) : OptionalInt.empty();
        }

        private Candidates candidates(int row) {
            SortedIndex narrowest = null;
            int low = 0;
            int high = Integer.MAX_VALUE;
            for (Part part : parts) {
                KeyColumn keys = part.key.column();
                long wanted = keys.isNull(row) ? KeySpace.Translation.NONE : part.translation.of(keys.key(row));
                if (wanted == KeySpace.Translation.NONE) {
                    return Candidates.NONE;
                }
                SortedIndex index = part.foreign.index();
                int below = index == null ? 0 : index.below(wanted);
                int through = index == null ? Integer.MAX_VALUE : Math.max(below, index.through(wanted));
                if (index != null && (narrowest == null || through - below < high - low)) {
                    narrowest = index;
                    low = below;
                    high = through;
                }
            }
            return new Candidates(requireNonNull(narrowest), low, high);
        }

        private boolean isComplete() {
            return known.areAllThere(from, hop, table, this::dangling);
        }

        /**
         * Returns whether a row exists whose foreign key has no NULL and names no row. The step must be
         * {@linkplain RowPath#isIndexed indexed}.
         */
        public boolean isDangling(int row) {
            return from.isPresent(row) && !hasNull(row) && row(row) < 0;
        }

        /**
         * Returns a row whose foreign key has no NULL and names no row; {@link KnownReferences#ALL_THERE} if there is
         * none. Checks the different keys if they have an index, and each row otherwise.
         */
        private int dangling() {
            Part only = only();
            SortedIndex foreign = only == null ? null : only.foreign.index();
            if (only == null || foreign == null) {
                return danglingByRow();
            }
            if (isUnique() && only.coversAll()) {
                return KnownReferences.ALL_THERE;
            }
            SortedIndex keys = requireNonNull(only.key.index());
            KeyColumn column = only.foreign.column();
            int position = 0;
            while (position < foreign.valid()) {
                long key = column.key(foreign.row(position));
                long wanted = only.there.of(key);
                if (wanted == KeySpace.Translation.NONE && !only.there.isIdentity()
                        || keys.below(wanted) >= keys.through(wanted)) {
                    return foreign.row(position);
                }
                position = foreign.through(key);
            }
            return KnownReferences.ALL_THERE;
        }

        private int danglingByRow() {
            int[] rows = new int[RowBlock.CAPACITY];
            int[] referred = new int[RowBlock.CAPACITY];
            int count = 0;
            for (int row = 0; row < from.end(); row++) {
                if (from.isPresent(row) && !hasNull(row)) {
                    rows[count++] = row;
                }
                if (count == rows.length || row == from.end() - 1) {
                    System.arraycopy(rows, 0, referred, 0, count);
                    map(referred, count);
                    for (int i = 0; i < count; i++) {
                        if (referred[i] < 0) {
                            return rows[i];
                        }
                    }
                    count = 0;
                }
            }
            return KnownReferences.ALL_THERE;
        }

        private boolean hasNull(int row) {
            for (Part part : parts) {
                if (part.foreign.column().isNull(row)) {
                    return true;
                }
            }
            return false;
        }

        /** Returns whether all columns of a foreign key have values that the referenced columns can contain. */
        private boolean hasKey(int from) {
            for (Part part : parts) {
                if (!part.isThere(from)) {
                    return false;
                }
            }
            return true;
        }

        /** Returns the row that a row refers to, or −1 if there is none. */
        private int row(int from) {
            Part only = only();
            return only == null ? composite(from) : only.row(from);
        }

        /** Returns the row that matches all parts of a key. It searches the index that finds the fewest rows. */
        private int composite(int from) {
            if (!hasKey(from)) {
                return -1;
            }
            PairIndex pair = pair();
            if (pair != null) {
                long first = parts.getFirst().wanted(from);
                long second = parts.get(1).wanted(from);
                return first(pair.index(), pair.below(first, second), pair.through(first, second), from);
            }
            SortedIndex narrowest = null;
            int low = 0;
            int high = Integer.MAX_VALUE;
            for (Part part : parts) {
                SortedIndex index = part.key.index();
                if (index != null && high - low > 1) {
                    long wanted = part.wanted(from);
                    int below = index.below(wanted);
                    int through = Math.max(below, index.through(wanted));
                    if (through - below < high - low) {
                        narrowest = index;
                        low = below;
                        high = through;
                    }
                }
            }
            return first(requireNonNull(narrowest), low, high, from);
        }

        /**
         * Returns the first row in a range of index positions that matches all parts of a key, or −1 if there is none.
         */
        private int first(SortedIndex index, int low, int high, int from) {
            for (int position = low; position < high; position++) {
                int row = index.row(position);
                if (hasAll(row, from)) {
                    return row;
                }
            }
            return -1;
        }

        private boolean hasAll(int row, int from) {
            for (Part part : parts) {
                if (!part.matches(from, row)) {
                    return false;
                }
            }
            return true;
        }

        private @Nullable PairIndex pair() {
            return table.pair(parts.getFirst().key.place(), parts.get(1).key.place());
        }

        /** Replaces each row by the row that it refers to, like {@link #row}. A −1 stays −1. */
        private void map(int[] rows, int count) {
            try (Scratch scratch = Scratch.own()) {
                int[] missing = scratch.ints(count);
                int size = replaceMissing(rows, count, missing);
                if (size < count) {
                    if (parts.size() == 1) {
                        Part part = parts.getFirst();
                        part.finder(count).find(part.wanted(rows, count, scratch), count, rows);
                    } else {
                        mapComposite(rows, count, scratch);
                    }
                }
                for (int i = 0; i < size; i++) {
                    rows[missing[i]] = -1;
                }
            }
        }

        /**
         * Replaces rows without a foreign key by a row that has one, so that loops need no special case for them.
         *
         * @param missing receives the positions of the replaced rows
         * @return the number of these positions
         */
        private int replaceMissing(int[] rows, int count, int[] missing) {
            if (!isAnyMissing(rows, count)
                    && parts.stream().allMatch(part -> part.foreign.column().nulls() == 0)) {
                return 0;
            }
            int size = 0;
            int any = -1;
            for (int i = 0; i < count; i++) {
                if (rows[i] < 0 || !hasKey(rows[i])) {
                    missing[size++] = i;
                } else {
                    any = rows[i];
                }
            }
            for (int i = 0; i < size; i++) {
                rows[missing[i]] = any;
            }
            return size;
        }

        private static boolean isAnyMissing(int[] rows, int count) {
            int all = 0;
            for (int i = 0; i < count; i++) {
                all |= rows[i];
            }
            return all < 0;
        }

        /**
         * Replaces each row by the row that matches all parts of its key, or −1. The narrowest index finds the candidates,
         * the rows that match one part, if they are few. Each pass compares one candidate of every remaining row. The
         * processor then waits for many reads at once, and mispredicts few branches.
         */
        private void mapComposite(int[] rows, int count, Scratch scratch) {
            if (narrowest < 0) {
                for (int i = 0; i < count; i++) {
                    rows[i] = composite(rows[i]);
                }
                return;
            }
            SortedIndex index = requireNonNull(parts.get(narrowest).key.index());
            long[] found = parts.get(narrowest).wanted(rows, count, scratch);
            KeyColumn[] columns = new KeyColumn[parts.size() - 1];
            long[][] wanted = new long[columns.length][];
            for (int other = 0; other < columns.length; other++) {
                Part part = parts.get(other < narrowest ? other : other + 1);
                columns[other] = part.key.column();
                wanted[other] = part.wanted(rows, count, scratch);
            }
            RowFinder finder = parts.get(narrowest).finder(count);
            int[] pending = scratch.ints(count);
            int[] next = scratch.ints(count);
            int[] ends = scratch.ints(count);
            int size = 0;
            for (int i = 0; i < count; i++) {
                long positions = finder.positions(found[i]);
                next[i] = SortedIndex.first(positions);
                ends[i] = SortedIndex.end(positions);
                rows[i] = -1;
                pending[size] = i;
                size += next[i] < ends[i] ? 1 : 0;
            }
            int[] candidates = scratch.ints(count);
            long[] keys = scratch.longs(count);
            while (size > 0) {
                for (int i = 0; i < size; i++) {
                    candidates[i] = index.row(next[pending[i]]++);
                    found[i] = -1; // the bits of a candidate that matches so far
                }
                for (int other = 0; other < columns.length; other++) {
                    keepMatching(columns[other], candidates, wanted[other], pending, size, keys, found);
                }
                int left = 0;
                for (int i = 0; i < size; i++) {
                    int at = pending[i];
                    rows[at] = found[i] == 0 ? -1 : candidates[i];
                    pending[left] = at;
                    left += found[i] == 0 && next[at] < ends[at] ? 1 : 0;
                }
                size = left;
            }
        }

        /** Sets the mark of each candidate to 0 whose key is not the wanted one. */
        private static void keepMatching(
                KeyColumn column, int[] candidates, long[] wanted, int[] places, int size, long[] keys, long[] marks) {
            column.keys(candidates, size, keys);
            for (int i = 0; i < size; i++) {
                marks[i] = keys[i] == wanted[places[i]] ? marks[i] : 0;
            }
            for (int i = 0; column.nulls() > 0 && i < size; i++) {
                marks[i] = column.isNull(candidates[i]) ? 0 : marks[i];
            }
        }
    }

    /**
     * One column of a foreign key and the column that it refers to.
     *
     * @param translation from the keys of the referenced column to the keys of the foreign key
     * @param there from the keys of the foreign key to the keys of the referenced column
     */
    public record Part(
            ColumnRef.Ordered foreign,
            ColumnRef.Ordered key,
            KeySpace.Translation translation,
            KeySpace.Translation there) {
        private static @Nullable Part of(TableStore<?> from, TableStore<?> to, Object foreignKey, Object referenced) {
            if (!(from.ref(foreignKey) instanceof ColumnRef.Ordered foreign)
                    || !(to.ref(referenced) instanceof ColumnRef.Ordered key)) {
                return null;
            }
            KeyCodec one = foreign.column().codec();
            KeyCodec other = key.column().codec();
            if (one.isWhole() && other.isWhole()) {
                return new Part(foreign, key, KeySpace.Translation.IDENTITY, KeySpace.Translation.IDENTITY);
            }
            if (one.valueClass() != other.valueClass()) {
                return null;
            }
            KeySpace ofForeign = foreign.column().space();
            KeySpace ofKey = key.column().space();
            return new Part(foreign, key, ofKey.to(ofForeign), ofForeign.to(ofKey));
        }

        /** Returns whether the referenced keys, if they are unique, are consecutive numbers and include all foreign keys. */
        private boolean coversAll() {
            KeyColumn keys = key.column();
            SortedIndex index = requireNonNull(key.index());
            return there.isIdentity()
                    && index.valid() > 0
                    && keys.max() - keys.min() == index.valid() - 1
                    && foreign.column().min() >= keys.min()
                    && foreign.column().max() <= keys.max();
        }

        private long wanted(int from) {
            return there.of(foreign.column().key(from));
        }

        /** Returns whether a row has a value that the referenced column can contain. */
        private boolean isThere(int from) {
            return !foreign.column().isNull(from) && (there.isIdentity() || wanted(from) != KeySpace.Translation.NONE);
        }

        private boolean matches(int from, int row) {
            KeyColumn column = key.column();
            return !column.isNull(row) && column.key(row) == wanted(from);
        }

        /** Returns the row that a row refers to, or −1 if there is none. */
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

        private RowFinder finder(int lookups) {
            return new RowFinder(requireNonNull(key.index()), lookups);
        }

        /** Returns the keys that rows refer to, in an array of the scratch memory. */
        private long[] wanted(int[] rows, int count, Scratch scratch) {
            long[] keys = scratch.longs(count);
            foreign.column().keys(rows, count, keys);
            for (int i = 0; !there.isIdentity() && i < count; i++) {
                keys[i] = there.of(keys[i]);
            }
            return keys;
        }
    }
}
