package org.speedwell.accelerator.live;

import java.util.Locale;
import java.util.regex.Pattern;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.load.TableModel;

/** What statements do to tables, as far as that can be told without understanding SQL. */
final class TableStatements {
    /** Statements that change nothing that is in memory, whatever they name. */
    private static final Pattern HARMLESS = Pattern.compile(
            "(CREATE|ALTER|DROP)\\s+(OR\\s+REPLACE\\s+)?(USER|ROLE|VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|DEFINER|ALGORITHM|SQL)\\b.*"
                    + "|(GRANT|REVOKE|ANALYZE|OPTIMIZE|CHECK|FLUSH|SET)\\b.*|CREATE\\s+TEMPORARY\\b.*|DROP\\s+TEMPORARY\\b.*",
            Pattern.DOTALL);

    /** Statements after which a table may be the same, if the catalogue says so. */
    private static final Pattern PERHAPS_HARMLESS =
            Pattern.compile("(ALTER\\s+TABLE|CREATE\\s+(\\w+\\s+)?INDEX|DROP\\s+INDEX)\\b.*", Pattern.DOTALL);

    private static final Pattern MOVES_ROWS =
            Pattern.compile(".*\\b(RENAME|PARTITION|TABLESPACE|ORDER\\s+BY|CONVERT)\\b.*", Pattern.DOTALL);

    private TableStatements() {}

    /** What a statement does to a table. */
    enum Effect {
        NONE,
        /** Its rows are the same, and if its columns are, too, then nothing has happened. */
        PERHAPS_COLUMNS,
        ANY
    }

    static Effect effect(BinlogEntry.Statement statement, TableModel<?> on) {
        String sql = withoutComments(statement.sql());
        String upper = sql.toUpperCase(Locale.ROOT);
        boolean isSchemaNamed = names(sql, on.schemaName());
        if (HARMLESS.matcher(upper).matches()) {
            return Effect.NONE;
        }
        if (!names(sql, on.tableName()) && !(upper.startsWith("DROP DATABASE") && isSchemaNamed)) {
            return Effect.NONE;
        }
        if (!isSchemaNamed && !statement.schema().equalsIgnoreCase(on.schemaName())) {
            return Effect.NONE;
        }
        return PERHAPS_HARMLESS.matcher(upper).matches()
                        && !MOVES_ROWS.matcher(upper).matches()
                ? Effect.PERHAPS_COLUMNS
                : Effect.ANY;
    }

    static String withoutComments(String sql) {
        return sql.replaceAll("/\\*.*?\\*/", " ").strip();
    }

    /** Whether a statement has this name in it. */
    static boolean names(String sql, String name) {
        return Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])", Pattern.CASE_INSENSITIVE)
                .matcher(sql)
                .find();
    }

    /** As messages have it. */
    static String abbreviated(BinlogEntry.Statement statement) {
        String sql = withoutComments(statement.sql());
        return sql.length() <= 120 ? sql : sql.substring(0, 120) + "…";
    }
}
