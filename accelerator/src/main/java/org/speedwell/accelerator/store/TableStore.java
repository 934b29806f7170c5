package org.speedwell.accelerator.store;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/**
 * One table at one version: its columns and indexes, rows in primary-key order, those that changes have added behind all others. Immutable and thread-safe. Whoever
 * reaches the store keeps its memory alive. A later version shares with it all that did not change; rows keep their numbers
 * there, so that those of rows that are gone are left out.
 */
public final class TableStore<E> {
    private final TableId<E> identifier;
    private final ColumnId[] ids;

    /** The keys of the {@link #ids}. An array of its own saves a step for each column that a query names. */
    private final Object[] keys;

    private final int end;
    private final int rows;
    private final @Nullable Validity present;
    private final boolean packed;
    private final Column[] columns;
    private final BitSet converted;
    private final ColumnRef[] refs;
    private final Class<?>[] numberClasses;
    private final @Nullable SortedIndex[] indexes;
    private final EntityFactory<E> entities;
    private final int[] primaryKey;
    private final List<PairIndex> pairs;
    private final boolean complete;

    private volatile @Nullable EntityFields fields;

    /** See {@link #alias}. */
    private @Nullable Object alias;

    /** Never written: see {@link #keepAlive}. */
    private volatile int anchor;

    private TableStore(Builder<E> builder) {
        this.identifier = builder.identifier;
        this.entities = builder.entities;
        this.primaryKey = builder.primaryKey;
        this.ids = builder.ids.toArray(ColumnId[]::new);
        this.keys = builder.ids.stream().map(ColumnId::key).toArray();
        this.columns = builder.columns.toArray(Column[]::new);
        this.indexes = builder.indexes.toArray(SortedIndex[]::new);
        this.pairs = List.copyOf(builder.pairs);
        this.converted = (BitSet) builder.converted.clone();
        this.refs = new ColumnRef[columns.length];
        Arrays.setAll(
                refs,
                place -> ColumnRef.of(place, columnName(place), columns[place], indexes[place], isConverted(place)));
        this.end = columns.length == 0 ? 0 : columns[0].rows();
        this.present = builder.present;
        this.packed = builder.packed;
        this.rows = end - (present == null ? 0 : present.nulls());
        this.numberClasses = Arrays.stream(columns).map(TableStore::numberClass).toArray(Class<?>[]::new);
        this.complete = Arrays.stream(columns).noneMatch(AbsentColumn.class::isInstance);
    }

    /**
     * A table with no columns yet, and with no primary key.
     *
     * @param lease owns the indexes that are built
     */
    public static <E> Builder<E> builder(TableId<E> identifier, EntityFactory<E> entities, Lease lease) {
        return new Builder<>(identifier, entities, lease);
    }

    /** Puts a table together. Columns are added in the order in which the entities' factory knows them. For one thread. */
    public static final class Builder<E> {
        private final TableId<E> identifier;
        private final EntityFactory<E> entities;
        private final Lease lease;
        private final List<ColumnId> ids = new ArrayList<>();
        private final List<Column> columns = new ArrayList<>();
        private final List<@Nullable SortedIndex> indexes = new ArrayList<>();
        private final List<PairIndex> pairs = new ArrayList<>();
        private final BitSet converted = new BitSet();
        private @Nullable Validity present;
        private boolean packed = true;
        private int[] primaryKey = {};

        private Builder(TableId<E> identifier, EntityFactory<E> entities, Lease lease) {
            this.identifier = identifier;
            this.entities = entities;
            this.lease = lease;
        }

        /** Adds a column with no index. */
        public Builder<E> column(ColumnId column, Column values) {
            return column(column, values, null);
        }

        /** Adds a column, and builds an index for it if its values have an order. */
        public Builder<E> indexedColumn(ColumnId column, Column values) {
            return column(column, values, SortedIndexBuilder.ifOrdered(values, lease));
        }

        /**
         * Adds a column with an index that is there, or with none.
         *
         * @throws IllegalArgumentException if the table has another number of rows
         */
        public Builder<E> column(ColumnId column, Column values, @Nullable SortedIndex index) {
            if (!columns.isEmpty() && columns.getFirst().rows() != values.rows()) {
                throw new IllegalArgumentException("Column " + column + " has " + values.rows()
                        + " rows, those before it " + columns.getFirst().rows());
            }
            ids.add(column);
            columns.add(values);
            indexes.add(index);
            return this;
        }

        /** Marks the last column as {@linkplain ColumnRef.Ordered#isConverted converted}. */
        public Builder<E> converted() {
            converted.set(columns.size() - 1);
            return this;
        }

        /** Adds an index over two of the columns. */
        public Builder<E> pair(PairIndex pair) {
            pairs.add(pair);
            return this;
        }

        /** The rows that are there; null where all are. Indexes have no others. Memory is shared with another version. */
        Builder<E> edited(@Nullable Validity rows) {
            present = rows;
            packed = false;
            return this;
        }

        /** The places of the primary key's columns among all, in the key's order; with none there is no such key. */
        public Builder<E> primaryKey(int... places) {
            primaryKey = places.clone();
            return this;
        }

        public TableStore<E> build() {
            return new TableStore<>(this);
        }
    }

    public TableId<E> identifier() {
        return identifier;
    }

    /** Returns the name by which those who hand out streams know the table; null before they do. It is the same for all versions. */
    public @Nullable Object alias() {
        return alias;
    }

    /** Sets the {@link #alias}. */
    void setAlias(Object name) {
        this.alias = name;
    }

    /** Returns the name of the table in its schema. */
    public String name() {
        return identifier.table();
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** All row numbers are below it. */
    public int end() {
        return end;
    }

    /** The rows that are there, or null where all row numbers have one. */
    public @Nullable Validity present() {
        return present;
    }

    public int columns() {
        return columns.length;
    }

    public Column column(int index) {
        return columns[index];
    }

    /** Returns whether a column is {@linkplain ColumnRef.Ordered#isConverted converted}. */
    public boolean isConverted(int column) {
        return converted.get(column);
    }

    private static Class<?> numberClass(Column column) {
        return column instanceof KeyColumn keys
                        && keys.codec().isOrdered()
                        && (keys.codec().isWhole() || keys.codec().isOrdinal())
                ? keys.codec().valueClass()
                : Void.class;
    }

    /**
     * The class of the column's values where the key of one is the whole number or, of an enum constant, the ordinal that it
     * is; else {@code Void}, of which there are none.
     */
    public Class<?> numberClass(int column) {
        return numberClasses[column];
    }

    /** The column's name in the database. */
    public String columnName(int index) {
        return ids[index].name();
    }

    /** Whether every column is loaded. */
    public boolean isComplete() {
        return complete;
    }

    /** The sorted index of a column, or null where it has none. */
    public @Nullable SortedIndex index(int column) {
        return indexes[column];
    }

    /** The indexes over two columns. */
    public List<PairIndex> pairs() {
        return pairs;
    }

    /** The index over two columns in this order, or null where there is none. */
    public @Nullable PairIndex pair(int first, int second) {
        for (PairIndex pair : pairs) {
            if (pair.first() == first && pair.second() == second) {
                return pair;
            }
        }
        return null;
    }

    /** Returns the index of a column of this table by the {@linkplain ColumnId#key key} of its id; −1 if it has none of that key. */
    @SuppressWarnings("ReferenceEquality") // the quick test; equality is tried after it
    public int indexOf(Object key) {
        int place = place(key);
        return place < keys.length && keys[place] == key ? place : search(key);
    }

    /** Returns the place of a constant in its enum. The bits taken away are 0; the compiler learns it by that. */
    private static int place(Object key) {
        return key instanceof Enum<?> constant ? constant.ordinal() & Integer.MAX_VALUE : Integer.MAX_VALUE;
    }

    private int search(Object key) {
        return Arrays.asList(keys).indexOf(key);
    }

    /** A column by what can be done with it. */
    public ColumnRef ref(int index) {
        return refs[index];
    }

    /** Returns a column by the {@linkplain ColumnId#key key} of its id; null if the table has none of that key. */
    public @Nullable ColumnRef ref(Object key) {
        int index = indexOf(key);
        return index < 0 ? null : refs[index];
    }

    /** What is known of the entities' class, for reading functions of entities. */
    public EntityFields fields() {
        EntityFields known = fields;
        if (known == null) {
            known = EntityFields.of(entities, ids, columns);
            fields = known;
        }
        return known;
    }

    /** A new entity with the values of a row. */
    public E entity(int row) {
        E entity = entities.create(columns, row);
        keepAlive();
        return entity;
    }

    /** A new entity with the values of some columns of a row and nothing else; {@link #fields} must be known. */
    public E entity(int row, int[] columnsRead) {
        E entity = entities.createOf(columns, columnsRead, row);
        keepAlive();
        return entity;
    }

    /** Whether no two rows can be equal. */
    public boolean hasPrimaryKey() {
        return primaryKey.length > 0;
    }

    /** The places of the primary key's columns, in the key's order; none where there is no such key. */
    public int[] primaryKey() {
        return primaryKey.clone();
    }

    /**
     * Finds rows by their primary key, many at once.
     *
     * @param keys a column for each of the primary key, in the key's order, with a row for each key that is looked for; made as
     *     those of this table were
     * @return for each key the number of its row, or −1 where there is none
     * @throws IllegalStateException if there is no primary key, or no column of it has an index
     * @throws IllegalArgumentException if the key has another number of columns
     */
    public int[] rowsOf(List<? extends Column> keys) {
        return new KeyLookup(this, primaryKey).rows(keys);
    }

    /** A row, and which of the keys that were looked for it has. */
    public record Match(int row, int key) {}

    /**
     * Finds all rows that have certain keys in some columns.
     *
     * @param places of the columns; the first of them has an index, or all rows are looked at for each key
     * @param keys a column for each of these, with a row for each key that is looked for; made as those of this table were
     */
    public List<Match> rowsWith(int[] places, List<? extends Column> keys) {
        return new KeyLookup(this, places).matches(keys);
    }

    /**
     * The rows in which this version differs from another one of the same table, each once, in no order that is promised.
     * Blocks that both share are not read. The others are compared row by row, those whose numbers have changed too by
     * primary key, so that it takes as long as much has changed; where the other version shares nothing, as behind a load,
     * all rows are looked up.
     *
     * @throws IllegalStateException if there is no primary key, or no column of it has an index
     */
    public Stream<RowPair> changesSince(TableStore<E> former) {
        return TableChanges.rows(former, this);
    }

    /**
     * The numbers of one row in two versions.
     *
     * @param before −1 where it is new
     * @param after −1 where it is gone
     */
    public record RowPair(int before, int after) {
        static final int NONE = -1;
    }

    /** Columns of some of its rows, by place, as {@link #edit} takes them. */
    public List<Column> picked(int[] rows, Lease to) {
        List<Column> picked =
                Arrays.stream(columns).map(column -> column.picked(rows, to)).toList();
        keepAlive();
        return picked;
    }

    /**
     * To be called before rows are found by their primary key, to know that they can be.
     *
     * @throws IllegalStateException as {@link #rowsOf} does
     */
    public void requireLookup() {
        Lease lease = new Lease();
        try {
            rowsOf(keys(new int[0], lease));
        } finally {
            lease.release();
        }
    }

    /** The columns of the primary key of some of its rows, as {@link #rowsOf} takes them. */
    public List<Column> keys(int[] rows, Lease to) {
        List<Column> keys = new ArrayList<>();
        for (int place : primaryKey) {
            if (!(columns[place] instanceof KeyColumn column)) {
                throw new IllegalStateException("Column " + columnName(place) + " of table " + name()
                        + " is not held by keys: its rows cannot be found by it.");
            }
            keys.add(column.keysOf(rows, to));
        }
        return keys;
    }

    /**
     * To be called after the last read of a loop over this table's columns. The fence alone is not always honoured by
     * compiled code (JDK-8290892); a volatile read is.
     *
     * @return nothing of meaning
     */
    public int keepAlive() {
        int value = anchor;
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * The next version of this table; it shares all that does not change.
     *
     * @param changed rows that are put in place of others, by their numbers, ascending, and behind them those that are new,
     *     from {@link #end()} on without gaps; these stand behind all others in primary-key order
     * @param values of these rows, by column; made as those of this table were
     * @param removed numbers of rows that are no longer there, ascending; none of those that are changed
     * @param budget in which what is not shared is counted
     * @throws MemoryBudgetException if that does not allow it, even with the memory returned that nobody can reach any more,
     *     which may take a second
     * @throws IllegalArgumentException if values have no common order with those that are there, as only a type mapper can
     *     make them: then the table must be loaded anew
     */
    public TableStore<E> edit(int[] changed, List<? extends Column> values, int[] removed, MemoryBudget budget) {
        TableEdit<E> edit = new TableEdit<>(this, changed, removed, budget);
        try {
            return edit.version(values);
        } catch (MemoryBudgetException e) {
            Lease.reclaim();
            return edit.version(values);
        }
    }

    /**
     * The next version of this table, of the same rows, in which one column is in one piece again that many edits have
     * scattered over the memory, where a scan waits for each block. What was before it and what comes after it no longer
     * share that column: the differences between them are looked for in all of its rows.
     *
     * @param budget in which the copy is counted
     * @param isWanted is asked while it is made, each fraction of a millisecond
     * @return this, where no column is scattered, or there is no room, or it is not wanted any more
     */
    public TableStore<E> folded(MemoryBudget budget, BooleanSupplier isWanted) {
        return TableEdit.fold(this, budget, isWanted);
    }

    /** Whether no row number is left out and no memory shared with another version. */
    public boolean isPacked() {
        return packed;
    }

    /**
     * Returns about how many of the {@link #bytes()} are of rows that are gone, and of values that no row has any more. Reads
     * every row.
     */
    public long unusedBytes() {
        return TableEdit.unusedBytes(this);
    }

    /** Returns how many of the {@link #bytes()} are on the heap: of values that changes have added. */
    public long heapBytes() {
        return Arrays.stream(columns).mapToLong(Column::heapBytes).sum();
    }

    /** The same rows with no numbers left out, and no values that no row has, all in memory of its own. */
    public TableStore<E> packed(Lease to) {
        return TableEdit.pack(this, to);
    }

    public EntityFactory<E> entities() {
        return entities;
    }

    /** A builder of a table of the same kind. */
    Builder<E> successor(Lease to) {
        Builder<E> next = builder(identifier, entities, to).primaryKey(primaryKey);
        next.converted.or(converted);
        return next;
    }

    ColumnId identifier(int column) {
        return ids[column];
    }

    /** The bytes of all columns and indexes. */
    public long bytes() {
        long bytes = 0;
        for (int i = 0; i < columns.length; i++) {
            SortedIndex index = indexes[i];
            bytes += columns[i].bytes() + (index == null ? 0 : index.bytes());
        }
        for (PairIndex pair : pairs) {
            bytes += pair.bytes();
        }
        return bytes;
    }
}
