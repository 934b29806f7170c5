package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes a schema and fills it with rows that are made while they are sent: no table is ever in memory. Tables get their
 * further keys when their rows are in.
 *
 * @param target the schema
 * @param ddl of all that it holds, each statement by itself
 * @param content what the schema is marked with at the end
 */
record SchemaLoad(Schema target, List<String> ddl, String content) {

    private static final int PROGRESS_STEP = 1_000;

    /**
     * The rows of a table.
     *
     * @param rows how many there are, or about
     */
    record TableRows(String name, long rows, Source source) {}

    /** Makes rows. */
    @FunctionalInterface
    interface Source {
        /** Writes all rows, and tells of each. */
        void writeTo(Insert insert, Progress.Task task) throws SQLException;
    }

    /** Runs it, in place of an older schema of ours. */
    void run(Database database, List<TableRows> tables, Progress progress) throws SQLException {
        Map<String, TableDefinition> definitions = new LinkedHashMap<>();
        List<String> rest = new ArrayList<>();
        for (String statement : ddl) {
            TableDefinition.of(statement)
                    .ifPresentOrElse(table -> definitions.put(table.name(), table), () -> rest.add(statement));
        }
        try (Connection connection = database.connect()) {
            execute(connection, List.of("SET SESSION time_zone = '+00:00', foreign_key_checks = 0, unique_checks = 0"));
            target.recreate(
                    connection,
                    definitions.values().stream().map(TableDefinition::bare).toList());
            for (TableRows table : tables) {
                TableDefinition definition = Objects.requireNonNull(definitions.get(table.name()));
                try (Progress.Task task = inSteps(progress.start(table.name(), table.rows()))) {
                    fill(connection, table, task);
                    execute(connection, definition.keys().stream().toList());
                }
            }
            execute(connection, rest);
            target.markLoaded(connection, content);
        }
    }

    private static void fill(Connection connection, TableRows table, Progress.Task task) throws SQLException {
        try (Insert insert = new Insert(connection, table.name())) {
            table.source().writeTo(insert, task);
        }
    }

    private static void execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Tells of many rows at once. */
    static Progress.Task inSteps(Progress.Task task) {
        return new Progress.Task() {
            private long untold;

            @Override
            public void advance(long steps) {
                untold += steps;
                if (untold >= PROGRESS_STEP) {
                    tell();
                }
            }

            private void tell() {
                task.advance(untold);
                untold = 0;
            }

            @Override
            public void close() {
                tell();
                task.close();
            }
        };
    }
}
