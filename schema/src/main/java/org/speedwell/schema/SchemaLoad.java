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
 * A load that creates a schema and streams generated rows into it. It never holds a table in memory. Each table gets
 * its secondary keys after its rows.
 *
 * @param target the schema
 * @param ddl the statements that create the content of the schema, one by one
 * @param content the mark of the complete schema
 */
record SchemaLoad(Schema target, List<String> ddl, String content) {

    private static final int PROGRESS_STEP = 1_000;

    /**
     * The rows of a table.
     *
     * @param rows the number of rows, possibly an estimate
     */
    record TableRows(String name, long rows, Source source) {}

    /** A source of rows. */
    @FunctionalInterface
    interface Source {
        /** Writes all rows, and reports each to the task. */
        void writeTo(Insert insert, Progress.Task task) throws SQLException;
    }

    /** Runs the load. Replaces a schema that Speedwell created before. */
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

    /** Returns a task that reports many rows at once. */
    static Progress.Task inSteps(Progress.Task task) {
        return new Progress.Task() {
            private long unreported;

            @Override
            public void advance(long steps) {
                unreported += steps;
                if (unreported >= PROGRESS_STEP) {
                    reportProgress();
                }
            }

            private void reportProgress() {
                task.advance(unreported);
                unreported = 0;
            }

            @Override
            public void close() {
                reportProgress();
                task.close();
            }
        };
    }
}
