package org.speedwell.accelerator.arrow;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.live.HeldTables;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.store.TableStore;

/**
 * Columns of a table in one version, for consumers of Apache Arrow. Batches share the memory of the table where the
 * layouts match, and take one pass otherwise. The version keeps its memory while this object is reachable, and until
 * consumers have released all batches. Immutable and thread-safe.
 *
 * {@snippet :
 * ArrowTable table = ArrowTable.of(store.snapshot(), films, "film_id", "title", "length");
 * table.writeFile(Path.of("films.arrow"));
 * }
 *
 * <p>Columns have their names in the database. A type mapper or converter of the application to a number, boolean, text,
 * byte array or enum has run. Other columns have the values of the database. Enums are their texts in the database. Dates
 * and times are local, as {@code java.sql} shows them. The rows come in the order of a stream.
 */
public final class ArrowTable {
    /** The number of rows of a batch. DuckDB reads several batches at the same time. */
    static final int BATCH = 1 << 16;

    /** The largest number of texts in a dictionary. A consumer may read the dictionary with each batch. */
    private static final int MAX_TEXTS = 1 << 14;

    private final HeldTables.Held<?> held;
    private final int batch;
    private final List<ExportedColumn> columns;

    private ArrowTable(HeldTables.Held<?> held, int batch, List<ExportedColumn> columns) {
        this.held = held;
        this.batch = batch;
        this.columns = columns;
    }

    /**
     * Returns columns of a table of a Speedment application.
     *
     * @param columns the names of columns in the database; none means all columns in memory
     * @throws DataStoreNotLoadedException if the table is not in memory
     * @throws IllegalArgumentException if the table has no such column, or the column is not in memory or named twice
     */
    public static ArrowTable of(SnapshotView version, TableIdentifier<?> table, String... columns) {
        return of(tables(version).held(table), columns);
    }

    /** Returns columns of the table of a manager: see {@link #of(SnapshotView, TableIdentifier, String...)}. */
    public static ArrowTable of(SnapshotView version, Manager<?> manager, String... columns) {
        return of(version, manager.getTableIdentifier(), columns);
    }

    /**
     * Returns columns of the table of a class of rows: see {@link #of(SnapshotView, TableIdentifier, String...)}.
     *
     * @throws IllegalArgumentException also if the store has no table of this class
     */
    public static ArrowTable of(SnapshotView version, Class<?> rows, String... columns) {
        return of(tables(version).held(rows), columns);
    }

    private static HeldTables tables(SnapshotView version) {
        if (version instanceof HeldTables tables) {
            return tables;
        }
        throw new IllegalArgumentException("Objects of " + version.getClass().getName()
                + " have no columns. Pass the object that DataStore.snapshot() returns.");
    }

    static ArrowTable of(HeldTables.Held<?> held, String... columns) {
        TableStore<?> table = held.rows();
        List<String> names = columns.length > 0
                ? List.of(columns)
                : names(table)
                        .filter(name -> !(table.column(place(table, name)) instanceof AbsentColumn))
                        .toList();
        Set<String> known = new HashSet<>();
        names.forEach(name -> requireLoaded(table, name, known.add(name)));
        return new ArrowTable(held, BATCH, exported(held, names, MAX_TEXTS));
    }

    private static Stream<String> names(TableStore<?> table) {
        return IntStream.range(0, table.columns()).mapToObj(table::columnName);
    }

    private static int place(TableStore<?> table, String name) {
        return names(table).toList().indexOf(name);
    }

    private static void requireLoaded(TableStore<?> table, String name, boolean isFirst) {
        int place = place(table, name);
        if (place < 0) {
            throw new IllegalArgumentException(
                    "Table " + table.name() + " has no column '" + name + "'. Its columns in the database are "
                            + String.join(", ", names(table).toList()) + ".");
        }
        if (table.column(place) instanceof AbsentColumn) {
            throw new IllegalArgumentException("Column " + name + " of table " + table.name()
                    + " is not in memory. Load it, or leave it out of the export.");
        }
        if (!isFirst) {
            throw new IllegalArgumentException(
                    "Column " + name + " of table " + table.name() + " is named twice. Name each column once.");
        }
    }

    private static List<ExportedColumn> exported(HeldTables.Held<?> held, List<String> names, int maxTexts) {
        return names.stream()
                .map(name -> {
                    Column column = held.rows().column(place(held.rows(), name));
                    List<? extends TableColumn<?>> described = held.description().columns().stream()
                            .filter(one -> one.name().equals(name))
                            .toList();
                    boolean isNullable =
                            described.isEmpty() || described.getFirst().isNullable() || column.nulls() > 0;
                    Map<String, Object> constants = described.isEmpty()
                            ? Map.of()
                            : described.getFirst().constants();
                    return new ColumnExporter(name, isNullable, constants, held.isMapped(), maxTexts).export(column);
                })
                .toList();
    }

    /**
     * Returns the same columns without dictionaries. By default, enums and texts with at most 16,384 distinct values
     * have dictionaries, which pandas shows as categories.
     */
    public ArrowTable withoutDictionaries() {
        return new ArrowTable(held, batch, exported(held, columns(), 0));
    }

    /** Returns the same columns in batches of another size, a multiple of 64. */
    ArrowTable inBatchesOf(int rows) {
        return new ArrowTable(held, rows, columns);
    }

    /** Returns these columns and another one. */
    ArrowTable with(ExportedColumn column) {
        return new ArrowTable(
                held, batch, Stream.concat(columns.stream(), Stream.of(column)).toList());
    }

    /** Returns the number of rows. */
    public long rows() {
        return held.rows().rows();
    }

    /** Returns the names of the columns. */
    public List<String> columns() {
        return fields().stream().map(ArrowField::name).toList();
    }

    /**
     * Returns a stream for a consumer of Arrow's C stream interface. Each stream reads all rows once.
     *
     * @throws IllegalStateException if the JVM denies native access
     */
    public ArrowStream stream() {
        return new ArrowStream(this);
    }

    /**
     * Writes the table to a file in the format of Arrow IPC, which is also called Feather. A reader can map the file. The
     * method writes a temporary file in the same folder and renames it, so a reader never sees a part of it. Only the
     * owner of the process may read the file.
     */
    public void writeFile(Path file) throws IOException {
        FileReplacement.write(file, part -> {
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                IpcWriter.writeFile(this, channel);
            }
        });
    }

    /** Writes the table in the streaming format of Arrow IPC. The caller closes the stream. */
    public void writeStream(OutputStream out) throws IOException {
        IpcWriter.writeStream(this, Channels.newChannel(out));
        out.flush();
    }

    List<ArrowField> fields() {
        return columns.stream().map(ExportedColumn::field).toList();
    }

    List<ExportedColumn> exported() {
        return columns;
    }

    /** Returns a cursor over the batches. */
    BatchCursor batches() {
        return new BatchCursor(held.rows(), batch);
    }

    /** Keeps the memory of the table reachable up to this call. */
    void keepAlive() {
        held.rows().keepAlive();
    }
}
