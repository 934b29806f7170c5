package org.speedwell.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * A schema that this module makes and fills, and recognises later.
 *
 * <p>What was loaded stands in a comment on the first table of the model: it lives and dies with the schema, costs no
 * table, and one indexed look-up reads it. While the load runs the comment says {@code loading}; a schema with any
 * other content, or with none of ours, is somebody else's and is left alone.
 *
 * @param name of the schema
 * @param markedTable the first table that the model's script makes
 */
record Schema(String name, String markedTable) {

    private static final String OURS = "speedwell: ";
    private static final String LOADING = OURS + "loading";

    /** Makes the schema and its empty tables, in place of one of ours if there is one. */
    void recreate(Connection connection, List<String> ddl) throws SQLException {
        if (!isOursOrEmpty(connection)) {
            throw new DatabaseException("Schema " + name + " was not made by Speedwell and holds tables."
                    + " Drop it yourself if it is not needed, or give another schema name.");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + name + "`");
            statement.execute("CREATE DATABASE `" + name + "` CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        }
        connection.setCatalog(name); // for the statements that are made from here on
        try (Statement statement = connection.createStatement()) {
            for (String definition : ddl) {
                boolean marked = definition.startsWith("CREATE TABLE " + markedTable + " ");
                statement.execute(marked ? definition + " COMMENT = " + Insert.quoted(LOADING) : definition);
            }
        }
    }

    /** Says that the schema holds all that {@code content} names. */
    void markLoaded(Connection connection, String content) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            mark(statement, OURS + content);
        }
    }

    /** Whether the schema was marked with exactly this content. */
    boolean isLoaded(Connection connection, String content) throws SQLException {
        return comment(connection).filter((OURS + content)::equals).isPresent();
    }

    private void mark(Statement statement, String mark) throws SQLException {
        statement.execute("ALTER TABLE `" + name + "`.`" + markedTable + "` COMMENT = " + Insert.quoted(mark));
    }

    private boolean isOursOrEmpty(Connection connection) throws SQLException {
        if (comment(connection).filter(comment -> comment.startsWith(OURS)).isPresent()) {
            return true;
        }
        try (Statement statement = connection.createStatement();
                ResultSet tables =
                        statement.executeQuery("SELECT 1 FROM information_schema.tables WHERE table_schema = "
                                + Insert.quoted(name) + " LIMIT 1")) {
            return !tables.next();
        }
    }

    private Optional<String> comment(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_comment FROM information_schema.tables"
                        + " WHERE table_schema = " + Insert.quoted(name)
                        + " AND table_name = " + Insert.quoted(markedTable))) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        }
    }
}
