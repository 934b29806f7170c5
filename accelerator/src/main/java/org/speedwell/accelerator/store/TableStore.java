package org.speedwell.accelerator.store;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.lambda.EntityCode;
import org.speedwell.accelerator.lambda.FunctionCache;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/**
 * One version of one table: its columns and indexes. Rows are in primary-key order, followed by the rows that changes
 * have added. A reference to the store keeps its native memory alive. A later version shares all memory that did not
 * change. Rows keep their row ids in later versions, so a removed row leaves a gap. Immutable and thread-safe.
 */
public final class TableStore<E> {
    private final TableId<E> identifier;
    private final ColumnId[] ids;

    /** The keys of {@link #ids}. The separate array saves an indirection for each column of a query. */
    private final Object[] keys;

    private final int end;
    private final int rows;
    private final @Nullable Validity present;
    private final boolean packed;
    private final Lineage lineage;
    private final Column[] columns;
    private final BitSet converted;
    private final ColumnRef[] refs;
    private final Class<?>[] numberClasses;
    private final @Nullable SortedIndex[] indexes;
    private final EntityFactory<E> entities;
    private final int[] primaryKey;
    private final List<PairIndex> pairs;
    private final boolean complete;

    /** The other tables of the version; null if the table belongs to none, or its entities need none. */
    private final @Nullable Tables version;

    /** The results of functions on this version, without the tables that it references. */
    private final FunctionCache results = new FunctionCache();

    private volatile @Nullable EntityFields fields;
    private volatile EntityLinks.@Nullable InVersion<E> links;

    /** The name that {@link #alias} returns. */
    private @Nullable Object alias;

    /** A field that is never written: see {@link #keepAlive}. */
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
        this.lineage = builder.lineage;
        this.rows = end - (present == null ? 0 : present.nulls());
        this.numberClasses = Arrays.stream(columns).map(TableStore::numberClass).toArray(Class<?>[]::new);
        this.complete = Arrays.stream(columns).noneMatch(AbsentColumn.class::isInstance);
        this.version = null;
    }

    private TableStore(TableStore<E> of, Tables version) {
        this.identifier = of.identifier;
        this.entities = of.entities;
        this.primaryKey = of.primaryKey;
        this.ids = of.ids;
        this.keys = of.keys;
        this.columns = of.columns;
        this.indexes = of.indexes;
        this.pairs = of.pairs;
        this.converted = of.converted;
        this.refs = of.refs;
        this.end = of.end;
        this.present = of.present;
        this.packed = of.packed;
        this.lineage = of.lineage;
        this.rows = of.rows;
        this.numberClasses = of.numberClasses;
        this.complete = of.complete;
        this.fields = of.fields;
        this.version = version;
    }

    /** Returns this table with the tables whose rows its entities hold. */
    public TableStore<E> in(Tables other) {
        return isLinked() ? new TableStore<>(this, other) : this;
    }

    /** Returns whether both objects have the same rows, because no edit and no load came between them. */
    @SuppressWarnings("ReferenceEquality") // an instance identifies its version
    public boolean isSameAs(TableStore<?> other) {
        return lineage == other.lineage;
    }

    /**
     * Creates a builder without columns and without a primary key.
     *
     * @param lease owns the indexes that the builder creates
     */
    public static <E> Builder<E> builder(TableId<E> identifier, EntityFactory<E> entities, Lease lease) {
        return new Builder<>(identifier, entities, lease);
    }

    /** A builder of a table. Add the columns in the order that the {@link EntityFactory} expects. For one thread. */
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
        private Lineage lineage = new Lineage();
        private int[] primaryKey = {};

        private Builder(TableId<E> identifier, EntityFactory<E> entities, Lease lease) {
            this.identifier = identifier;
            this.entities = entities;
            this.lease = lease;
        }

        /** Adds a column without an index. */
        public Builder<E> column(ColumnId column, Column values) {
            return column(column, values, null);
        }

        /** Adds a column, and builds an index for it if its values have an order. */
        public Builder<E> indexedColumn(ColumnId column, Column values) {
            return column(column, values, SortedIndexBuilder.ifOrdered(values, lease));
        }

        /**
         * Adds a column with an existing index, or without one.
         *
         * @throws IllegalArgumentException if the column and the table differ in their number of rows
         */
        public Builder<E> column(ColumnId column, Column values, @Nullable SortedIndex index) {
            if (!columns.isEmpty() && columns.getFirst().rows() != values.rows()) {
                throw new IllegalArgumentException(
                        "Column " + column + " has " + values.rows() + " rows, but the columns before it have "
                                + columns.getFirst().rows() + ".");
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

        /**
         * Sets the row ids that have a row; null if all have one. Indexes contain only these rows. The table shares
         * memory with another version.
         */
        Builder<E> edited(@Nullable Validity rows, Lineage edits) {
            present = rows;
            packed = false;
            lineage = edits;
            return this;
        }

        /**
         * Sets the places of the primary-key columns, in the order of the key. An empty array means that the table has
         * no primary key.
         */
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

    /**
     * Returns the name by which the supplier of streams identifies the table, or null if it has none yet. All versions
     * have the same name.
     */
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

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns the upper bound of the row ids, exclusive. */
    public int end() {
        return end;
    }

    /** Returns the row ids that have a row, or null if every row id has one. */
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
     * Returns the class of the column's values if their keys are the whole numbers themselves, or the ordinals of enum
     * constants. Otherwise returns {@code Void}, a class without values.
     */
    public Class<?> numberClass(int column) {
        return numberClasses[column];
    }

    /** Returns the column's name in the database. */
    public String columnName(int index) {
        return ids[index].name();
    }

    /** Returns whether every column is loaded. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the sorted index of a column, or null if it has none. */
    public @Nullable SortedIndex index(int column) {
        return indexes[column];
    }

    /** Returns the indexes over two columns. */
    public List<PairIndex> pairs() {
        return pairs;
    }

    /** Returns the index over two columns in this order, or null if there is none. */
    public @Nullable PairIndex pair(int first, int second) {
        for (PairIndex pair : pairs) {
            if (pair.first() == first && pair.second() == second) {
                return pair;
            }
        }
        return null;
    }

    /**
     * Returns the place of a column by the {@linkplain ColumnId#key key} of its id, or −1 if the table has no such
     * column. A {@link ColumnId} finds the column of its name.
     */
    @SuppressWarnings("ReferenceEquality") // a fast test; equals() follows
    public int indexOf(Object key) {
        int place = ordinal(key);
        return place < keys.length && keys[place] == key ? place : search(key);
    }

    /**
     * Returns the ordinal of an enum constant. The mask changes nothing, but it tells the JIT compiler that the result
     * is not negative.
     */
    private static int ordinal(Object key) {
        return key instanceof Enum<?> constant ? constant.ordinal() & Integer.MAX_VALUE : Integer.MAX_VALUE;
    }

    private int search(Object key) {
        if (key instanceof ColumnId column) {
            for (int place = 0; place < ids.length; place++) {
                if (ids[place].name().equals(column.name())) {
                    return place;
                }
            }
            return -1;
        }
        return Arrays.asList(keys).indexOf(key);
    }

    /**
     * Returns the place of a column of this table that an expression reads. Returns −1 if the column is not in memory, or
     * belongs to a row that this table's rows reference.
     */
    public int place(Expr.Column read) {
        return read.row() instanceof Row.Element ? placeOf(read.id()) : -1;
    }

    /** Returns the place of a column by its {@linkplain Expr.Column#id id}, or −1 if the column is not in memory. */
    public int placeOf(Object id) {
        return switch (id) {
            case String field -> fields().place(field);
            case Object key -> indexOf(key);
        };
    }

    /** Returns a column with the operations that it supports. */
    public ColumnRef ref(int index) {
        return refs[index];
    }

    /** Returns a column by the {@linkplain ColumnId#key key} of its id, or null if the table has no such column. */
    public @Nullable ColumnRef ref(Object key) {
        int index = indexOf(key);
        return index < 0 ? null : refs[index];
    }

    /** Returns the facts about the entity class that the analysis of lambdas needs. */
    public EntityFields fields() {
        EntityFields known = fields;
        if (known == null) {
            known = EntityFields.of(entities, ids, columns);
            fields = known;
        }
        return known;
    }

    /**
     * Returns the cache of results that depend only on a function and on this version of the table. It must not receive
     * results that depend on other tables.
     */
    public FunctionCache results() {
        return results;
    }

    /** Creates an entity with the values of a row, and with the rows of other tables that its attributes hold. */
    public E entity(int row) {
        return isLinked() ? linked(row) : unlinked(row);
    }

    /**
     * Returns a function that creates entities as {@link #entity(int)} does. Records that the constructors of several
     * entities receive are created only once. The function is for one thread.
     *
     * @param count the number of entities that the caller creates
     */
    public IntFunction<E> entities(int count) {
        EntityLinks<E> own = entities.links();
        if (count <= 1 || own == null || !own.areArguments()) {
            return this::entity;
        }
        EntityGraph graph = new EntityGraph();
        return row -> graph.complete(graph.newEntity(this, row));
    }

    private E linked(int row) {
        EntityGraph graph = new EntityGraph();
        return graph.complete(graph.entity(this, row));
    }

    /**
     * Creates an entity with the values of a row. Its other attributes hold no rows of other tables.
     *
     * @param arguments the entities of other rows that its constructor takes
     */
    E unlinked(int row, @Nullable Object... arguments) {
        E entity = entities.create(columns, row, arguments);
        keepAlive();
        return entity;
    }

    /** Returns whether attributes of the entities hold rows of other tables. */
    public boolean isLinked() {
        return entities.links() != null;
    }

    /** Returns the tables whose rows attributes of the entities hold. */
    public List<TableId<?>> linkedTables() {
        EntityLinks<E> own = entities.links();
        return own == null ? List.of() : own.tables();
    }

    /** Returns the attributes that hold rows of other tables. */
    EntityLinks.InVersion<E> links() {
        EntityLinks.InVersion<E> known = links;
        if (known == null) {
            EntityLinks<E> own = entities.links();
            if (own == null || version == null) {
                throw new IllegalStateException(
                        "Table " + name() + " belongs to no version, so its entities cannot hold other rows.");
            }
            known = own.in(this, version);
            links = known;
        }
        return known;
    }

    /**
     * Creates an entity with the values of some columns of a row. The other fields stay unset. Call {@link #fields}
     * before.
     */
    public E entity(int row, int[] columnsRead) {
        EntityLinks<E> own = entities.links();
        if (own != null && own.areArguments()) {
            return entity(row);
        }
        E entity = entities.createOf(columns, columnsRead, row);
        keepAlive();
        return entity;
    }

    /** Returns whether the table has a primary key, so that no two rows are equal. */
    public boolean hasPrimaryKey() {
        return primaryKey.length > 0;
    }

    /** Returns whether the entities of different rows always differ by {@code equals}. */
    public boolean areEntitiesDistinct() {
        EntityCode code = hasPrimaryKey() ? fields().code() : null;
        return hasPrimaryKey()
                && (code == null
                        || code.areDistinct(Arrays.stream(primaryKey)
                                .mapToObj(this::columnName)
                                .toList()));
    }

    /**
     * Returns the places of the primary-key columns, in the order of the key. Empty if the table has no primary key.
     */
    public int[] primaryKey() {
        return primaryKey.clone();
    }

    /**
     * Finds rows by their primary keys.
     *
     * @param keys one column for each column of the primary key, in the order of the key, with one row per lookup. They
     * must be built like those of this table
     * @return the row id for each lookup, or −1 if there is no such row
     * @throws IllegalStateException if there is no primary key, or none of its columns has an index
     * @throws IllegalArgumentException if the number of key columns differs
     */
    public int[] rowsOf(List<? extends Column> keys) {
        return new KeyLookup(this, primaryKey).rows(keys);
    }

    /**
     * A matching row.
     *
     * @param row the row id
     * @param key the number of the lookup that it matches
     */
    public record Match(int row, int key) {}

    /**
     * Finds all rows that have given keys in some columns.
     *
     * @param places the places of the columns. If none of these columns has an index, each lookup scans all rows
     * @param keys one column for each place, with one row per lookup. They must be built like those of this table
     */
    public List<Match> rowsWith(int[] places, List<? extends Column> keys) {
        return new KeyLookup(this, places).matches(keys);
    }

    /**
     * Returns the rows that differ between this version and another version of the same table. Each row comes once, in
     * no particular order.
     *
     * <p>The method skips blocks that both versions share. It compares the other blocks row by row, and rows with
     * different row ids by primary key. The time is therefore proportional to the size of the change. If the versions
     * share nothing, for example after a load, it looks up all rows.
     *
     * @throws IllegalStateException if there is no primary key, or none of its columns has an index
     */
    public Stream<RowPair> changesSince(TableStore<E> former) {
        return TableChanges.rows(former, this);
    }

    /**
     * Returns the ids of the rows that edits have replaced, added or removed since another version, in ascending order.
     * A row may be the same in both versions. Takes time in proportion to the change.
     *
     * @return null if the versions are not connected by a few edits, for example because of a load
     */
    public int @Nullable [] editedSince(TableStore<E> former) {
        return lineage.rowsSince(former.lineage);
    }

    /** Returns whether a row id has a row in this version. */
    public boolean isPresent(int row) {
        return row < end && (present == null || present.isValid(row));
    }

    /**
     * The row ids of one row in two versions.
     *
     * @param before the former row id; −1 if the row is new
     * @param after the current row id; −1 if the row was removed
     */
    public record RowPair(int before, int after) {
        static final int NONE = -1;
    }

    /** Returns the values of some rows, one column for each column of the table, as {@link #edit} accepts them. */
    public List<Column> picked(int[] rows, Lease to) {
        List<Column> picked =
                Arrays.stream(columns).map(column -> column.picked(rows, to)).toList();
        keepAlive();
        return picked;
    }

    /**
     * Checks that rows can be found by their primary key.
     *
     * @throws IllegalStateException if {@link #rowsOf} would throw it
     */
    public void requireLookup() {
        Lease lease = new Lease();
        try {
            rowsOf(keys(new int[0], lease));
        } finally {
            lease.release();
        }
    }

    /** Returns the primary keys of some rows, as {@link #rowsOf} accepts them. */
    public List<Column> keys(int[] rows, Lease to) {
        List<Column> keys = new ArrayList<>();
        for (int place : primaryKey) {
            if (!(columns[place] instanceof KeyColumn column)) {
                throw new IllegalStateException("Column " + columnName(place) + " of table " + name()
                        + " is not stored as keys, so rows cannot be found by its values.");
            }
            keys.add(column.keysOf(rows, to));
        }
        return keys;
    }

    /**
     * Keeps the native memory alive up to this call. Call it after the last read of a loop over the columns. Compiled
     * code does not always honour {@code reachabilityFence} alone (JDK-8290892). It honours a volatile read.
     *
     * @return a meaningless number
     */
    public int keepAlive() {
        int value = anchor;
        Reference.reachabilityFence(this);
        return value;
    }

    /**
     * Creates the next version of this table. It shares all memory that does not change.
     *
     * @param changed the ids of replaced rows, in ascending order, followed by those of new rows. New rows start at
     * {@link #end()}, without gaps, and come after all others
     * @param values the values of these rows, by column. The columns must be built like those of this table. Null for a
     * column whose values all these rows keep, which is possible only without new rows
     * @param removed the ids of removed rows, in ascending order, without any changed row
     * @param budget counts the memory that the versions do not share
     * @throws MemoryBudgetException if the budget does not suffice, even after unreachable memory is reclaimed, which
     * may take 1 second
     * @throws IllegalArgumentException if the values have no common order with the existing ones, which only a type
     * mapper can cause. The caller must then reload the table
     */
    public TableStore<E> edit(
            int[] changed, List<? extends @Nullable Column> values, int[] removed, MemoryBudget budget) {
        TableEdit<E> edit = new TableEdit<>(this, changed, removed, budget);
        try {
            return edit.version(values);
        } catch (MemoryBudgetException e) {
            Lease.reclaim();
            return edit.version(values);
        }
    }

    /**
     * Creates the next version with the same rows, in which one scattered column is contiguous again. Many edits
     * scatter a column over the memory, so that a scan waits for each block. Earlier and later versions no longer share
     * that column, so a comparison between them reads all of its rows.
     *
     * @param budget counts the copy
     * @param isWanted is called every fraction of a millisecond during the copy; false cancels it
     * @return this version if no column is scattered, the budget does not suffice, or the copy was cancelled
     */
    public TableStore<E> defragmented(MemoryBudget budget, BooleanSupplier isWanted) {
        return TableEdit.defragment(this, budget, isWanted);
    }

    /** Returns whether every row id has a row, and the table shares no memory with another version. */
    public boolean isPacked() {
        return packed;
    }

    /**
     * Returns about how many of the {@link #bytes()} belong to removed rows and to values that no row has. The method
     * reads every row.
     */
    public long unusedBytes() {
        return TableEdit.unusedBytes(this);
    }

    /** Returns how many of the {@link #bytes()} are on the heap. Values that changes have added are there. */
    public long heapBytes() {
        return Arrays.stream(columns).mapToLong(Column::heapBytes).sum();
    }

    /** Returns a copy of the table in its own memory, without gaps in the row ids and without unused values. */
    public TableStore<E> packed(Lease to) {
        return TableEdit.pack(this, to);
    }

    public EntityFactory<E> entities() {
        return entities;
    }

    /** Creates a builder of a table with the same identity, primary key and converted columns. */
    Builder<E> successor(Lease to) {
        Builder<E> next = builder(identifier, entities, to).primaryKey(primaryKey);
        next.converted.or(converted);
        return next;
    }

    Lineage lineage() {
        return lineage;
    }

    ColumnId identifier(int column) {
        return ids[column];
    }

    /** Returns the bytes of all columns and indexes. */
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
