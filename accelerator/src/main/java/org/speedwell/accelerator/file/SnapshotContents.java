package org.speedwell.accelerator.file;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnCheck;
import org.speedwell.accelerator.column.ColumnFormat;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.database.ViewKey;
import org.speedwell.accelerator.index.IndexCheck;
import org.speedwell.accelerator.index.IndexFormat;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.memory.Extent;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.memory.RegionWriter;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.TableStore;

/**
 * The table of contents of a {@link SnapshotFile}: its tables, and the checks that must pass before a query reads a
 * table. The regions follow one another from the start of the file to the contents. Every byte before the contents
 * belongs to one region or to the padding before one.
 */
final class SnapshotContents {
    /** The largest number of rows of a table. */
    private static final int MAX_ROWS = Integer.MAX_VALUE - 1;

    private final Region file;
    private final Lease lease;
    private final DataInputStream in;
    private final long end;
    private final Instant takenAt;
    private final @Nullable Position position;
    private final Map<TableStore<?>, List<Place>> places = new LinkedHashMap<>();

    /** The offset of the first byte after the last region found. */
    private long reached;

    /** A column or an index of the model, with its regions and the checks of their contents. */
    static final class Place implements ColumnFormat.Regions {
        private final SnapshotContents contents;
        private final String name;
        private final boolean isColumn;
        private final List<Piece> pieces = new ArrayList<>();
        private final List<RegionCheck> checks = new ArrayList<>();

        /** A region, and the offset at which the region before it ends. */
        private record Piece(long before, Extent extent) {}

        /** A check of the contents of regions. */
        private interface RegionCheck {
            void check() throws IOException;
        }

        private Place(SnapshotContents contents, String name, boolean isColumn) {
            this.contents = contents;
            this.name = name;
            this.isColumn = isColumn;
        }

        /** Returns the name for error messages. */
        String name() {
            return name;
        }

        /** Returns whether this is a column with its index. The check of other places needs valid columns. */
        boolean isColumn() {
            return isColumn;
        }

        @Override
        public Region at(Extent extent) throws IOException {
            pieces.add(new Piece(contents.reached, extent));
            return contents.next(extent);
        }

        /**
         * Checks that the bytes of the regions are the bytes that were written.
         *
         * @throws IOException if a byte differs
         */
        void checkBytes() throws IOException {
            for (Piece piece : pieces) {
                Extent extent = piece.extent();
                for (long at = piece.before(); at < extent.offset(); at++) {
                    if (contents.file.getByte(at) != 0) {
                        throw new IOException("the padding byte " + at + " is not 0");
                    }
                }
                Region bytes = contents.file.slice(extent.offset(), extent.size());
                if (bytes.checksum() != extent.checksum()) {
                    throw new IOException("the checksum of its bytes from " + extent.offset() + " to "
                            + (extent.offset() + extent.size()) + " is wrong");
                }
            }
        }

        /**
         * Checks that the regions contain a valid column or index. The bytes must have passed their check.
         *
         * @throws IOException if they do not
         */
        void checkValues() throws IOException {
            for (RegionCheck sound : checks) {
                sound.check();
            }
        }
    }

    /**
     * Reads the table of contents of a file.
     *
     * @param lease owner of the region of the file
     * @throws IOException if the table of contents is damaged or belongs to another model
     */
    static SnapshotContents read(Region file, List<? extends TableModel<?>> known, Lease lease) throws IOException {
        if (file.size() < SnapshotEnd.BYTES) {
            throw new IOException("it has only " + file.size() + " bytes");
        }
        SnapshotEnd end =
                SnapshotEnd.read(file.getBytes(file.size() - SnapshotEnd.BYTES, SnapshotEnd.BYTES), file.size());
        byte[] bytes = file.getBytes(end.offset(), end.size());
        end.require(bytes);
        Map<String, TableModel<?>> models = new HashMap<>();
        for (TableModel<?> model : known) {
            models.put(model.identifier().toString(), model);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        if (end.isDescribed()) {
            CatalogueFormat.read(in); // the models already agree with it
        }
        return new SnapshotContents(file, lease, in, end.offset(), models);
    }

    private SnapshotContents(Region file, Lease lease, DataInputStream in, long end, Map<String, TableModel<?>> models)
            throws IOException {
        this.file = file;
        this.lease = lease;
        this.in = in;
        this.end = end;
        this.takenAt = readInstant();
        this.position = in.readBoolean() ? readPosition() : null;
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            String name = in.readUTF();
            TableModel<?> model = models.remove(name);
            if (model == null) {
                throw new IOException("it has table " + name + " twice, or the model does not have the table");
            }
            readTable(name, model);
        }
        if (in.available() > 0 || reached != end) {
            throw new IOException("its table of contents does not describe the whole file");
        }
    }

    private Instant readInstant() throws IOException {
        String text = in.readUTF();
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IOException("it has the invalid time " + text, e);
        }
    }

    private Position readPosition() throws IOException {
        String log = in.readUTF();
        long offset = in.readLong();
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("its binlog position has the invalid length of " + length + " bytes");
        }
        return new Position(log, offset, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private <E> void readTable(String name, TableModel<E> model) throws IOException {
        int rows = in.readInt();
        if (rows < 0 || rows > MAX_ROWS) {
            throw new IOException("table " + name + " has the invalid number of " + rows + " rows");
        }
        int count = in.readInt();
        if (count != model.columns().size()) {
            throw new IOException("table " + name + " has " + count + " columns, but the model has "
                    + model.columns().size());
        }
        List<Place> found = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        TableStore.Builder<E> table = model.store(lease);
        for (ColumnModel<E> column : model.columns()) {
            columns.add(readColumn(name, column, rows, table, found));
        }
        readPairs(name, rows, columns, table, found);
        TableStore<E> built = table.build();
        if (model.view() && built.hasPrimaryKey()) {
            Place key = new Place(this, name + ", key " + model.keyColumns(), false);
            key.checks.add(() -> ViewKey.checkFile(built)); // the file may come from another configuration
            found.add(key);
        }
        places.put(built, found);
    }

    private <E> Column readColumn(
            String tableName, ColumnModel<E> model, int rows, TableStore.Builder<E> table, List<Place> found)
            throws IOException {
        String name = in.readUTF();
        String expected = model.identifier().name();
        Place place = new Place(this, tableName + ", column " + name, true);
        found.add(place);
        if (!name.equals(expected)) {
            throw new IOException("table " + place.name() + " is column " + expected + " in the model");
        }
        try {
            Column column =
                    ColumnFormat.read(in, place, rows, model.valueClass(), model.databaseClass(), model.mapper());
            place.checks.add(() -> ColumnCheck.check(column));
            SortedIndex index = null;
            if (IndexFormat.follows(in)) {
                SortedIndex sorted = IndexFormat.read(in, place, column);
                place.checks.add(() -> IndexCheck.check(sorted));
                index = sorted;
            }
            table.column(model.identifier(), column, index);
            if (in.readBoolean()) {
                table.converted();
            }
            return column;
        } catch (IOException | IllegalArgumentException e) {
            throw readFailure(place, e);
        }
    }

    private void readPairs(
            String tableName, int rows, List<Column> columns, TableStore.Builder<?> table, List<Place> found)
            throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            Place place = new Place(this, tableName + ", index " + (i + 1) + " over two columns", false);
            found.add(place);
            try {
                PairIndex pair = IndexFormat.readPair(in, place, rows, columns);
                table.pair(pair);
                place.checks.add(() -> ColumnCheck.check(pair.index().column()));
                place.checks.add(() -> IndexCheck.check(pair, columns));
            } catch (IOException | IllegalArgumentException e) {
                throw readFailure(place, e);
            }
        }
    }

    private static IOException readFailure(Place place, Exception e) {
        String reason = e instanceof IOException failure ? FileFailure.reason(failure) : e.getMessage();
        return new IOException("table " + place.name() + ": " + reason, e);
    }

    /** Returns the next region. It must start where the previous one ends, plus padding. */
    private Region next(Extent extent) throws IOException {
        long begin = RegionWriter.aligned(reached);
        if (extent.offset() != begin || extent.size() < 0 || extent.size() > end - begin) {
            throw new IOException("its bytes are from " + extent.offset() + " to " + (extent.offset() + extent.size())
                    + ", but the next bytes of the file are from " + begin + " up to " + end);
        }
        reached = begin + extent.size();
        return file.slice(begin, extent.size());
    }

    Instant takenAt() {
        return takenAt;
    }

    @Nullable
    Position position() {
        return position;
    }

    List<TableStore<?>> tables() {
        return List.copyOf(places.keySet());
    }

    /** Returns the columns and indexes to check, by table. */
    Map<TableStore<?>, List<Place>> places() {
        return places;
    }
}
