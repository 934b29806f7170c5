package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.model.ColumnId;

/**
 * The columns and tables of a schema as {@code information_schema} describes them, and their comparison with the model.
 */
public final class DatabaseColumns {
    private static final String COLUMNS = """
            SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE, CHARACTER_SET_NAME,
                COLLATION_NAME, IS_NULLABLE
            FROM information_schema.COLUMNS
            WHERE TABLE_SCHEMA = ?
            ORDER BY TABLE_NAME, ORDINAL_POSITION
            """;

    /**
     * A separate query. In a join with the columns, MariaDB would read the metadata of a table again for each column.
     */
    private static final String TABLES = """
            SELECT t.TABLE_NAME, t.TABLE_ROWS, t.DATA_LENGTH, t.ENGINE, e.TRANSACTIONS, t.TABLE_TYPE
            FROM information_schema.TABLES t
            LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
            WHERE t.TABLE_SCHEMA = ?
            """;

    /** A user with the SELECT privilege alone sees the indexes, but not always the constraints. */
    private static final String KEYS = """
            SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME
            FROM information_schema.STATISTICS
            WHERE TABLE_SCHEMA = ? AND NON_UNIQUE = 0
            ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX
            """;

    /** The name of the part of an index that is an expression. No column has it. */
    private static final String COMPUTED = "";

    private static final String REMEDY =
            " Regenerate speedment.json from the database, migrate the database, or leave columns out with"
                    + " withoutColumn.";

    private final Map<String, Map<String, DatabaseColumn>> tables = new HashMap<>();

    /** The kinds of the tables, such as VIEW, by their names. */
    private final Map<String, String> types = new HashMap<>();

    private final Map<String, Long> rowEstimates = new HashMap<>();
    private final Map<String, Long> byteEstimates = new HashMap<>();
    private final Map<String, String> engines = new HashMap<>();
    private final Predicate<ColumnId> isLoaded;

    private DatabaseColumns(Predicate<ColumnId> isLoaded) {
        this.isLoaded = isLoaded;
    }

    /**
     * A table or view as the database describes it.
     *
     * @param name its name, in the case of the database
     * @param columns the columns in their order
     * @param uniqueKeys the names of the columns of each unique index, in its order, by the name of the index
     */
    public record DatabaseTable(
            String schema,
            String name,
            boolean isView,
            List<DatabaseColumn> columns,
            Map<String, List<String>> uniqueKeys) {
        /** Returns the names of the columns of the primary key, in its order; empty if there is none. */
        public List<String> primaryKey() {
            return uniqueKeys.getOrDefault("PRIMARY", List.of());
        }

        /** Returns the column with a name in any case. */
        public Optional<DatabaseColumn> column(String columnName) {
            return columns.stream()
                    .filter(column -> column.name().equalsIgnoreCase(columnName))
                    .findFirst();
        }

        /** Returns the column with the first of some names that a column has. */
        public Optional<DatabaseColumn> column(List<String> names) {
            return names.stream().flatMap(name -> column(name).stream()).findFirst();
        }
    }

    /**
     * A column as the database describes it. The character set and the collation are empty if the column has none.
     *
     * @param name its name, in the case of the database
     */
    public record DatabaseColumn(
            String name,
            String dataType,
            String columnType,
            int precision,
            int scale,
            String characterSet,
            String collation,
            boolean isNullable) {
        /** A placeholder for a column that is not loaded and is missing in the database. */
        static final DatabaseColumn UNKNOWN = new DatabaseColumn("", "", "", 0, 0, "", "", true);

        /**
         * Collations under which ASCII texts are equal only if they differ just in case and in surrounding blanks. Some
         * language-specific collations accept more texts as equal: utf8mb4_roman_ci treats I and J as equal.
         */
        private static final Pattern PLAIN_COLLATION = Pattern.compile(
                "binary|.*_bin|(latin1_swedish|[a-z0-9]+_(general|unicode|unicode_520|0900|uca1400))(_nopad)?(_a[is])?_c[is]");

        /**
         * Collations under which different texts are never equal. Each character of their character sets has one code.
         */
        private static final Pattern BINARY_COLLATION =
                Pattern.compile("(utf8|utf8mb3|utf8mb4|utf16|utf16le|utf32|ucs2|ascii|latin1)(_0900)?(_nopad)?_bin");

        public Optional<MySqlType> type() {
            return MySqlType.of(dataType);
        }

        /** Returns whether two texts are equal only if they are the same, apart from trailing blanks. */
        private boolean isBinaryText() {
            return type().map(type -> type == MySqlType.CHAR || type == MySqlType.VARCHAR)
                            .orElse(false)
                    && BINARY_COLLATION.matcher(lower(collation)).matches();
        }

        /**
         * Returns whether the database may compare the column's values differently from Java, which compares the values
         * of entities. The database compares enums as texts.
         */
        public boolean isConverted(ColumnModel<?> model) {
            if (model.valueClass().isEnum()) {
                return model.databaseClass() != String.class
                        || !PLAIN_COLLATION.matcher(lower(collation)).matches();
            }
            return model.mapper() != null
                    || model.databaseClass() == String.class && !isBinaryText()
                    || !type().map(type -> type.isComparedAs(model.databaseClass(), columnType, scale))
                            .orElse(false);
        }
    }

    /**
     * Reads all columns of a schema that the user may see.
     *
     * @param isLoaded returns whether a column is loaded
     */
    public static DatabaseColumns of(Connection connection, String schema, Predicate<ColumnId> isLoaded)
            throws SQLException {
        DatabaseColumns database = new DatabaseColumns(isLoaded);
        read(connection, COLUMNS, schema, database::addColumn);
        read(connection, TABLES, schema, database::addTable);
        return database;
    }

    /**
     * Reads the description of all tables and views of a schema that the user may see.
     *
     * @return the tables by their names in lower case
     */
    public static Map<String, DatabaseTable> tables(Connection connection, String schema) throws SQLException {
        DatabaseColumns database = of(connection, schema, _ -> true);
        Map<String, Map<String, List<String>>> keys = new HashMap<>();
        read(
                connection,
                KEYS,
                schema,
                row -> keys.computeIfAbsent(lower(row.getString(1)), table -> new HashMap<>())
                        .computeIfAbsent(row.getString(2), index -> new ArrayList<>())
                        .add(Objects.requireNonNullElse(row.getString(3), COMPUTED)));
        Map<String, DatabaseTable> tables = new HashMap<>();
        database.types.forEach((name, type) -> tables.put(
                lower(name),
                new DatabaseTable(
                        schema,
                        name,
                        type.contains("VIEW"),
                        List.copyOf(database.tables
                                .getOrDefault(lower(name), Map.of())
                                .values()),
                        Map.copyOf(keys.getOrDefault(lower(name), Map.of())))));
        return tables;
    }

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private static void read(Connection connection, String query, String schema, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    row.read(rows);
                }
            }
        }
    }

    private void addColumn(ResultSet row) throws SQLException {
        tables.computeIfAbsent(lower(row.getString(1)), table -> new LinkedHashMap<>())
                .put(
                        lower(row.getString(2)),
                        new DatabaseColumn(
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getInt(5),
                                row.getInt(6),
                                Objects.requireNonNullElse(row.getString(7), ""),
                                Objects.requireNonNullElse(row.getString(8), ""),
                                "YES".equals(row.getString(9))));
    }

    private void addTable(ResultSet row) throws SQLException {
        String table = lower(row.getString(1));
        types.put(row.getString(1), row.getString(6));
        rowEstimates.put(table, row.getLong(2));
        byteEstimates.put(table, row.getLong(3));
        String engine = row.getString(4);
        if (engine != null && !"YES".equals(row.getString(5))) { // a view has no engine
            engines.put(table, engine);
        }
    }

    /** Returns the number of rows of the table as the database estimates it. 0 if it is unknown. */
    public long rowEstimate(TableModel<?> table) {
        return rowEstimates.getOrDefault(lower(table.tableName()), 0L);
    }

    /** Returns the size of the table in the database in bytes, without indexes. 0 if it is unknown. */
    public long byteEstimate(TableModel<?> table) {
        return byteEstimates.getOrDefault(lower(table.tableName()), 0L);
    }

    /**
     * Returns the table's engine if it has no transactions. A load cannot read such a table at the same moment as the
     * others.
     */
    public Optional<String> engineWithoutTransactions(TableModel<?> table) {
        return Optional.ofNullable(engines.get(lower(table.tableName())));
    }

    /**
     * Returns the database's columns in the order of the model's columns.
     *
     * @throws TableException if a loaded column differs from the model; the message names every difference
     */
    public List<DatabaseColumn> matching(TableModel<?> table) throws LoadException {
        Map<String, DatabaseColumn> found = tables.get(lower(table.tableName()));
        if (found == null) {
            throw TableException.of("Table " + table + " is in the model but not in the database." + REMEDY);
        }
        List<DatabaseColumn> columns = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        for (ColumnModel<?> model : table.columns()) {
            DatabaseColumn column = found.get(lower(model.name()));
            if (!isLoaded.test(model.identifier())) {
                columns.add(Objects.requireNonNullElse(column, DatabaseColumn.UNKNOWN));
                continue;
            }
            String difference = difference(model, column);
            if (difference != null) {
                differences.add("column " + model.name() + " " + difference);
            } else if (column != null) {
                columns.add(column);
            }
        }
        if (!differences.isEmpty()) {
            throw TableException.of(
                    "Table " + table + " differs from the model: " + String.join("; ", differences) + "." + REMEDY);
        }
        return columns;
    }

    private static @Nullable String difference(ColumnModel<?> model, @Nullable DatabaseColumn column) {
        if (column == null) {
            return "is missing in the database";
        }
        Optional<MySqlType> type = column.type();
        if (type.isEmpty()) {
            return "has the type " + column.columnType + ", which is not supported";
        }
        if (!type.get().isReadAs(model.databaseClass())) {
            return "is " + column.columnType + " in the database, but the model reads it as "
                    + model.databaseClass().getSimpleName();
        }
        return null;
    }

    /** Returns a name in lower case. Servers differ in the case of names of tables and columns. */
    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
