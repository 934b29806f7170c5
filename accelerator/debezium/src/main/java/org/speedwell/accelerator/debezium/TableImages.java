package org.speedwell.accelerator.debezium;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.types.DeclaredFormat;
import org.speedwell.accelerator.types.DriverConversions;
import org.speedwell.accelerator.types.ImageWriter;
import tools.jackson.databind.JsonNode;

/**
 * The conversion of Debezium's rows to row images. The database declares the columns, and the schema of an event says
 * how Debezium represents their values. For one thread.
 */
final class TableImages implements AutoCloseable {
    private static final String TABLES = """
            SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES WHERE TABLE_TYPE = 'BASE TABLE'
            """;

    private final ReplicationSource source;
    private final DriverConversions server;

    /** The formats by the schema of the events and by the name of the table. */
    private final Map<JsonNode, Map<String, Images>> known = new IdentityHashMap<>();

    /** The tables of the database, as <i>schema.table</i>; null if they are not known. */
    private @Nullable List<String> tables;

    TableImages(ReplicationSource source) {
        this.source = source;
        this.server = new DriverConversions(source::connect);
    }

    /** The images of the events with one schema. */
    private record Images(RowFormat format, ImageWriter writer, List<FieldReader> readers) {

        void append(JsonNode row, ByteArrayOutputStream out) throws LoadException {
            @Nullable Object[] values = new Object[format.columns()];
            for (int i = 0; i < values.length; i++) {
                JsonNode value = row.path(format.name(i));
                values[i] = value.isNull() || value.isMissingNode() ? null : read(i, value);
            }
            writer.append(values, out);
        }

        private Object read(int column, JsonNode value) {
            try {
                return readers.get(column).read(value);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(
                        "A value of column " + format.name(column) + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /**
     * Returns the images of a changed row.
     *
     * @param schema the schema of the event
     * @param before the row before the change; null before an insert
     * @param after the row after the change; null after a delete
     * @throws IllegalArgumentException if the row does not fit the table as the database declares it now
     */
    RowsEvent event(
            String schemaName, String table, JsonNode schema, @Nullable JsonNode before, @Nullable JsonNode after)
            throws SQLException, LoadException, InterruptedException {
        Map<String, Images> ofSchema = known.computeIfAbsent(schema, _ -> new HashMap<>());
        Images images = ofSchema.get(schemaName + "." + table);
        if (images == null) {
            images = images(schemaName, table, schema);
            ofSchema.put(schemaName + "." + table, images);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (before != null) {
            images.append(before, out);
        }
        if (after != null) {
            images.append(after, out);
        }
        RowsEvent.Kind kind =
                after == null ? RowsEvent.Kind.DELETE : before == null ? RowsEvent.Kind.INSERT : RowsEvent.Kind.UPDATE;
        return new RowsEvent(images.format(), kind, RowsEvent.ForeignKeys.UNKNOWN, out.toByteArray(), 0);
    }

    /** Returns the tables of the database, as <i>schema.table</i>. */
    List<String> tables() throws SQLException, LoadException, InterruptedException {
        List<String> all = tables;
        if (all == null) {
            all = new ArrayList<>();
            try (LoadConnection connection = source.connect();
                    Statement statement = connection.jdbc().createStatement();
                    ResultSet row = statement.executeQuery(TABLES)) {
                while (row.next()) {
                    all.add(row.getString(1) + "." + row.getString(2));
                }
            }
            tables = all;
        }
        return all;
    }

    /** Forgets the declarations of the database, which a statement may have changed. */
    void forget() {
        known.clear();
        tables = null;
    }

    private Images images(String schemaName, String table, JsonNode schema)
            throws SQLException, LoadException, InterruptedException {
        Map<String, JsonNode> fields = fields(schema);
        try (LoadConnection connection = source.connect()) {
            DatabaseTable found =
                    DatabaseColumns.tables(connection.jdbc(), schemaName).get(table.toLowerCase(Locale.ROOT));
            if (found == null) {
                throw new IllegalArgumentException("Table " + schemaName + "." + table + " no longer exists.");
            }
            requireSame(found, fields.keySet());
            DatabaseTable present = new DatabaseTable(
                    found.schema(),
                    found.name(),
                    found.isView(),
                    found.columns().stream()
                            .filter(column -> fields.containsKey(column.name()))
                            .toList(),
                    found.uniqueKeys());
            RowFormat format = new DeclaredFormat(connection.jdbc(), server).of(present);
            List<FieldReader> readers = new ArrayList<>();
            for (int i = 0; i < format.columns(); i++) {
                readers.add(FieldReader.of(format.column(i), requireNonNull(fields.get(format.name(i)))));
            }
            return new Images(format, new ImageWriter(format, server), List.copyOf(readers));
        }
    }

    private static Map<String, JsonNode> fields(JsonNode schema) {
        Map<String, JsonNode> fields = new HashMap<>();
        for (JsonNode part : schema.path("fields")) {
            if (part.path("field").asString("").equals("after")) {
                part.path("fields")
                        .forEach(field -> fields.put(field.path("field").asString(""), field));
            }
        }
        return fields;
    }

    private static void requireSame(DatabaseTable table, Set<String> fields) {
        Set<String> others = new HashSet<>(fields);
        table.columns().forEach(column -> others.remove(column.name()));
        if (!others.isEmpty()) {
            throw new IllegalArgumentException("Table " + table.schema() + "." + table.name()
                    + " no longer has the columns " + String.join(", ", others) + " of Debezium's rows.");
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
