package org.speedwell.accelerator.types;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.LoadException;

/**
 * The formats of row images that the declarations of columns determine, as the server's binlog would have them. For one
 * connection and one thread.
 */
public final class DeclaredFormat {
    private static final String COLLATION = """
            SELECT MIN(ID) FROM information_schema.COLLATIONS WHERE CHARACTER_SET_NAME = ? AND ID IS NOT NULL
            """;

    private static final int SHORT_PREFIX_BYTES = 256;

    private final Connection connection;
    private final DriverConversions server;
    private final Map<String, Integer> collations = new HashMap<>();

    /** Creates a reader of declarations. */
    public DeclaredFormat(Connection connection, DriverConversions server) {
        this.connection = connection;
        this.server = server;
    }

    /** Returns the format of a table's rows, without columns whose images cannot be {@link ImageWriter written}. */
    public RowFormat of(DatabaseTable table) throws SQLException, LoadException {
        List<Column> columns = new ArrayList<>();
        for (DatabaseColumn column : table.columns()) {
            Optional<MySqlType> type = column.type();
            if (type.isPresent() && isWritten(type.get())) {
                columns.add(of(column, type.get()));
            }
        }
        List<String> names = columns.stream().map(Column::name).toList();
        int[] key = table.primaryKey().stream().mapToInt(names::indexOf).toArray();
        return RowFormat.of(table.schema(), table.name(), columns, key);
    }

    private static boolean isWritten(MySqlType type) {
        return switch (type) {
            case UUID, INET4, INET6 -> false;
            default -> true;
        };
    }

    private Column of(DatabaseColumn column, MySqlType type) throws SQLException, LoadException {
        String declared = column.columnType();
        int fraction = Declaration.size(declared, 0);
        return switch (type) {
            case TINYINT -> fixed(column, ImageType.TINY, 1);
            case SMALLINT -> fixed(column, ImageType.SHORT, 2);
            case MEDIUMINT -> fixed(column, ImageType.INT24, 3);
            case INT -> fixed(column, ImageType.LONG, 4);
            case BIGINT -> fixed(column, ImageType.LONGLONG, 8);
            case YEAR -> fixed(column, ImageType.YEAR, 1);
            case FLOAT -> fixed(column, ImageType.FLOAT, 4);
            case DOUBLE -> fixed(column, ImageType.DOUBLE, 8);
            case DATE -> fixed(column, ImageType.DATE, 3);
            case TIME -> column(column, ImageType.TIME2, 0, fraction, 3 + (fraction + 1) / 2);
            case DATETIME -> column(column, ImageType.DATETIME2, 0, fraction, 5 + (fraction + 1) / 2);
            case TIMESTAMP -> column(column, ImageType.TIMESTAMP2, 0, fraction, 4 + (fraction + 1) / 2);
            case BIT -> {
                int bits = Declaration.size(declared, 1);
                yield column(column, ImageType.BIT, bits, 0, (bits + 7) / 8);
            }
            case DECIMAL ->
                column(
                        column,
                        ImageType.NEWDECIMAL,
                        column.precision(),
                        column.scale(),
                        RowFormat.decimalBytes(column.precision(), column.scale()));
            case CHAR, BINARY -> text(column, ImageType.STRING);
            case VARCHAR, VARBINARY -> text(column, ImageType.VARCHAR);
            case TINYTEXT, TINYBLOB -> large(column, 1);
            case TEXT, BLOB -> large(column, 2);
            case MEDIUMTEXT, MEDIUMBLOB -> large(column, 3);
            case LONGTEXT, LONGBLOB -> large(column, 4);
            case JSON -> column(column, ImageType.JSON, 0, 0, -4);
            case GEOMETRY -> column(column, ImageType.GEOMETRY, 0, 0, -4);
            case VECTOR -> column(column, ImageType.VECTOR, 0, 0, -4);
            case ENUM, SET -> labelled(column, type);
            case UUID, INET4, INET6 -> throw new IllegalArgumentException("No images of " + type + " are written.");
        };
    }

    private static Column fixed(DatabaseColumn column, ImageType type, int bytes) {
        return column(column, type, 0, 0, bytes);
    }

    private static Column column(DatabaseColumn column, ImageType type, int length, int scale, int bytes) {
        return new Column(
                column.name(),
                type,
                length,
                scale,
                Declaration.isUnsigned(column.columnType()),
                RowFormat.BINARY,
                List.of(),
                bytes);
    }

    private Column text(DatabaseColumn column, ImageType type) throws SQLException, LoadException {
        int collation = collation(column);
        int length = Declaration.size(column.columnType(), 1)
                * server.characterSet(collation).longest();
        int prefix = length < SHORT_PREFIX_BYTES ? 1 : 2;
        return new Column(column.name(), type, length, 0, false, collation, List.of(), -prefix);
    }

    private Column large(DatabaseColumn column, int prefix) throws SQLException {
        return new Column(column.name(), ImageType.BLOB, 0, 0, false, collation(column), List.of(), -prefix);
    }

    private Column labelled(DatabaseColumn column, MySqlType type) throws SQLException, LoadException {
        int collation = collation(column);
        CharacterSet characters = server.characterSet(collation);
        List<byte[]> labels = new ArrayList<>();
        for (String label : Declaration.labels(column.columnType())) {
            labels.add(characters.bytes(label));
        }
        boolean isEnum = type == MySqlType.ENUM;
        int setBytes = TextTypes.setBytes(labels.size());
        int bytes = isEnum ? labels.size() < SHORT_PREFIX_BYTES ? 1 : 2 : setBytes;
        ImageType image = isEnum ? ImageType.ENUM : ImageType.SET;
        return new Column(column.name(), image, bytes, 0, false, collation, List.copyOf(labels), bytes);
    }

    /** Returns the id of a collation of the column's character set. */
    private int collation(DatabaseColumn column) throws SQLException {
        String characterSet = column.characterSet();
        if (characterSet.isEmpty()) {
            return RowFormat.BINARY;
        }
        Integer known = collations.get(characterSet);
        if (known == null) {
            try (PreparedStatement statement = connection.prepareStatement(COLLATION)) {
                statement.setString(1, characterSet);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    known = row.getInt(1);
                }
            }
            collations.put(characterSet, known);
        }
        return known;
    }
}
