package org.speedwell.init;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.speedwell.init.database.Column;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelColumn;
import org.speedwell.init.model.ModelTable;

/**
 * An example query in the generated program. SQL and memory return the same answer, for any collation of texts and any
 * order of equal rows.
 *
 * @param question the question in words
 * @param pipeline the Java code after {@code stream()}
 */
record Query(ModelTable table, String question, String pipeline) {
    private static final List<Class<?>> ORDERED = List.of(
            Timestamp.class, Date.class, BigDecimal.class, Double.class, Long.class, Integer.class, BigInteger.class);
    private static final List<Class<?>> COUNTED = List.of(
            Boolean.class,
            Integer.class,
            Long.class,
            Short.class,
            Byte.class,
            String.class,
            Date.class,
            Timestamp.class,
            BigDecimal.class);

    /** A reader of the values that determine the queries. */
    interface Values {
        /**
         * Returns the value of a column in the first row of a table, as text. Empty if the value is NULL or the table
         * has no rows.
         */
        Optional<String> first(Table table, Column column) throws SQLException;

        /** Returns whether any row has a date with a zero day, month or year in one of these columns. */
        boolean hasZeroDates(Table table, List<Column> columns) throws SQLException;
    }

    /** Returns three queries of the largest tables: a filter, an order, and the distinct values of a column. */
    static List<Query> three(Model model, List<Table> tables, Values values) throws SQLException {
        List<Table> largest = tables.stream()
                .filter(table -> !table.isView() && find(model, table).isPresent())
                .sorted(Comparator.comparingLong(Table::rows).reversed())
                .limit(3)
                .toList();
        if (largest.isEmpty()) {
            throw new ToolException("The schema " + model.schema()
                    + " has no table that the user can see. Check the schema in --url, and GRANT"
                    + " SELECT ON `" + model.schema() + "`.* TO the user.");
        }
        return List.of(
                filter(model, largest.getFirst(), values),
                order(model, largest.get(1 % largest.size()), values),
                different(model, largest.get(2 % largest.size()), values));
    }

    private static Optional<ModelTable> find(Model model, Table table) {
        return model.tables().stream()
                .filter(each -> each.name().equals(table.name()))
                .findFirst();
    }

    private static Query count(ModelTable table) {
        return new Query(table, "rows of " + table.name(), ".count()");
    }

    /** Returns a query that counts the rows whose number in one column equals that of the first row. */
    private static Query filter(Model model, Table table, Values values) throws SQLException {
        ModelTable modelled = find(model, table).orElseThrow();
        List<ModelColumn> candidates = inOrder(
                modelled, column -> isReference(modelled, column), column -> !isKey(modelled, column), column -> true);
        for (ModelColumn column : candidates) {
            Optional<String> number = values.first(
                            table, table.column(column.name()).orElseThrow())
                    .filter(value -> value.matches("-?\\d+"));
            Optional<String> literal = number.flatMap(value -> literal(column, value));
            if (literal.isPresent()) {
                return new Query(
                        modelled,
                        "rows of %s with %s %s".formatted(modelled.name(), column.name(), number.orElseThrow()),
                        ".filter(%s.%s.equal(%s)).count()"
                                .formatted(modelled.className(), column.constantName(), literal.get()));
            }
        }
        return count(modelled);
    }

    private static Optional<String> literal(ModelColumn column, String number) {
        return column.isOf(Integer.class)
                ? Optional.of(number)
                : column.isOf(Long.class)
                        ? Optional.of(number + "L")
                        : column.isOf(Short.class)
                                ? Optional.of("(short) " + number)
                                : column.isOf(BigInteger.class)
                                        ? Optional.of("new BigInteger(\"" + number + "\")")
                                        : Optional.empty();
    }

    /**
     * Returns a query of the largest values of a column. The column is never NULL, because SQL and Java sort NULL
     * differently.
     */
    private static Query order(Model model, Table table, Values values) throws SQLException {
        ModelTable modelled = find(model, table).orElseThrow();
        if (hasZeroDates(modelled, table, values)) {
            return count(modelled);
        }
        return ORDERED.stream()
                .flatMap(type -> modelled.columns().stream().filter(column -> !column.nullable() && column.isOf(type)))
                .findFirst()
                .map(column -> new Query(
                        modelled,
                        "the greatest %s of %s".formatted(column.name(), modelled.name()),
                        ".sorted(%1$s.%2$s.reversed()).limit(3).map(value(%1$s.%2$s)).toList()"
                                .formatted(modelled.className(), column.constantName())))
                .orElseGet(() -> count(modelled));
    }

    private static Query different(Model model, Table table, Values values) throws SQLException {
        ModelTable modelled = find(model, table).orElseThrow();
        if (hasZeroDates(modelled, table, values)) {
            return count(modelled);
        }
        return inOrder(
                        modelled,
                        column -> !column.constants().isEmpty(),
                        column -> isReference(modelled, column),
                        column -> !isKey(modelled, column) && COUNTED.stream().anyMatch(column::isOf))
                .stream()
                .findFirst()
                .map(column -> new Query(
                        modelled,
                        "different values of %s of %s".formatted(column.name(), modelled.name()),
                        ".map(value(%s.%s)).distinct().count()".formatted(modelled.className(), column.constantName())))
                .orElseGet(() -> count(modelled));
    }

    /**
     * Returns whether the table has zero dates. They are NULL in memory. Over SQL the driver refuses a row with such a
     * date, whatever column the query reads.
     */
    private static boolean hasZeroDates(ModelTable modelled, Table table, Values values) throws SQLException {
        List<Column> dates = modelled.columns().stream()
                .filter(column -> column.isOf(Date.class) || column.isOf(Timestamp.class))
                .map(column -> table.column(column.name()).orElseThrow())
                .toList();
        return !dates.isEmpty() && values.hasZeroDates(table, dates);
    }

    /**
     * Returns the columns that satisfy at least one of the preferences, without duplicates, in the order of the
     * preferences.
     */
    @SafeVarargs
    private static List<ModelColumn> inOrder(ModelTable table, Predicate<ModelColumn>... preferences) {
        return Stream.of(preferences)
                .flatMap(preference -> table.columns().stream().filter(preference))
                .distinct()
                .toList();
    }

    private static boolean isReference(ModelTable table, ModelColumn column) {
        return table.foreignKeys().stream().anyMatch(key -> key.columns().contains(column.name()));
    }

    private static boolean isKey(ModelTable table, ModelColumn column) {
        return table.primaryKey().contains(column.name());
    }

    String managerName() {
        return table.className() + "Manager";
    }
}
