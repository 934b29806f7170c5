package org.speedwell.bench.tpch;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a query as plain rows, for comparisons between engines. Numbers must be equal, but their class and
 * scale may differ. If one side has a {@code double}, the comparison allows a difference in the sixth decimal, to which
 * MySQL rounds averages.
 *
 * @param rows the rows; a value is a {@code BigDecimal}, a {@code Double}, a {@code LocalDate}, a {@code LocalDateTime},
 *     text or null
 */
public record TpchAnswer(List<List<@Nullable Object>> rows) {
    /** Half of the last decimal of MySQL's averages, plus a margin. */
    private static final double ROUNDING = 0.5000001e-6;

    /** The relative error of sums of doubles that depends on the order of addition. */
    private static final double PRECISION = 1e-12;

    /** Returns an answer with the components of records. */
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

    /** Returns an answer with rows of values. */
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

    /** Returns an answer with the rows of a result whose cursor is before the first row. */
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
            case Timestamp time -> time.toLocalDateTime();
            case LocalDateTime time -> time;
            default -> value.toString();
        };
    }

    /**
     * Describes the first difference from the expected answer.
     *
     * @return null if there is none
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
