package org.speedwell.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A generator of random changes of the rows of the torture schema, with extreme and other values. Equal seeds yield
 * equal changes on every server. For one thread.
 */
public final class TortureChanges {
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) \\(");
    private static final Pattern COLUMN = Pattern.compile("(?m)^    (`[^`]+`|\\w+) +[A-Z]+[ ,(]");
    private static final Pattern KEY = Pattern.compile("PRIMARY KEY \\(([^)]*)\\)");

    /** A row number after all extremes. For such a row, a column returns a random value. */
    private static final int ANY_ROW = 1 << 20;

    private static final List<String> LEFT_OUT = List.of("keyless", "one_row", "all_null");

    private final SplittableRandom random;
    private final List<Target> targets = new ArrayList<>();

    /** A table and the names of its columns. The columns of the key come first. */
    private record Target(TortureTable table, List<String> names, int keys) {}

    public TortureChanges(long seed) {
        this.random = new SplittableRandom(seed);
        for (String statement : Script.statements("torture.sql")) {
            Matcher create = TABLE.matcher(statement);
            Matcher key = KEY.matcher(statement);
            if (create.find() && key.find()) {
                add(create.group(1), statement, key.group(1).split(",").length);
            }
        }
    }

    private void add(String name, String statement, int keys) {
        List<String> names = new ArrayList<>();
        Matcher column = COLUMN.matcher(statement);
        while (column.find()) {
            if (!column.group(1).equals("PRIMARY") && !column.group(1).equals("KEY")) {
                names.add(column.group(1));
            }
        }
        TortureTable.ALL.stream()
                .filter(table -> table.name().equals(name) && !LEFT_OUT.contains(name))
                .forEach(table -> targets.add(new Target(table, List.copyOf(names), keys)));
    }

    /**
     * Returns the next change as an SQL statement. The statement may fail because of a duplicate key. The SQL mode must
     * allow zero dates.
     */
    public String next() {
        Target target = targets.get(random.nextInt(targets.size()));
        TortureTable table = target.table();
        int row = random.nextInt(2 * table.rows());
        int kind = random.nextInt(100);
        if (kind < 45) {
            StringJoiner values = new StringJoiner(", ", "REPLACE INTO " + table.name() + " VALUES (", ")");
            for (int i = 0; i < table.columns().size(); i++) {
                values.add(literal(target, i, row));
            }
            return values.toString();
        }
        if (kind < 75) {
            return "UPDATE " + table.name() + " SET " + assignments(target) + where(target, row);
        }
        if (kind < 85) {
            return "DELETE FROM " + table.name() + where(target, row);
        }
        if (kind < 95) {
            int other = random.nextInt(2 * table.rows());
            return "UPDATE " + table.name() + " SET " + key(target, other, ", ") + where(target, row);
        }
        return "UPDATE " + table.name() + " SET " + assignments(target) + " ORDER BY "
                + String.join(", ", target.names().subList(0, target.keys())) + " LIMIT 3";
    }

    private String literal(Target target, int column, int row) {
        return target.table().literal(column, column < target.keys() ? row : ANY_ROW, random);
    }

    private String assignments(Target target) {
        StringJoiner all = new StringJoiner(", ");
        int others = target.names().size() - target.keys();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int column = target.keys() + random.nextInt(others);
            all.add(target.names().get(column) + " = " + literal(target, column, 0));
        }
        return all.toString();
    }

    private String where(Target target, int row) {
        return " WHERE " + key(target, row, " AND ");
    }

    private String key(Target target, int row, String separator) {
        StringJoiner all = new StringJoiner(separator);
        for (int i = 0; i < target.keys(); i++) {
            all.add(target.names().get(i) + " = " + literal(target, i, row));
        }
        return all.toString();
    }
}
