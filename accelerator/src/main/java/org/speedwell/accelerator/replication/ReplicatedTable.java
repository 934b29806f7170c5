package org.speedwell.accelerator.replication;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.types.DriverConversions;
import org.speedwell.accelerator.types.ImageReader;

/**
 * A table between two published versions: its latest version, perhaps unpublished, and the changes since. For one
 * thread.
 */
final class ReplicatedTable<E> {
    /** The number of unused row ids that does no harm. */
    private static final int MAX_UNUSED_ROW_IDS = 1 << 16;

    /** The bytes that a changed value may take: a piece of its column, and chunks of its index. */
    private static final int MAX_BYTES_PER_VALUE = 4 << 10;

    /** The bytes of deleted rows and unused values below which compaction is not worthwhile. */
    private static final long MIN_BYTES_TO_COMPACT = 256 << 10;

    /** A version is compacted when at least one byte in this many is unused. */
    private static final int UNUSED_PART = 3;

    /** The use of a version is measured each time new rows amount to one byte in this many of its bytes. */
    private static final int CHURNED_PART = 2;

    private LoadedColumns<E> loaded;

    /** The place in the table of each loaded column. */
    private int[] tablePlaces;
    /** The part of the table that is in memory; null if that is the whole table. */
    private final @Nullable TableShare share;

    private final DriverConversions server;
    private final MemoryBudget budget;
    private final Map<RowFormat, ImageReader<E>> known = new IdentityHashMap<>();
    private TableStore<E> version;
    private @Nullable CoalescedChanges changes;
    private @Nullable ImageReader<E> reader;
    private @Nullable ShareFilter filter;
    private long rowsChanged;

    /** The bytes of new rows since the version's use was last measured. */
    private long churned;

    /** @param share the part of the table that is in memory; null if that is the whole table */
    ReplicatedTable(
            LoadedColumns<E> loaded,
            @Nullable TableShare share,
            DriverConversions server,
            TableStore<E> version,
            MemoryBudget budget) {
        this.loaded = loaded;
        this.tablePlaces = tablePlaces(loaded);
        this.share = share;
        this.server = server;
        this.version = version;
        this.budget = budget;
    }

    TableModel<E> model() {
        return loaded.model();
    }

    /**
     * Checks that the binlog tells which changed rows belong to the part in memory.
     *
     * @throws TableException if it does not
     */
    static void requireDividable(LoadedColumns<?> loaded, @Nullable TableShare share) throws TableException {
        if (share != null) {
            ShareFilter.key(loaded, share);
        }
    }

    /** Returns the part of the table that is in memory; null if that is the whole table. */
    @Nullable
    TableShare share() {
        return share;
    }

    /** Returns whether a change of some columns, given by name, may move a row to another part of the table. */
    boolean isDividedBy(List<String> columns) throws LoadException {
        return share != null && columns.stream().anyMatch(ShareFilter.key(loaded, share)::equalsIgnoreCase);
    }

    /** Returns the number of changed rows, as the binlog counts them. */
    long rowsChanged() {
        return rowsChanged;
    }

    /** Returns the version with all changes that were taken. */
    TableStore<E> version() throws LoadException {
        make();
        return version;
    }

    /** Returns the columns in memory, as the load saw them. */
    LoadedColumns<E> loaded() {
        return loaded;
    }

    /** Returns whether a column, given by name, is in memory. */
    boolean follows(String column) {
        return loaded.columns().stream()
                        .anyMatch(loadedColumn -> loadedColumn.name().equalsIgnoreCase(column))
                || loaded.model().keyColumns().stream().anyMatch(column::equalsIgnoreCase);
    }

    /** Returns the last version that was made, without the pending changes. */
    TableStore<E> last() {
        return version;
    }

    /** Replaces the table by a reloaded one, as the database has it now. It contains the pending changes. */
    void reset(LoadedColumns<E> columns, TableStore<E> store) {
        loaded = columns;
        tablePlaces = tablePlaces(columns);
        version = store;
        known.clear();
        changes = null;
    }

    /**
     * Takes the changes of an event.
     *
     * @throws LoadException if the rows no longer fit the table
     */
    void take(RowsEvent event) throws LoadException {
        CoalescedChanges to = changesOf(event.format());
        byte[] bytes = event.bytes();
        churned += bytes.length - event.from();
        for (int at = event.from(); at < bytes.length; rowsChanged++) {
            at = filter == null ? take(event, at, to) : filter.pass(event, at, to);
        }
        if (to.shouldApply()) {
            make();
        }
    }

    private static int take(RowsEvent event, int at, CoalescedChanges to) {
        return switch (event.kind()) {
            case INSERT -> to.put(event.bytes(), at);
            case DELETE -> to.remove(event.bytes(), at);
            case UPDATE -> to.replace(event.bytes(), at);
        };
    }

    private CoalescedChanges changesOf(RowFormat format) throws LoadException {
        CoalescedChanges now = changes;
        if (now == null || now.format() != format) {
            make();
            ImageReader<E> made = known.get(format);
            if (made == null) {
                made = new ImageReader<>(format, loaded, server);
                known.put(format, made);
            }
            reader = made;
            filter = share == null ? null : new ShareFilter(format, loaded, share);
            now = new CoalescedChanges(format, keyPlaces(format));
            changes = now;
        }
        return now;
    }

    /**
     * Makes a version with the pending changes.
     *
     * @throws MemoryBudgetException if the budget does not allow it; the changes then stay pending
     */
    private void make() throws LoadException {
        CoalescedChanges made = changes;
        ImageReader<E> images = reader;
        if (made == null || images == null || made.size() == 0) {
            return;
        }
        try {
            make(made, images);
        } catch (MemoryBudgetException e) {
            if (!compact()) {
                throw e;
            }
            budget.awaitRoom(0);
            make(made, images);
        }
        made.clear();
        pack();
    }

    private void make(CoalescedChanges made, ImageReader<E> images) throws LoadException {
        budget.require(0);
        budget.makeRoom((long) made.size() * made.format().columns() * MAX_BYTES_PER_VALUE);
        int[] rows = rows(made, images);
        int[] changed = new int[made.size()];
        int[] removed = new int[made.size()];
        long[] byRow = new long[made.size()];
        int present = 0;
        int gone = 0;
        int end = version.end();
        int added = 0;
        for (int entry = 0; entry < rows.length; entry++) {
            if (made.isDeleted(entry)) {
                if (rows[entry] >= 0) {
                    removed[gone++] = rows[entry];
                }
            } else {
                byRow[present++] = (long) (rows[entry] >= 0 ? rows[entry] : end + added++) << 32 | entry;
            }
        }
        Arrays.sort(byRow, 0, present);
        Arrays.sort(removed, 0, gone);
        int[] starts = new int[made.format().columns()];
        int[] columns = added > 0 ? images.allColumns() : images.columnsAt(made.changedColumns());
        try (SmallColumns builders = images.builders(columns)) {
            for (int i = 0; i < present; i++) {
                changed[i] = (int) (byRow[i] >>> 32);
                made.format().locate(made.bytes(), made.image((int) byRow[i]), starts);
                images.append(made.bytes(), starts, columns, builders);
            }
            version = version.edit(
                    Arrays.copyOf(changed, present),
                    byPlace(columns, builders.built()),
                    Arrays.copyOf(removed, gone),
                    budget);
        }
    }

    /**
     * Merges the pieces of one column that changes have scattered.
     *
     * @param isWanted a test, called repeatedly, whether to go on
     * @return whether there is another version
     */
    boolean defragment(BooleanSupplier isWanted) {
        TableStore<E> former = version;
        try {
            version = former.defragmented(budget, isWanted);
        } catch (MemoryBudgetException e) {
            return false; // another user of the budget took the memory
        }
        return version != former;
    }

    /**
     * Compacts the table when it has more unused row ids than rows. The amortised cost is a small factor of the cost of
     * the changes.
     */
    private void pack() {
        if (churned > Math.max(MIN_BYTES_TO_COMPACT, version.bytes() / CHURNED_PART)) {
            churned = 0;
            compact();
        }
        if (version.end() - version.rows() <= Math.max(MAX_UNUSED_ROW_IDS, version.rows())) {
            return;
        }
        Lease lease = Lease.byRegion(budget);
        try {
            version = version.packed(lease);
        } catch (MemoryBudgetException e) {
            lease.release(); // there is no memory for both copies: the table stays as it is
        }
    }

    /**
     * Frees deleted rows and unused values, if they are many. The table may exceed the budget until the former version
     * returns its memory.
     *
     * @return whether they were many
     */
    private boolean compact() {
        long unused = version.unusedBytes();
        if (unused <= MIN_BYTES_TO_COMPACT || unused < version.bytes() / UNUSED_PART) {
            return false;
        }
        version = version.packed(Lease.unbounded(budget));
        return true;
    }

    private static int[] tablePlaces(LoadedColumns<?> loaded) {
        return loaded.columns().stream()
                .mapToInt(loaded.model().columns()::indexOf)
                .toArray();
    }

    /**
     * Returns columns by their places in the table, and null for each other column.
     *
     * @param indexes the indexes of the given columns among the loaded ones
     */
    private List<@Nullable Column> byPlace(int[] indexes, List<Column> values) {
        @Nullable Column[] all = new Column[loaded.model().columns().size()];
        for (int i = 0; i < indexes.length; i++) {
            all[tablePlaces[indexes[i]]] = values.get(i);
        }
        return Arrays.asList(all);
    }

    private int[] rows(CoalescedChanges made, ImageReader<E> images) throws LoadException {
        int[] starts = new int[made.format().columns()];
        try (SmallColumns keys = images.keyBuilders()) {
            for (int entry = 0; entry < made.size(); entry++) {
                made.format().locate(made.bytes(), made.image(entry), starts);
                images.appendKey(made.bytes(), starts, keys);
            }
            return version.rowsOf(keys.built());
        }
    }

    private int[] keyPlaces(RowFormat format) {
        return loaded.model().keyColumns().stream()
                .mapToInt(key -> place(format, key))
                .toArray();
    }

    /** Returns the place of the column with a name. Its case may differ between servers. */
    static int place(RowFormat format, String column) {
        int place = format.place(column);
        if (place < 0) {
            throw new IllegalStateException(
                    "Table " + format.schema() + "." + format.table() + " no longer has column " + column + ".");
        }
        return place;
    }

    private int place(String column) {
        return IntStream.range(0, loaded.model().columns().size())
                .filter(i -> loaded.model().columns().get(i).name().equalsIgnoreCase(column))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Table " + loaded.model() + " has a foreign key on column "
                        + column + ", which the model does not have."));
    }

    private int[] places(List<String> columns) {
        return columns.stream().mapToInt(this::place).toArray();
    }

    /** The rows that reference others, and for each row the number of its key among the given ones. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Referencing(int[] rows, int[] keys) {}

    /** Returns the rows with certain keys in some columns, ascending. */
    Referencing referencing(List<String> columns, List<Column> keys) throws LoadException {
        List<TableStore.Match> matches = version().rowsWith(places(columns), keys).stream()
                .sorted(Comparator.comparingInt(TableStore.Match::row))
                .toList();
        return new Referencing(
                matches.stream().mapToInt(TableStore.Match::row).toArray(),
                matches.stream().mapToInt(TableStore.Match::key).toArray());
    }

    /**
     * Returns the keys of another table's rows, as the referencing columns of this table encode them.
     *
     * @param images the offsets of the values in the image of each row
     */
    List<Column> keysOf(RowFormat format, ForeignKey key, byte[] bytes, List<int[]> images, Lease lease)
            throws LoadException {
        ImageReader<E> keys = new ImageReader<>(format, renamed(key), server);
        try (SmallColumns builders = keys.builders()) {
            for (int[] starts : images) {
                keys.append(bytes, starts, builders);
            }
            return builders.built(lease);
        }
    }

    /** Returns this table's columns of a key, under the names of the columns that they reference. */
    private LoadedColumns<E> renamed(ForeignKey key) {
        List<ColumnModel<E>> columns = new ArrayList<>();
        List<DatabaseColumn> found = new ArrayList<>();
        for (int i = 0; i < key.childColumns().size(); i++) {
            ColumnModel<E> column =
                    loaded.model().columns().get(place(key.childColumns().get(i)));
            columns.add(column.named(key.parentColumns().get(i)));
            found.add(loaded.found().get(loaded.columns().indexOf(column)));
        }
        return new LoadedColumns<>(loaded.model().withoutKey(), columns, found, column -> false);
    }

    /** Returns some columns of some rows. */
    List<Column> picked(List<String> columns, int[] rows, Lease lease) throws LoadException {
        List<Column> all = version().picked(rows, lease);
        return columns.stream().map(column -> all.get(place(column))).toList();
    }

    /** Returns the values of a column in some of its rows. A row may occur several times. */
    static Column repeated(Column of, int[] rows, Lease lease) {
        return ((KeyColumn) of).picked(rows, lease);
    }

    /**
     * Removes rows.
     *
     * @param rows the row ids, ascending
     */
    void removeRows(int[] rows) throws LoadException {
        version = version().edit(new int[0], version().picked(new int[0], new Lease()), rows, budget);
        rowsChanged += rows.length;
    }

    /**
     * Sets some columns of some rows to other values.
     *
     * @param values one for each of the columns; null for NULL in all rows
     */
    void setColumns(int[] rows, List<String> columns, List<@Nullable Column> values) throws LoadException {
        Lease lease = new Lease();
        try {
            List<Column> changed = new ArrayList<>(version().picked(rows, lease));
            for (int i = 0; i < columns.size(); i++) {
                int place = place(columns.get(i));
                Column value = values.get(i);
                changed.set(place, value == null ? nulls(place, rows.length, lease) : value);
            }
            version = version.edit(rows, changed, new int[0], budget);
            rowsChanged += rows.length;
        } finally {
            lease.release();
        }
    }

    private Column nulls(int place, int rows, Lease lease) throws LoadException {
        int column = loaded.columns().indexOf(loaded.model().columns().get(place));
        try (SmallColumns builders = new SmallColumns(loaded, column)) {
            for (int i = 0; i < rows; i++) {
                builders.builder(0).append(null);
            }
            return builders.built(lease).getFirst();
        }
    }
}
