package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A comparison of a manager's stream with plain JDBC, value by value. */
public final class ReadBack {
    private ReadBack() {}

    /** Fails unless the stream returns the rows of the table, in the order of the primary key if the table has one. */
    public static <E> void assertEqualToJdbc(Speedment app, Manager<E> manager, Connection connection)
            throws SQLException {
        assertEqualToJdbc(app, manager, connection, true);
    }

    /** Fails unless the stream returns the rows of the table in any order. */
    public static <E> void assertSameRowsAsJdbc(Speedment app, Manager<E> manager, Connection connection)
            throws SQLException {
        assertEqualToJdbc(app, manager, connection, false);
    }

    /** Fails unless every table in memory has the rows that JDBC returns, in any order. */
    public static void assertSameRowsAsJdbc(Speedment app, Connection connection) throws SQLException {
        Set<String> inMemory = app.getOrThrow(DataStoreComponent.class).getStatistics().tables().stream()
                .map(table -> table.name().substring(table.name().lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        for (Manager<?> manager : app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager ->
                        inMemory.contains(manager.getTableIdentifier().getTableId()))
                .toList()) {
            assertSameRowsAsJdbc(app, manager, connection);
        }
    }

    private static <E> void assertEqualToJdbc(Speedment app, Manager<E> manager, Connection connection, boolean inOrder)
            throws SQLException {
        Project project = app.getOrThrow(ProjectComponent.class).getProject();
        var identifier = manager.getTableIdentifier();
        var table = DocumentDbUtil.referencedTable(project, identifier);
        var schema = DocumentDbUtil.referencedSchema(project, identifier);
        List<Field<E>> fields = manager.fields().toList();
        List<String> keys = table.primaryKeyColumns()
                .sorted(Comparator.comparingInt(key -> key.getOrdinalPosition()))
                .map(key -> quoted(key.findColumn().orElseThrow().getName()))
                .toList();
        String columns = fields.stream()
                .map(field -> quoted(DocumentDbUtil.referencedColumn(project, field.identifier())
                        .getName()))
                .collect(Collectors.joining(", "));
        String query = "SELECT " + columns + " FROM " + quoted(schema.getName()) + "." + quoted(table.getName())
                + (keys.isEmpty() ? "" : " ORDER BY " + String.join(", ", keys));

        List<List<@Nullable Object>> expected = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 1; i <= fields.size(); i++) {
                    row.add(plain(read(rows, i)));
                }
                expected.add(row);
            }
        }
        List<List<@Nullable Object>> actual = new ArrayList<>(
                manager.stream().map(entity -> values(fields, entity)).toList());
        if (!inOrder) {
            Comparator<List<@Nullable Object>> byText = Comparator.comparing(ReadBack::text);
            actual.sort(byText);
            expected.sort(byText);
        }
        if (keys.isEmpty()) {
            assertThat(actual).as(table.getName()).containsExactlyInAnyOrderElementsOf(expected);
        } else {
            assertThat(actual).as(table.getName()).hasSameSizeAs(expected);
            for (int row = 0; row < actual.size(); row++) {
                for (int i = 0; i < fields.size(); i++) {
                    assertThat(actual.get(row).get(i))
                            .as(
                                    "%s, row %d, %s",
                                    table.getName(), row, fields.get(i).identifier())
                            .isEqualTo(expected.get(row).get(i));
                }
            }
        }
    }

    private static String text(List<@Nullable Object> row) {
        return row.stream()
                .map(value -> value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value))
                .collect(Collectors.joining("|"));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** Returns the values of an entity, each in a form that {@code equals} compares. */
    public static <E> List<@Nullable Object> values(List<Field<E>> fields, E entity) {
        List<@Nullable Object> row = new ArrayList<>();
        fields.forEach(field -> row.add(plain(field.getter().apply(entity))));
        return row;
    }

    private static @Nullable Object read(ResultSet rows, int column) throws SQLException {
        String type = rows.getMetaData().getColumnTypeName(column).toUpperCase(Locale.ROOT);
        Object value = switch (type) {
            case "YEAR" -> rows.getInt(column);
            case "FLOAT" -> rows.getDouble(column); // as the model reads it
            case "TIME" -> rows.getTime(column);
            case "TIMESTAMP", "DATETIME" -> rows.getTimestamp(column);
            case "BIT" ->
                rows.getObject(column) instanceof byte[] bytes
                        ? new BigInteger(1, bytes).longValue() // as a long, as the model reads it
                        : rows.getObject(column);
            default -> rows.getObject(column);
        };
        return rows.wasNull() ? null : value;
    }

    /** Converts a value to one form for its kind, whichever class holds it. */
    private static @Nullable Object plain(@Nullable Object value) throws IllegalStateException {
        return switch (value) {
            case null -> null;
            case Boolean bool -> BigDecimal.valueOf(bool ? 1 : 0);
            case Float number -> number.doubleValue();
            case Double number -> number;
            case BigDecimal number -> number;
            case Number number -> new BigDecimal(number.toString());
            case LocalDateTime time -> Timestamp.valueOf(time);
            case byte[] bytes -> Arrays.toString(bytes);
            case Blob blob -> Arrays.toString(bytes(blob));
            case Enum<?> constant -> databaseName(constant);
            default -> value;
        };
    }

    private static byte[] bytes(Blob blob) {
        try {
            return blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object databaseName(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getMethod("toDatabase").invoke(constant);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
