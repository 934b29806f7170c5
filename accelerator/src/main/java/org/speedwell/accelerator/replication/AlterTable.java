package org.speedwell.accelerator.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements that change a table's definition but provably no value: every clause is on a list of harmless ones. A
 * clause that is not on the list, such as a change of a column's type, may rewrite values.
 */
final class AlterTable {
    private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;

    private static final String NAME = "(?:`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|[\\w$]+)";

    private static final Pattern ALTER_TABLE = Pattern.compile(
            "ALTER\\s+(?:ONLINE\\s+)?TABLE\\s+(?:IF\\s+EXISTS\\s+)?" + NAME + "(?:\\s*\\.\\s*" + NAME + ")?"
                    + "\\s+(?:WAIT\\s+\\d+\\s+|NOWAIT\\s+)?(.*)",
            FLAGS);

    private static final Pattern OF_INDEX =
            Pattern.compile("(?:CREATE\\s+(?:OR\\s+REPLACE\\s+)?(?:\\w+\\s+)?|DROP\\s+)INDEX\\b.*", FLAGS);

    private static final Pattern CREATE_TABLE = Pattern.compile("CREATE\\s+TABLE\\b.*", FLAGS);

    private static final Pattern RENAMES = Pattern.compile("\\b(?:RENAME|CHANGE)\\b", FLAGS);

    /**
     * Clauses about indexes, checks, defaults and options. Primary keys are not among them, because they identify rows.
     * Foreign keys are not among them, because they change rows without an event.
     */
    private static final Pattern HARMLESS = Pattern.compile(
            "(?:ADD\\s+(?:INDEX|KEY|(?:CONSTRAINT\\s+(?:" + NAME + "\\s+)?)?(?:UNIQUE|CHECK)|FULLTEXT|SPATIAL)\\b"
                    + "(?!.*\\b(?:PRIMARY|REFERENCES)\\b).*"
                    + "|DROP\\s+(?:INDEX|KEY|CHECK)\\b(?!.*\\bPRIMARY\\b).*"
                    + "|RENAME\\s+(?:INDEX|KEY)\\b.*"
                    + "|ALTER\\s+(?:INDEX|KEY|CHECK|CONSTRAINT)\\b.*"
                    + "|ALTER\\s+(?:COLUMN\\s+)?" + NAME + "\\s+(?:SET|DROP)\\s+(?:DEFAULT|VISIBLE|INVISIBLE)\\b.*"
                    + "|(?:DISABLE|ENABLE)\\s+KEYS"
                    + "|(?:(?:COMMENT|AUTO_INCREMENT|STATS_\\w+|ALGORITHM|LOCK)\\s*=?\\s*(?:'[^']*(?:''[^']*)*'|\\w+)\\s*)+)",
            FLAGS);

    private static final Pattern COLUMN = Pattern.compile(
            "(?:ADD|DROP)\\s+(?:COLUMN\\s+)?(?:IF\\s+(?:NOT\\s+)?EXISTS\\s+)?(" + NAME
                    + ")(?!.*\\bREFERENCES\\b)(?:\\s.*)?",
            FLAGS);

    private AlterTable() {}

    /**
     * Returns whether a statement provably leaves the rows, and the values of the followed columns, as they are.
     *
     * @param sql one statement without comments and without backslashes in quotes
     * @param isFollowed a test whether a column, given by name, is followed
     */
    static boolean keepsValues(String sql, Predicate<String> isFollowed) {
        if (OF_INDEX.matcher(sql).matches()) {
            return true;
        }
        Matcher alter = ALTER_TABLE.matcher(sql);
        return alter.matches() && clauses(alter.group(1)).stream().allMatch(clause -> isHarmless(clause, isFollowed));
    }

    /**
     * Returns whether a statement provably leaves the rows of a table, and the names of the table and its columns, as
     * they are.
     *
     * @param sql one statement, as for {@link #keepsValues}
     */
    static boolean keepsNames(String sql) {
        return OF_INDEX.matcher(sql).matches()
                || CREATE_TABLE.matcher(sql).matches()
                || ALTER_TABLE.matcher(sql).matches() && !RENAMES.matcher(sql).find();
    }

    private static boolean isHarmless(String clause, Predicate<String> isFollowed) {
        if (HARMLESS.matcher(clause).matches()) {
            return true;
        }
        Matcher column = COLUMN.matcher(clause);
        return column.matches() && !isWord(column.group(1)) && !isFollowed.test(unquoted(column.group(1)));
    }

    /** Returns whether a name is an SQL keyword, so that the clause is not about a column. */
    private static boolean isWord(String name) {
        return name.matches("(?i)PRIMARY|PARTITION|SYSTEM|PERIOD|CONSTRAINT|FOREIGN");
    }

    private static String unquoted(String name) {
        char quote = name.charAt(0);
        return quote == '`' || quote == '"'
                ? name.substring(1, name.length() - 1).replace("" + quote + quote, "" + quote)
                : name;
    }

    /** Splits a statement at the commas that are outside quotes and parentheses. */
    private static List<String> clauses(String sql) {
        List<String> clauses = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int from = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0; // a doubled quote opens it again
                }
            } else if (c == '\'' || c == '"' || c == '`') {
                quote = c;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                clauses.add(sql.substring(from, i).strip());
                from = i + 1;
            }
        }
        clauses.add(sql.substring(from).strip());
        return clauses;
    }
}
