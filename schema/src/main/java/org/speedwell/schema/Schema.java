package org.speedwell.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/**
 * A schema that this module creates, fills and recognises later.
 *
 * <p>A comment on the first table names the content of the schema. The comment exists as long as the schema, needs no
 * table of its own, and one indexed look-up reads it. During a load the comment says {@code loading}. A schema without
 * such a comment belongs to the user, and this class does not change it.
 *
 * @param name the name of the schema
 * @param markedTable the first table that the model's script creates
 */
record Schema(String name, String markedTable) {

    private static final String OURS = "speedwell: ";
    private static final String LOADING = OURS + "loading";

    /** Creates the schema with empty tables. Replaces a schema that Speedwell created before. */
    void recreate(Connection connection, List<String> ddl) throws SQLException {
        if (!isOursOrEmpty(connection)) {
            throw new DatabaseException("Schema " + name + " contains tables that Speedwell did not create."
                    + " Drop the schema if nothing needs it, or choose another schema name.");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS `" + name + "`");
            statement.execute("CREATE DATABASE `" + name + "` CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        }
        connection.setCatalog(name); // for later statements of this connection
        try (Statement statement = connection.createStatement()) {
            for (String definition : ddl) {
                boolean marked = definition.startsWith("CREATE TABLE " + markedTable + " ");
                statement.execute(marked ? definition + " COMMENT = " + Insert.quoted(LOADING) : definition);
            }
        }
    }

    /**
     * Marks the schema as completely loaded.
     *
     * @param content the description of the content
     */
    void markLoaded(Connection connection, String content) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            mark(statement, OURS + content);
        }
    }

    /** Returns whether the schema is marked with exactly this content. */
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
