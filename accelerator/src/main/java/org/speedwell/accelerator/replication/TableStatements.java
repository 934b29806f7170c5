package org.speedwell.accelerator.replication;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.speedwell.accelerator.binlog.BinlogEntry;

/** The effects of statements on tables, as far as they can be found without an SQL parser. */
public final class TableStatements {
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    /** Statements that change nothing in memory, whatever they name. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(CREATE|ALTER|DROP)\\s+(OR\\s+REPLACE\\s+)?(USER|ROLE|VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|DEFINER|ALGORITHM|SQL)\\b"
                    + "|(GRANT|REVOKE|OPTIMIZE|CHECK|FLUSH|SET(?!\\s+STATEMENT))\\b|(CREATE|DROP)\\s+TEMPORARY\\b"
                    + "|ANALYZE\\s+((NO_WRITE_TO_BINLOG|LOCAL)\\s+)?TABLES?\\b",
            FLAGS);

    /** Statements that change unknown rows of the tables that they name. MariaDB's ANALYZE executes a statement. */
    private static final Pattern CHANGES_ROWS = Pattern.compile(
            "(TRUNCATE|INSERT|REPLACE|UPDATE|DELETE|LOAD|WITH|ANALYZE|SET\\s+STATEMENT|DROP\\s+(TABLES?|DATABASE|SCHEMA)"
                    + "|CREATE\\s+OR\\s+REPLACE\\s+TABLE|ALTER\\s+(ONLINE\\s+)?IGNORE\\s+TABLE)\\b.*"
                    + "|ALTER\\s+(ONLINE\\s+)?TABLE\\b.*\\b(DROP|TRUNCATE|EXCHANGE|DISCARD|IMPORT)\\s+(PARTITION|TABLESPACE)\\b.*",
            FLAGS);

    private static final Pattern DROP_SCHEMA = Pattern.compile("DROP\\s+(DATABASE|SCHEMA)\\b", FLAGS);

    private TableStatements() {}

    /** Returns whether a statement changes users, views, programs or statistics only, and so nothing in memory. */
    static boolean isHarmless(BinlogEntry.Statement statement) {
        return HARMLESS.matcher(StatementText.of(statement.sql()).sql()).lookingAt();
    }

    /**
     * Returns whether a statement may change rows of a table, its values, or its fit with the model.
     *
     * @param isFollowed a test whether a column of the table, given by name, is in memory
     */
    static boolean mayChange(
            BinlogEntry.Statement statement, String schema, String table, Predicate<String> isFollowed) {
        StatementText text = StatementText.of(statement.sql());
        return names(statement, text, schema, table)
                && !isHarmless(statement)
                && !(text.isCertain() && AlterTable.keepsValues(text.sql(), isFollowed));
    }

    /** Returns whether a statement changes rows of a table without naming them. */
    public static boolean changesRows(BinlogEntry.Statement statement, String schema, String table) {
        StatementText text = StatementText.of(statement.sql());
        return CHANGES_ROWS.matcher(text.sql()).matches()
                && !isHarmless(statement)
                && names(statement, text, schema, table);
    }

    /**
     * Returns whether, after a statement, foreign keys may change rows that reference a table, or may reference another
     * table.
     *
     * @param parent the schema and the name of the table, as in a {@link ForeignKey}
     */
    static boolean mayChangeReferencing(BinlogEntry.Statement statement, String parent) {
        StatementText text = StatementText.of(statement.sql());
        int dot = parent.indexOf('.');
        return names(statement, text, parent.substring(0, dot), parent.substring(dot + 1))
                && !isHarmless(statement)
                && !(text.isCertain() && AlterTable.keepsNames(text.sql()));
    }

    private static boolean names(BinlogEntry.Statement statement, StatementText text, String schema, String table) {
        String sql = text.isCertain() ? text.sql() : statement.sql();
        boolean isSchemaNamed = names(sql, schema);
        boolean isTableNamed = names(sql, table)
                || isSchemaNamed && DROP_SCHEMA.matcher(text.sql()).lookingAt();
        return isTableNamed && (isSchemaNamed || statement.schema().equalsIgnoreCase(schema));
    }

    private static boolean names(String sql, String name) {
        return Pattern.compile(
                        "(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(sql)
                .find();
    }

    /** Returns the beginning of a statement, for messages. */
    static String abbreviated(BinlogEntry.Statement statement) {
        String sql = StatementText.of(statement.sql()).sql();
        return sql.length() <= 120 ? sql : sql.substring(0, 120) + "…";
    }
}
