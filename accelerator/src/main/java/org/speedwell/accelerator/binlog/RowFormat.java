package org.speedwell.accelerator.binlog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table as a TABLE_MAP event with full metadata describes them, and the layout of its row images.
 * Immutable.
 */
public final class RowFormat {
    /** The collation id of bytes that are not text. */
    public static final int BINARY = 63;

    /** The start of a value that is NULL, in the array that {@link #locate} fills. */
    public static final int NULL = -1;

    private static final int[] DECIMAL_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    private static final int DIGITS_A_WORD = 9;

    private final String schema;
    private final String table;
    private final List<Column> columns;
    private final int[] primaryKey;

    /** The bytes that describe the table: the body of the table map without the table id. */
    private final byte[] tableMapBody;

    /**
     * For each column the length of its values in bytes. For a variable length it is −<i>n</i>, where <i>n</i> is the
     * size of the length prefix.
     */
    private final int[] lengths;

    private RowFormat(String schema, String table, byte[] definition, List<Column> columns, int[] primaryKey) {
        this.schema = schema;
        this.table = table;
        this.tableMapBody = definition;
        this.columns = columns;
        this.primaryKey = primaryKey;
        this.lengths = columns.stream().mapToInt(Column::bytes).toArray();
    }

    /**
     * The name, type and value layout of a column.
     *
     * @param length the maximum length: bytes of text or binary, bits of a BIT, digits of a decimal, bytes of an ENUM
     * or SET; otherwise 0
     * @param scale the digits after the point of a decimal, or the digits of a fraction of a second; otherwise 0
     * @param collation the collation id of text and labels; {@link #BINARY} if there is none
     * @param labels the labels of an ENUM or SET, in the bytes of their character set
     * @param bytes the length of a value in bytes; for a variable length −<i>n</i>, where <i>n</i> is the size of the
     * length prefix
     */
    public record Column(
            String name,
            ImageType type,
            int length,
            int scale,
            boolean unsigned,
            int collation,
            List<byte[]> labels,
            int bytes) {}

    /**
     * Returns the format of the rows that follow a table map.
     *
     * @throws RowFormatException if the map contains no column names, or a type that Speedwell cannot read
     */
    public static RowFormat of(TableMap map) {
        String place = "Table " + map.getDatabase() + "." + map.getTable();
        EventReader in = map.columns();
        int count = in.packed();
        byte[] codes = in.bytes(count);
        EventReader metadata = in.part(in.packed());
        List<Draft> drafts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            drafts.add(Draft.of(codes[i] & 0xFF, metadata, place));
        }
        in.skip((count + 7) / 8); // the bitmap of nullable columns
        Metadata full = new Metadata(drafts);
        while (in.hasMore()) {
            int field = (int) in.number(1);
            full.read(field, in.part(in.packed()));
        }
        full.end();
        if (!full.hasNames && count > 0) {
            throw new RowFormatException(place + " has no column names in the binlog. Start the server with"
                    + " binlog_row_metadata=FULL, or run SET GLOBAL binlog_row_metadata = 'FULL'.");
        }
        return new RowFormat(
                map.getDatabase(),
                map.getTable(),
                map.definition(),
                drafts.stream().map(Draft::column).toList(),
                full.primaryKey);
    }

    /**
     * Returns the format of rows that are written in memory, for changes that do not come from a binlog.
     *
     * @param primaryKey the positions of the primary-key columns, in the order of the key
     */
    public static RowFormat of(String schema, String table, List<Column> columns, int[] primaryKey) {
        byte[] definition =
                (schema + "." + table + columns + Arrays.toString(primaryKey)).getBytes(StandardCharsets.UTF_8);
        return new RowFormat(schema, table, definition, List.copyOf(columns), primaryKey.clone());
    }

    /** Returns the bytes of a decimal with this number of digits before and after the point. */
    public static int decimalBytes(int precision, int scale) {
        return decimalBytes(precision - scale) + decimalBytes(scale);
    }

    private static int decimalBytes(int digits) {
        return digits / DIGITS_A_WORD * Integer.BYTES + DECIMAL_BYTES[digits % DIGITS_A_WORD];
    }

    /** The parts of a column that the table map has described so far. */
    private static final class Draft {
        final ImageType type;
        final int length;
        final int scale;
        final int bytes;
        String name = "";
        boolean unsigned;
        int collation = BINARY;
        List<byte[]> labels = List.of();

        private Draft(ImageType type, int length, int scale, int bytes) {
            this.type = type;
            this.length = length;
            this.scale = scale;
            this.bytes = bytes;
        }

        static Draft of(int code, EventReader metadata, String place) {
            ImageType type = ImageType.of(code)
                    .orElseThrow(() -> new RowFormatException(
                            place + " has a column of an unknown type in the binlog: " + code + "."));
            int meta = (int) metadata.number(type.metadataBytes());
            int low = meta & 0xFF;
            int high = meta >> 8;
            return switch (type) {
                case TINY, YEAR -> new Draft(type, 0, 0, 1);
                case SHORT -> new Draft(type, 0, 0, 2);
                case INT24, DATE -> new Draft(type, 0, 0, 3);
                case LONG, FLOAT -> new Draft(type, 0, 0, 4);
                case LONGLONG, DOUBLE -> new Draft(type, 0, 0, 8);
                case TIME2 -> new Draft(type, 0, low, 3 + (low + 1) / 2);
                case TIMESTAMP2 -> new Draft(type, 0, low, 4 + (low + 1) / 2);
                case DATETIME2 -> new Draft(type, 0, low, 5 + (low + 1) / 2);
                case NEWDECIMAL -> new Draft(type, low, high, decimalBytes(low, high));
                case BIT -> new Draft(type, 8 * high + low, 0, high + (low > 0 ? 1 : 0));
                case VARCHAR, VAR_STRING -> new Draft(ImageType.VARCHAR, meta, 0, meta < 256 ? -1 : -2);
                case STRING, ENUM, SET -> ofString(low, high);
                case BLOB, GEOMETRY, JSON, VECTOR -> new Draft(type, 0, 0, -low);
                case TIMESTAMP, TIME, DATETIME ->
                    throw new RowFormatException(place + " has a " + type + " in the format of MySQL before 5.6."
                            + " The binlog does not contain its fractional seconds. Run ALTER TABLE … FORCE, on MariaDB"
                            + " with mysql56_temporal_format=ON.");
                case BLOB_COMPRESSED, VARCHAR_COMPRESSED ->
                    throw new RowFormatException(
                            place + " has a COMPRESSED column, which Speedwell cannot read from the binlog. MODIFY the"
                                    + " column to remove COMPRESSED.");
            };
        }

        /**
         * Creates a column from the two metadata bytes of a STRING. The first byte is the real type. Two of its bits
         * are the inverted high bits of the length.
         */
        private static Draft ofString(int real, int low) {
            if (real == 247 || real == 248) {
                return new Draft(real == 247 ? ImageType.ENUM : ImageType.SET, low, 0, low);
            }
            int length = low | ((real & 0x30) ^ 0x30) << 4;
            return new Draft(ImageType.STRING, length, 0, length < 256 ? -1 : -2);
        }

        Column column() {
            return new Column(name, type, length, scale, unsigned, collation, labels, bytes);
        }
    }

    /** The optional metadata of a table map. Each field is a list over the columns of certain types. */
    private static final class Metadata {
        final List<Draft> all;
        final List<Draft> labelled;
        boolean hasNames;
        int[] primaryKey = {};

        /**
         * True if the server is MySQL. Only MySQL sends the visibility of columns. The servers send collations for
         * different sets of columns.
         */
        private boolean isMySql;

        private @Nullable EventReader defaultCollation;
        private @Nullable EventReader collations;

        Metadata(List<Draft> all) {
            this.all = all;
            this.labelled =
                    all.stream().filter(column -> column.type.isLabelled()).toList();
        }

        void read(int field, EventReader in) {
            switch (field) {
                case 1 -> readSigns(in);
                case 2 -> defaultCollation = in;
                case 3 -> collations = in;
                case 4 -> readNames(in);
                case 5 -> readLabels(in, ImageType.SET);
                case 6 -> readLabels(in, ImageType.ENUM);
                case 8 -> readPrimaryKey(in, false);
                case 9 -> readPrimaryKey(in, true);
                case 10 -> readDefaultCollation(in, labelled);
                case 11 -> labelled.forEach(column -> column.collation = in.packed());
                case 12 -> isMySql = true;
                default -> {} // types of geometries, dimensions of vectors, and future fields
            }
        }

        /** Assigns the collations of text columns. The caller runs it after it has read all fields. */
        void end() {
            List<Draft> texts =
                    all.stream().filter(column -> column.type.isText(isMySql)).toList();
            EventReader common = defaultCollation;
            EventReader each = collations;
            if (common != null) {
                readDefaultCollation(common, texts);
            } else if (each != null) {
                texts.forEach(column -> column.collation = each.packed());
            }
        }

        private void readSigns(EventReader in) {
            int bits = 0;
            int left = 0;
            for (Draft column : all) {
                if (!column.type.isNumeric()) {
                    continue;
                }
                if (left == 0) {
                    if (!in.hasMore()) {
                        return;
                    }
                    bits = (int) in.number(1);
                    left = 8;
                }
                column.unsigned = (bits & 1 << --left) != 0;
            }
        }

        private static void readDefaultCollation(EventReader in, List<Draft> columns) {
            int common = in.packed();
            Map<Integer, Integer> others = new HashMap<>();
            while (in.hasMore()) {
                others.put(in.packed(), in.packed());
            }
            for (int i = 0; i < columns.size(); i++) {
                columns.get(i).collation = others.getOrDefault(i, common);
            }
        }

        private void readNames(EventReader in) {
            hasNames = true;
            all.forEach(column -> column.name = new String(in.bytes(in.packed()), StandardCharsets.UTF_8));
        }

        private void readLabels(EventReader in, ImageType type) {
            for (Draft column : labelled) {
                if (column.type == type) {
                    byte[][] labels = new byte[in.packed()][];
                    for (int i = 0; i < labels.length; i++) {
                        labels[i] = in.bytes(in.packed());
                    }
                    column.labels = List.of(labels);
                }
            }
        }

        private void readPrimaryKey(EventReader in, boolean hasPrefixes) {
            List<Integer> key = new ArrayList<>();
            while (in.hasMore()) {
                key.add(in.packed());
                if (hasPrefixes) {
                    in.packed();
                }
            }
            primaryKey = key.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    public String schema() {
        return schema;
    }

    public String table() {
        return table;
    }

    /** Returns the number of columns. */
    public int columns() {
        return lengths.length;
    }

    public Column column(int column) {
        return columns.get(column);
    }

    public String name(int column) {
        return columns.get(column).name();
    }

    /**
     * Returns the position of the column with a name; −1 if there is none. The search ignores case, because servers
     * differ in it.
     */
    public int place(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (name(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Returns the positions of the primary-key columns in the order of the key. The array is empty if there is no key.
     */
    public int[] primaryKey() {
        return primaryKey.clone();
    }

    /** Returns whether both formats describe the same table with the same layout. */
    public boolean isSame(@Nullable RowFormat other) {
        return other != null && Arrays.equals(tableMapBody, other.tableMapBody);
    }

    /**
     * Finds the values of a row in an image that contains all columns. An image is a bitmap of the NULL columns, and
     * then the other values.
     *
     * @param at the index at which the image begins
     * @param starts receives the index at which the value of each column begins, or {@link #NULL}. A value of variable
     * length begins with its length prefix
     * @return the index at which the image ends
     * @throws RowFormatException if the event ends before the image ends
     */
    public int locate(byte[] event, int at, int[] starts) {
        int count = lengths.length;
        int value = at + (count + 7 >>> 3);
        if (value > event.length) {
            throw truncated();
        }
        for (int i = 0; i < count; i++) {
            if ((event[at + (i >>> 3)] & 1 << (i & 7)) != 0) {
                starts[i] = NULL;
            } else {
                starts[i] = value;
                value = after(event, value, lengths[i]);
            }
        }
        if (value > event.length) {
            throw truncated();
        }
        return value;
    }

    /**
     * Returns the index at which the value of a column ends. The value begins at {@code start}.
     *
     * @throws RowFormatException if the event ends before the value ends
     */
    public int end(byte[] event, int column, int start) {
        return after(event, start, lengths[column]);
    }

    private int after(byte[] event, int start, int length) {
        if (length >= 0) {
            return start + length;
        }
        if (start - length > event.length) {
            throw truncated();
        }
        long end = start - length + EventBytes.littleEndian(event, start, -length);
        if (end > event.length) {
            throw truncated();
        }
        return (int) end;
    }

    private RowFormatException truncated() {
        return new RowFormatException("A row of " + schema + "." + table + " is cut short in the binlog.");
    }

    @Override
    public String toString() {
        return schema + "." + table + " " + columns;
    }
}
