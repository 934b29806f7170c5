package org.speedwell.accelerator.live;

import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.load.TableModel;

/** The effects of statements on tables, as far as they can be told without a parser of SQL. */
final class TableStatements {
    /** Statements that change nothing that is in memory, whatever they name. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(CREATE|ALTER|DROP)\\s+(OR\\s+REPLACE\\s+)?(USER|ROLE|VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|DEFINER|ALGORITHM|SQL)\\b.*"
                    + "|(GRANT|REVOKE|ANALYZE|OPTIMIZE|CHECK|FLUSH|SET)\\b.*|CREATE\\s+TEMPORARY\\b.*|DROP\\s+TEMPORARY\\b.*",
            Pattern.DOTALL);

    /** A comment, with what a server executes of it: MySQL's are of the form {@code /*!80000 … *}{@code /}. */
    private static final Pattern COMMENT = Pattern.compile("/\\*M?!\\d*(.*?)\\*/|/\\*.*?\\*/", Pattern.DOTALL);

    private TableStatements() {}

    /** Tells whether a statement changes users, views, programs or statistics, and so nothing that is in memory. */
    static boolean isHarmless(BinlogEntry.Statement statement) {
        return HARMLESS.matcher(withoutComments(statement.sql()).toUpperCase(Locale.ROOT))
                .matches();
    }

    /**
     * Tells whether a statement may change rows of a table, its values, or whether it fits the model.
     *
     * @param isFollowed tells whether a column of the table, by its name, is in memory
     */
    static boolean mayChange(BinlogEntry.Statement statement, TableModel<?> on, Predicate<String> isFollowed) {
        String sql = withoutComments(statement.sql());
        boolean isSchemaNamed = names(sql, on.schemaName());
        boolean isTableNamed =
                names(sql, on.tableName()) || sql.toUpperCase(Locale.ROOT).startsWith("DROP DATABASE") && isSchemaNamed;
        return isTableNamed
                && (isSchemaNamed || statement.schema().equalsIgnoreCase(on.schemaName()))
                && !isHarmless(statement)
                && !AlterTable.keepsValues(sql, isFollowed);
    }

    /** Returns a statement without its comments; those that the server executes stay. */
    static String withoutComments(String sql) {
        return COMMENT.matcher(sql)
                .replaceAll(comment ->
                        comment.group(1) == null ? " " : Matcher.quoteReplacement(" " + comment.group(1) + " "))
                .strip();
    }

    /** Tells whether a statement contains a name. */
    static boolean names(String sql, String name) {
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(sql)
                .find();
    }

    /** Returns the beginning of a statement, for messages. */
    static String abbreviated(BinlogEntry.Statement statement) {
        String sql = withoutComments(statement.sql());
        return sql.length() <= 120 ? sql : sql.substring(0, 120) + "…";
    }
}
