package org.speedwell.accelerator.file;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.LoadException;

/** The form of the database's description of tables, at the start of the contents of a {@link SnapshotFile}. */
public final class CatalogueFormat {
    private CatalogueFormat() {}

    /**
     * Reads the description in a file; {@link Catalogue#NONE} if the file has none.
     *
     * @throws LoadException if the file has another format or is damaged
     */
    public static Catalogue read(Path path) throws LoadException {
        try (FileChannel file = FileChannel.open(path)) {
            if (file.size() < SnapshotEnd.BYTES) {
                throw new IOException("it has only " + file.size() + " bytes");
            }
            SnapshotEnd end =
                    SnapshotEnd.read(bytes(file, file.size() - SnapshotEnd.BYTES, SnapshotEnd.BYTES), file.size());
            byte[] contents = bytes(file, end.offset(), end.size());
            end.require(contents);
            return end.isDescribed() ? read(new DataInputStream(new ByteArrayInputStream(contents))) : Catalogue.NONE;
        } catch (IOException e) {
            throw SnapshotFile.unopened(path, FileFailure.reason(e), e);
        }
    }

    private static byte[] bytes(FileChannel file, long offset, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) {
                throw new IOException("it became shorter while it was read");
            }
        }
        return bytes.array();
    }

    static void write(Catalogue catalogue, DataOutputStream out) throws IOException {
        writeText(catalogue.schema(), out);
        out.writeInt(catalogue.tables().size());
        for (DatabaseTable table : catalogue.tables()) {
            writeText(table.schema(), out);
            writeText(table.name(), out);
            out.writeBoolean(table.isView());
            out.writeInt(table.columns().size());
            for (DatabaseColumn column : table.columns()) {
                writeText(column.name(), out);
                writeText(column.dataType(), out);
                writeText(column.columnType(), out);
                out.writeInt(column.precision());
                out.writeInt(column.scale());
                writeText(column.characterSet(), out);
                writeText(column.collation(), out);
                out.writeBoolean(column.isNullable());
            }
            out.writeInt(table.uniqueKeys().size());
            for (Map.Entry<String, List<String>> key : new TreeMap<>(table.uniqueKeys()).entrySet()) {
                writeText(key.getKey(), out);
                writeTexts(key.getValue(), out);
            }
        }
    }

    /** Writes a text of any length: the type of an ENUM may have more bytes than {@code writeUTF} accepts. */
    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static Catalogue read(DataInputStream in) throws IOException {
        String schema = readText(in);
        List<DatabaseTable> tables = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            tables.add(readTable(in));
        }
        return new Catalogue(schema, tables);
    }

    private static DatabaseTable readTable(DataInputStream in) throws IOException {
        String schema = readText(in);
        String name = readText(in);
        boolean isView = in.readBoolean();
        List<DatabaseColumn> columns = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            columns.add(new DatabaseColumn(
                    readText(in),
                    readText(in),
                    readText(in),
                    in.readInt(),
                    in.readInt(),
                    readText(in),
                    readText(in),
                    in.readBoolean()));
        }
        Map<String, List<String>> uniqueKeys = new HashMap<>();
        for (int count = in.readInt(); count > 0; count--) {
            uniqueKeys.put(readText(in), readTexts(in));
        }
        return new DatabaseTable(schema, name, isView, List.copyOf(columns), Map.copyOf(uniqueKeys));
    }

    private static void writeTexts(List<String> texts, DataOutputStream out) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(text, out);
        }
    }

    private static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            texts.add(readText(in));
        }
        return List.copyOf(texts);
    }

    private static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("its description of tables has a text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
