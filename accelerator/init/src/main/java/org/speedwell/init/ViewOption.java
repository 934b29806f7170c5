package org.speedwell.init;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.speedwell.init.database.Sample;
import org.speedwell.init.database.Table;
import org.speedwell.init.model.Model;
import org.speedwell.init.model.ModelTable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A view that an application loads as a table, as the command line names it.
 *
 * @param key the columns that identify a row; empty if none do, and the rows have no order
 */
record ViewOption(String name, List<String> key) {
    static final String MEANING =
            "The binlog does not contain the changes of views. If the application follows the database,"
                    + " FollowConfiguration.viewPeriod sets how often it reloads the view.";

    static final String DESCRIPTION =
            "a view to load as a read-only table, and the columns that identify its rows, if there are any,"
                    + " such as big_orders=id; repeat the option for more views";

    /** The bytes that InnoDB stores with each row in addition to its columns. */
    private static final int ROW_OVERHEAD = 20;

    /** A converter of {@code name} or {@code name=column,column}. */
    static final class Converter implements ITypeConverter<ViewOption> {
        @Override
        public ViewOption convert(String text) {
            int sign = text.indexOf('=');
            String name = sign < 0 ? text : text.substring(0, sign);
            List<String> key =
                    sign < 0 ? List.of() : List.of(text.substring(sign + 1).split(",", -1));
            if (name.isBlank()
                    || key.stream().anyMatch(String::isBlank)
                    || key.stream().distinct().count() < key.size()) {
                throw new TypeConversionException(
                        "'" + text + "' is not a view with its key: write it as big_orders or big_orders=id,line");
            }
            return new ViewOption(name, key);
        }
    }

    /** @throws ToolException if one of the views cannot be loaded with its key; the message contains the remedy */
    static void require(List<ViewOption> views, Connection connection, Model model) throws SQLException {
        for (ViewOption view : views) {
            Optional<String> trouble = view.problem(connection, model);
            if (trouble.isPresent()) {
                throw new ToolException(trouble.get());
            }
        }
    }

    /** Returns the table or view of that name in the model. Empty if the model has none. */
    Optional<ModelTable> in(Model model) {
        return model.tables().stream()
                .filter(table -> table.name().equalsIgnoreCase(name))
                .min(Comparator.comparing(table -> !table.name().equals(name))); // names may differ only in case
    }

    /** Returns why the view cannot be loaded with this key, and a remedy. Empty if it can. */
    Optional<String> problem(Connection connection, Model model) throws SQLException {
        ModelTable view = in(model).orElse(null);
        if (view == null) {
            String views = model.tables().stream()
                    .filter(ModelTable::view)
                    .map(ModelTable::name)
                    .collect(Collectors.joining(", "));
            return Optional.of("The model has no view " + name + ". "
                    + (views.isEmpty() ? "It has no views at all." : "Its views are " + views + "."));
        }
        if (!view.view()) {
            return Optional.of(name + " is a table, which is always loaded. Remove --view " + name + ".");
        }
        for (String column : key) {
            if (view.column(column).isEmpty()) {
                return Optional.of(
                        "The view " + name + " has no column " + column + ". Name other columns as its key, or none.");
            }
        }
        return key.isEmpty() || isKey(connection, model.schema())
                ? Optional.empty()
                : Optional.of("The key " + String.join(", ", key) + " does not identify the rows of view " + name
                        + ": values are equal or NULL. Name other columns, or none.");
    }

    private boolean isKey(Connection connection, String schema) throws SQLException {
        String columns = key.stream()
                .map(column -> "CAST(" + Sample.quoted(column) + " AS BINARY)") // no collation, as in Java
                .collect(Collectors.joining(", "));
        return numbers(
                connection, "COUNT(*), COUNT(DISTINCT " + columns + ")", schema, (all, different) -> all == different);
    }

    /** Returns the view with its present number of rows, and with the bytes that a table would need for them. */
    Table counted(Connection connection, String schema, Table view) throws SQLException {
        String lengths = view.columns().stream()
                .map(column -> "COALESCE(SUM(LENGTH(" + Sample.quoted(column.name()) + ")), 0)")
                .collect(Collectors.joining(" + "));
        return numbers(
                connection,
                "COUNT(*), " + (lengths.isEmpty() ? "0" : lengths),
                schema,
                (rows, bytes) -> new Table(
                        view.name(),
                        view.kind(),
                        view.engine(),
                        view.transactional(),
                        rows,
                        bytes + rows * ROW_OVERHEAD,
                        view.columns(),
                        view.indexes(),
                        view.foreignKeys()));
    }

    private interface Numbers<T> {
        T of(long first, long second);
    }

    private <T> T numbers(Connection connection, String asked, String schema, Numbers<T> result) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT " + asked + " FROM " + Sample.quoted(schema) + "." + Sample.quoted(name))) {
            row.next();
            return result.of(row.getLong(1), row.getLong(2));
        }
    }

    /** Returns the Java code that configures the view in a chain of {@code StoreConfiguration.builder()}. */
    String configured(ModelTable view) {
        return ".withView(%sManager.IDENTIFIER%s)"
                .formatted(
                        view.className(),
                        key.stream()
                                .map(column -> ", " + view.className() + "."
                                        + view.column(column).orElseThrow().constantName())
                                .collect(Collectors.joining()));
    }

    /** Returns a description of a few words. */
    String describe() {
        return "a view, loaded as a read-only table "
                + (key.isEmpty() ? "without a key" : "by " + String.join(", ", key));
    }
}
