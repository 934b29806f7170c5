package org.speedwell.accelerator.load;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.memory.RegionWriter;
import org.speedwell.accelerator.store.BinlogPosition;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * A snapshot in a file, mapped into memory when it is opened:
 *
 * <ol>
 *   <li>the regions of all columns and indexes, each at a multiple of 64 bytes, in the byte order of the machine;
 *   <li>the contents: what {@link ColumnFormat} and {@link IndexFormat} tell of each, with the checksum of each region;
 *   <li>the end: offset, size and CRC-32C of the contents, the byte order, the format's version and a mark, 32 bytes.
 * </ol>
 *
 * A file is written beside its name and moved there when it is whole.
 */
public final class SnapshotFile {
    private static final int FORMAT = 3;
    private static final long MARK = 0x5350_4457_534E_4150L;
    private static final int END = 32;

    private final Path path;
    private final Map<String, List<Extent>> extents = new LinkedHashMap<>();
    private final Region file;
    private final Lease lease;
    private final Snapshot snapshot;

    /** Opens what the snapshot is written to; tests let it fail. */
    @FunctionalInterface
    interface Opener {
        WritableByteChannel open(Path file) throws IOException;
    }

    /**
     * Writes a snapshot. The file is replaced only when all is written; whoever has the former one open keeps it.
     *
     * @throws IOException naming the file; then the former one is as it was
     */
    public static void save(Snapshot snapshot, Path path) throws IOException {
        save(
                snapshot,
                path,
                file -> FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING));
    }

    static void save(Snapshot snapshot, Path path, Opener opener) throws IOException {
        Path target = path.toAbsolutePath();
        Path part = target.resolveSibling(target.getFileName() + ".part");
        try {
            try (WritableByteChannel channel = opener.open(part)) {
                write(snapshot, channel);
                if (channel instanceof FileChannel file) {
                    file.force(true);
                }
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw new IOException(
                    "The snapshot could not be written to " + path + ": " + e.getMessage()
                            + ". Check that the folder exists, may be written and has room for " + snapshot.bytes()
                            + " bytes.",
                    e);
        }
    }

    private static void write(Snapshot snapshot, WritableByteChannel channel) throws IOException {
        RegionWriter regions = new RegionWriter(channel);
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(contents);
        out.writeUTF(snapshot.takenAt().toString());
        BinlogPosition position = snapshot.position().orElse(null);
        out.writeBoolean(position != null);
        if (position != null) {
            out.writeUTF(position.file());
            out.writeLong(position.offset());
            byte[] gtids = position.gtids().getBytes(StandardCharsets.UTF_8);
            out.writeInt(gtids.length);
            out.write(gtids);
        }
        out.writeInt(snapshot.tables().size());
        for (TableStore<?> table : snapshot.tables()) {
            out.writeUTF(name(table));
            out.writeInt(table.rows());
            out.writeInt(table.columns());
            for (int i = 0; i < table.columns(); i++) {
                out.writeUTF(table.columnName(i));
                ColumnFormat.write(table.column(i), regions, out);
                IndexFormat.write(table.index(i), regions, out);
            }
            out.writeInt(table.pairs().size());
            for (PairIndex pair : table.pairs()) {
                IndexFormat.write(pair, regions, out);
            }
            table.keepAlive();
        }
        CRC32C checksum = new CRC32C();
        checksum.update(contents.toByteArray());
        long offset = regions.position();
        regions.write(contents.toByteArray());
        regions.write(ByteBuffer.allocate(END)
                .putLong(offset)
                .putInt(contents.size())
                .putInt((int) checksum.getValue())
                .putInt(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0)
                .putInt(FORMAT)
                .putLong(MARK)
                .array());
    }

    private static String name(TableStore<?> table) {
        return table.identifier().getSchemaId() + "." + table.identifier().getTableId();
    }

    /**
     * Maps a file. Its contents are checked, the bytes of its columns only by {@link #verify}.
     *
     * @param version of the snapshot
     * @throws LoadException if the file is none of this format, is cut off, or is of another model
     */
    public static SnapshotFile open(Path path, Project project, List<Manager<?>> managers, long version)
            throws LoadException {
        Lease lease = new Lease();
        boolean open = false;
        try {
            SnapshotFile file = new SnapshotFile(path, project, managers, version, lease);
            open = true;
            return file;
        } catch (IOException | IllegalArgumentException e) {
            throw new LoadException(
                    "The snapshot " + path + " cannot be opened: " + e.getMessage()
                            + ". Load from the database and save it anew.",
                    e);
        } finally {
            if (!open) {
                lease.release();
            }
        }
    }

    private SnapshotFile(Path path, Project project, List<Manager<?>> managers, long version, Lease lease)
            throws IOException {
        this.path = path;
        this.lease = lease;
        if (Files.size(path) < END) {
            throw new IOException("it has only " + Files.size(path) + " bytes");
        }
        this.file = lease.map(path);
        DataInputStream in = contents();
        Instant takenAt = Instant.parse(in.readUTF());
        BinlogPosition position = in.readBoolean()
                ? new BinlogPosition(
                        in.readUTF(), in.readLong(), new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8))
                : null;
        Map<String, TableModel<?>> models = new LinkedHashMap<>();
        for (Manager<?> manager : managers) {
            models.put(
                    manager.getTableIdentifier().getSchemaId() + "."
                            + manager.getTableIdentifier().getTableId(),
                    TableModel.of(project, manager));
        }
        List<TableStore<?>> tables = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            TableModel<?> model = models.get(name);
            if (model == null) {
                throw new IOException("it has the table " + name + ", which the model has not");
            }
            tables.add(table(name, model, in));
        }
        this.snapshot = new Snapshot(version, takenAt, position, tables);
    }

    private DataInputStream contents() throws IOException {
        ByteBuffer end = ByteBuffer.wrap(file.getBytes(file.size() - END, END));
        long offset = end.getLong();
        int size = end.getInt();
        int checksum = end.getInt();
        int order = end.getInt();
        int format = end.getInt();
        if (end.getLong() != MARK) {
            throw new IOException("it does not end as a snapshot does: it is cut off, or something else");
        }
        if (format != FORMAT) {
            throw new IOException("it has the format " + format + ", and this version reads " + FORMAT);
        }
        if (order != (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0)) {
            throw new IOException("it was saved on a machine of another byte order");
        }
        if (size < 0 || offset != file.size() - END - size) {
            throw new IOException("its contents are at " + offset + " of " + file.size() + " bytes: it is damaged");
        }
        byte[] contents = file.getBytes(offset, size);
        CRC32C actual = new CRC32C();
        actual.update(contents);
        if ((int) actual.getValue() != checksum) {
            throw new IOException("its table of contents is damaged");
        }
        return new DataInputStream(new ByteArrayInputStream(contents));
    }

    private <E> TableStore<E> table(String name, TableModel<E> model, DataInputStream in) throws IOException {
        int rows = in.readInt();
        int count = in.readInt();
        if (count != model.columns().size()) {
            throw new IOException("table " + name + " has " + count + " columns, and "
                    + model.columns().size() + " in the model");
        }
        Column[] columns = new Column[count];
        @Nullable SortedIndex[] indexes = new @Nullable SortedIndex[count];
        List<ColumnIdentifier<E>> identifiers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ColumnModel<E> column = model.columns().get(i);
            String columnName = in.readUTF();
            String place = name + ", column " + columnName;
            if (!columnName.equals(column.identifier().getColumnId())) {
                throw new IOException(place + " is " + column.identifier().getColumnId() + " in the model");
            }
            ColumnFormat.Regions regions = regions(place);
            try {
                columns[i] = ColumnFormat.read(in, regions, column.valueClass(), column.mapper());
                indexes[i] = IndexFormat.follows(in) ? IndexFormat.read(in, regions, (KeyColumn) columns[i]) : null;
            } catch (IOException e) {
                throw new IOException(place + ": " + e.getMessage(), e);
            }
            identifiers.add(column.identifier());
        }
        return new TableStore<>(
                model.identifier(),
                identifiers,
                rows,
                columns,
                indexes,
                pairs(name, columns, in),
                model.entities(),
                !model.keyColumns().isEmpty(),
                lease);
    }

    private List<PairIndex> pairs(String table, Column[] columns, DataInputStream in) throws IOException {
        List<PairIndex> pairs = new ArrayList<>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            pairs.add(IndexFormat.readPair(in, regions(table + ", index " + (i + 1) + " over two columns"), columns));
        }
        return pairs;
    }

    /** Finds the bytes of a place of the model, and remembers that they are its. */
    private ColumnFormat.Regions regions(String place) {
        List<Extent> found = new ArrayList<>();
        extents.put(place, found);
        return extent -> {
            found.add(extent);
            return file.slice(extent.offset(), extent.size());
        };
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    /**
     * Compares the checksums of all regions, which reads the whole file.
     *
     * @throws LoadException naming the column whose bytes are not those that were written
     */
    public void verify() throws LoadException {
        for (Map.Entry<String, List<Extent>> entry : extents.entrySet()) {
            for (Extent extent : entry.getValue()) {
                if (file.slice(extent.offset(), extent.size()).checksum() != extent.checksum()) {
                    throw new LoadException("The snapshot " + path + " is damaged in table " + entry.getKey()
                            + ", between byte " + extent.offset() + " and " + (extent.offset() + extent.size())
                            + ". Load from the database and save it anew.");
                }
            }
        }
    }
}
