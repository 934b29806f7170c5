package org.speedwell.init;

import jakarta.persistence.Column;
import jakarta.persistence.Table;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.speedwell.init.database.Sample;

/** The rows of a record's table as JDBC returns them, as sorted lines of text. */
record JdbcRows(Connection connection, String schema, Class<?> type) {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    List<String> lines() throws SQLException {
        List<RecordComponent> components = List.of(type.getRecordComponents());
        String columns =
                components.stream().map(each -> Sample.quoted(column(each))).collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT " + columns + " FROM " + Sample.quoted(schema) + "." + Sample.quoted(table()))) {
            while (row.next()) {
                List<String> line = new ArrayList<>();
                for (int i = 0; i < components.size(); i++) {
                    Object value = value(row, i + 1, components.get(i).getType());
                    line.add(text(row.wasNull() ? null : value));
                }
                lines.add(line.toString());
            }
        }
        return lines.stream().sorted().toList();
    }

    /** Returns the line of a record in memory. */
    static String line(Object record) {
        return Arrays.stream(record.getClass().getRecordComponents())
                .map(component -> {
                    try {
                        return text(component.getAccessor().invoke(record));
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList()
                .toString();
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    String table() throws SQLException {
        Table named = type.getAnnotation(Table.class);
        return named == null ? found(type.getSimpleName(), "TABLE_NAME", "TABLES") : named.name();
    }

    private String column(RecordComponent component) {
        Column named = component.getAccessor().getAnnotation(Column.class);
        try {
            return named == null ? found(component.getName(), "COLUMN_NAME", "COLUMNS") : named.name();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the name in the database that a Java name implies. */
    private String found(String javaName, String column, String of) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + column + " FROM information_schema." + of
                        + " WHERE TABLE_SCHEMA = '" + schema + "'"
                        + (of.equals("COLUMNS") ? " AND TABLE_NAME = '" + table().replace("'", "''") + "'" : ""))) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        return DatabaseName.implied(javaName).candidates().stream()
                .flatMap(candidate -> names.stream().filter(candidate::equalsIgnoreCase))
                .findFirst()
                .orElseThrow(() -> new AssertionError(type + " has no " + javaName.toLowerCase(Locale.ROOT)));
    }

    private static @Nullable Object value(ResultSet row, int i, Class<?> type) throws SQLException {
        if (type == boolean.class || type == Boolean.class) {
            return row.getBoolean(i);
        }
        if (type == int.class || type == Integer.class) {
            return row.getInt(i);
        }
        if (type == long.class || type == Long.class) {
            return row.getLong(i);
        }
        if (type == float.class || type == Float.class) {
            return row.getFloat(i);
        }
        if (type == double.class || type == Double.class) {
            return row.getDouble(i);
        }
        if (type == byte[].class) {
            return row.getBytes(i);
        }
        if (type == BigDecimal.class || type == BigInteger.class) {
            BigDecimal number = row.getBigDecimal(i);
            return number == null || type == BigDecimal.class ? number : number.toBigIntegerExact();
        }
        String text = row.getString(i);
        if (text == null || type == String.class || type.isEnum()) {
            return text;
        }
        if (type == UUID.class) {
            return UUID.fromString(text);
        }
        if (type == LocalTime.class) {
            return LocalTime.parse(text);
        }
        return type == Duration.class ? duration(text) : date(text, type);
    }

    /** Returns null for a date that Java does not have, as the stores do. */
    private static @Nullable Object date(String text, Class<?> type) {
        if (text.startsWith("0000-") || text.contains("-00")) {
            return null;
        }
        try {
            return type == LocalDate.class ? LocalDate.parse(text) : LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static Duration duration(String text) {
        List<String> parts =
                NUMBER.matcher(text).results().map(MatchResult::group).toList();
        Duration positive = Duration.parse("PT%sH%sM%s.%sS"
                .formatted(parts.get(0), parts.get(1), parts.get(2), parts.size() > 3 ? parts.get(3) : "0"));
        return text.startsWith("-") ? positive.negated() : positive;
    }
}
