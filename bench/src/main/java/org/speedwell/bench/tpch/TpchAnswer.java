package org.speedwell.bench.tpch;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query as plain rows, by which engines are compared. Numbers have to be equal whatever their class and
 * scale, exactly; only where one side has a {@code double}, as averages and quotients are to streams and to DuckDB, to the
 * sixth decimal, to which MySQL rounds them.
 *
 * @param rows values are {@link BigDecimal}, {@link Double}, {@link LocalDate}, text or null
 */
public record TpchAnswer(List<List<@Nullable Object>> rows) {
    /** Half of the last decimal of MySQL's averages. */
    private static final double ROUNDING = 0.5000001e-6;

    /** What the order of additions makes of sums of doubles. */
    private static final double PRECISION = 1e-12;

    /** Of records, their components. */
    public static TpchAnswer of(List<? extends Record> records) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Record each : records) {
            List<@Nullable Object> row = new ArrayList<>();
            for (RecordComponent component : each.getClass().getRecordComponents()) {
                try {
                    component.getAccessor().setAccessible(true);
                    row.add(value(component.getAccessor().invoke(each)));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(component + " cannot be read", e);
                }
            }
            rows.add(row);
        }
        return new TpchAnswer(rows);
    }

    /** Of rows of values. */
    static TpchAnswer ofValues(List<@Nullable Object[]> values) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (@Nullable Object[] of : values) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Object value : of) {
                row.add(value(value));
            }
            rows.add(row);
        }
        return new TpchAnswer(rows);
    }

    /** Of a result that stands before its first row. */
    public static TpchAnswer of(ResultSet result) throws SQLException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                row.add(value(result.getObject(column)));
            }
            rows.add(row);
        }
        return new TpchAnswer(rows);
    }

    private static @Nullable Object value(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Double number -> number;
            case Float number -> number.doubleValue();
            case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
            case Date day -> day.toLocalDate();
            case LocalDate day -> day;
            default -> value.toString();
        };
    }

    /**
     * How this differs from what it should be.
     *
     * @return null if it does not
     */
    public @Nullable String differenceFrom(TpchAnswer expected) {
        if (rows.size() != expected.rows.size()) {
            return rows.size() + " rows instead of " + expected.rows.size();
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!isSame(rows.get(i), expected.rows.get(i))) {
                return "row " + i + " is " + rows.get(i) + " instead of " + expected.rows.get(i);
            }
        }
        return null;
    }

    private static boolean isSame(List<@Nullable Object> row, List<@Nullable Object> expected) {
        if (row.size() != expected.size()) {
            return false;
        }
        for (int i = 0; i < row.size(); i++) {
            if (!isSame(row.get(i), expected.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(@Nullable Object value, @Nullable Object expected) {
        if (value instanceof Number one
                && expected instanceof Number other
                && (value instanceof Double || expected instanceof Double)) {
            double difference = Math.abs(one.doubleValue() - other.doubleValue());
            return difference <= ROUNDING + PRECISION * Math.abs(other.doubleValue());
        }
        return java.util.Objects.equals(value, expected);
    }
}
