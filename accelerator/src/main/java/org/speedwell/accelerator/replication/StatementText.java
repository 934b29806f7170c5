package org.speedwell.accelerator.replication;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a statement without its comments, and without the settings of MariaDB's {@code SET STATEMENT … FOR}.
 * Comments that a server executes stay.
 *
 * @param isCertain whether every quote and comment surely ends where this class assumes. The log does not say whether a
 * backslash in a quote escapes the next character, nor which version of a server executes a comment.
 */
public record StatementText(String sql, boolean isCertain) {
    /** The beginning of a comment that is executed: MySQL's are of the form {@code /*!80000 … *}{@code /}. */
    private static final Pattern EXECUTED = Pattern.compile("/\\*M?!\\d*");

    private static final Pattern SET_STATEMENT = Pattern.compile("SET\\s+STATEMENT\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTE_OR_FOR =
            Pattern.compile("'[^']*'|\"[^\"]*\"|`[^`]*`|\\bFOR\\b", Pattern.CASE_INSENSITIVE);

    /** The replacement for bytes that are not valid UTF-8. */
    private static final char UNREADABLE = '\uFFFD';

    public static StatementText of(String statement) {
        StringBuilder text = new StringBuilder(statement.length());
        boolean isCertain = statement.indexOf(UNREADABLE) < 0;
        boolean isExecuted = false;
        char quote = 0;
        Matcher executed = EXECUTED.matcher(statement);
        for (int i = 0; i < statement.length(); ) {
            char c = statement.charAt(i);
            int end = i + 1;
            if (quote != 0) {
                isCertain &= (c != '\\' || quote == '`') && !(isExecuted && statement.startsWith("*/", i));
                if (c == '\\' && quote != '`') {
                    end = Math.min(i + 2, statement.length());
                } else if (c == quote) {
                    quote = 0; // a doubled quote opens it again
                }
                text.append(statement, i, end);
            } else if (executed.region(i, statement.length()).lookingAt()) {
                isCertain &= !isExecuted;
                isExecuted = true;
                end = executed.end();
                text.append(' ');
            } else if (isExecuted && statement.startsWith("*/", i)) {
                isExecuted = false;
                end = i + 2;
                text.append(' ');
            } else if (isComment(statement, i)) {
                String last = c == '/' ? "*/" : "\n";
                int found = statement.indexOf(last, c == '/' ? i + 2 : i);
                isCertain &= !isExecuted && (found >= 0 || c != '/');
                end = found < 0 ? statement.length() : found + last.length();
                text.append(' ');
            } else {
                if (c == '\'' || c == '"' || c == '`') {
                    quote = c;
                }
                text.append(c);
            }
            i = end;
        }
        isCertain &= quote == 0 && !isExecuted;
        return new StatementText(withoutSettings(text.toString().strip(), isCertain), isCertain);
    }

    private static boolean isComment(String sql, int at) {
        return sql.charAt(at) == '#'
                || sql.startsWith("/*", at)
                || sql.startsWith("--", at) && (at + 2 == sql.length() || sql.charAt(at + 2) <= ' ');
    }

    private static String withoutSettings(String sql, boolean isCertain) {
        if (isCertain && SET_STATEMENT.matcher(sql).lookingAt()) {
            Matcher token = QUOTE_OR_FOR.matcher(sql);
            while (token.find()) {
                if (token.group().equalsIgnoreCase("FOR")) {
                    return sql.substring(token.end()).strip();
                }
            }
        }
        return sql;
    }
}
