package org.speedwell.accelerator.file;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.RegionWriter;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;

/**
 * A writer of snapshots to files that {@link SnapshotFile} reads. The writer creates a temporary file in the target's
 * folder, {@code <name>.<UUID>.part}. It writes the snapshot, forces it to the disk, and renames the file to the
 * target.
 *
 * <p>Any number of saves to one path may run at once; the last one wins. A reader that has an earlier file open keeps
 * that file. The next save to the path deletes files that killed processes left unfinished.
 */
public final class SnapshotWriter {
    private SnapshotWriter() {}

    /**
     * A function from the channel of the file to the channel that the snapshot is written to. Tests use it to make
     * writes fail.
     */
    @FunctionalInterface
    interface Output {
        WritableByteChannel of(FileChannel file);
    }

    /**
     * Writes a snapshot. It replaces the file only after all bytes are on the disk. Only the owner may read a new file.
     * The new file inherits the permissions of the file that it replaces if that file has the same owner and others may
     * not write it.
     *
     * @throws IOException if the save fails, for example because the path is a folder; the message names the file, and
     * an existing file keeps its contents
     */
    public static void save(Snapshot snapshot, Path path) throws IOException {
        save(snapshot, Catalogue.NONE, path);
    }

    /**
     * Writes a snapshot as {@link #save(Snapshot, Path)} does, with the database's description of its tables.
     *
     * @param catalogue the description; {@link Catalogue#NONE} for a file without one
     */
    public static void save(Snapshot snapshot, Catalogue catalogue, Path path) throws IOException {
        save(snapshot, catalogue, path, file -> file);
    }

    static void save(Snapshot snapshot, Catalogue catalogue, Path path, Output output) throws IOException {
        Path target = path.toAbsolutePath();
        UnfinishedFile.sweep(target);
        try {
            Path folder = target.getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new IOException("there is no folder " + folder);
            }
            try (UnfinishedFile part = UnfinishedFile.create(target)) {
                write(snapshot, catalogue, output.of(part.channel()));
                part.finish();
            }
            forceFolder(folder);
        } catch (IOException e) {
            throw unwritten(snapshot, path, FileFailure.reason(e), e);
        } catch (InternalError e) { // another process truncated the file that the version is mapped from
            throw unwritten(snapshot, path, "another process cut off the file that the version is mapped from", e);
        }
    }

    private static IOException unwritten(Snapshot snapshot, Path path, String reason, Throwable cause) {
        return new IOException(
                "The snapshot could not be written to " + path + ": " + reason
                        + ". Check that the folder exists, is writable and has room for " + snapshot.bytes()
                        + " bytes.",
                cause);
    }

    /** Forces the folder to the disk. Otherwise a loss of power might undo the rename. */
    private static void forceFolder(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            return; // the operating system cannot open folders
        }
        try (channel) {
            channel.force(true);
        }
    }

    private static void write(Snapshot snapshot, Catalogue catalogue, WritableByteChannel channel) throws IOException {
        RegionWriter regions = new RegionWriter(channel);
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(contents);
        boolean isDescribed = !catalogue.equals(Catalogue.NONE);
        if (isDescribed) {
            CatalogueFormat.write(catalogue, out);
        }
        out.writeUTF(snapshot.takenAt().toString());
        Position position = snapshot.position().orElse(null);
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
            Lease copy = new Lease();
            try {
                write(table.isPacked() ? table : table.packed(copy), regions, out);
            } finally {
                copy.release();
            }
        }
        byte[] bytes = contents.toByteArray();
        long offset = regions.position();
        regions.write(bytes);
        regions.write(SnapshotEnd.of(offset, bytes, isDescribed).toBytes());
    }

    private static void write(TableStore<?> table, RegionWriter regions, DataOutputStream out) throws IOException {
        out.writeUTF(table.identifier().toString());
        out.writeInt(table.rows());
        out.writeInt(table.columns());
        for (int i = 0; i < table.columns(); i++) {
            out.writeUTF(table.columnName(i));
            ColumnFormat.write(table.column(i), regions, out);
            IndexFormat.write(table.index(i), regions, out);
            out.writeBoolean(table.isConverted(i));
        }
        out.writeInt(table.pairs().size());
        for (PairIndex pair : table.pairs()) {
            IndexFormat.write(pair, regions, out);
        }
        table.keepAlive();
    }
}
