package org.speedwell.accelerator.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.stream.AwkwardValues;

/**
 * Verifies where a constant lies among the keys of a column. Constants may be finer than the column's values, lie
 * beyond them, or be equal by only one of the rules. Filters know nothing else about constants.
 */
@Tag("oracle")
class KeyCodecTest {

    /** A column type with the class that reads it, as loads create such columns. */
    private record Case(MySqlType type, int precision, int scale, Class<?> of) {}

    private static final List<Case> CASES = List.of(
            new Case(MySqlType.TINYINT, 0, 0, Boolean.class),
            new Case(MySqlType.TINYINT, 0, 0, Byte.class),
            new Case(MySqlType.SMALLINT, 0, 0, Short.class),
            new Case(MySqlType.INT, 0, 0, Integer.class),
            new Case(MySqlType.BIGINT, 0, 0, Long.class),
            new Case(MySqlType.BIGINT, 0, 0, BigInteger.class),
            new Case(MySqlType.FLOAT, 0, 0, Float.class),
            new Case(MySqlType.DOUBLE, 0, 0, Double.class),
            new Case(MySqlType.DECIMAL, 18, 0, BigDecimal.class),
            new Case(MySqlType.DECIMAL, 18, 2, BigDecimal.class),
            new Case(MySqlType.DECIMAL, 65, 0, BigDecimal.class),
            new Case(MySqlType.DECIMAL, 65, 30, BigDecimal.class),
            new Case(MySqlType.DECIMAL, 65, 0, BigInteger.class),
            new Case(MySqlType.DATE, 0, 0, Date.class),
            new Case(MySqlType.TIME, 0, 0, Time.class),
            new Case(MySqlType.DATETIME, 0, 0, Timestamp.class),
            new Case(MySqlType.VARCHAR, 0, 0, String.class),
            new Case(MySqlType.ENUM, 0, 0, MySqlType.class));

    @Test
    void constantsCompareWithKeysAsWithValues() {
        for (Case of : CASES) {
            List<Object> constants = AwkwardValues.of(of.of);
            check(of, List.of(), constants);
            check(of, constants, constants);
            for (Object constant : constants) { // a single date or time gives the column one unit
                check(of, List.of(constant), constants);
            }
            check(of, List.of(constants.getFirst(), constants.getLast()), constants);
        }
    }

    private static void check(Case of, List<Object> values, List<Object> constants) {
        Lease lease = new Lease();
        List<Object> kept = new ArrayList<>();
        try (ColumnBuilder builder = ColumnBuilder.of(of.type, of.precision, of.scale, of.of, of.of, null)) {
            for (Object value : values) {
                Object scaled = value instanceof BigDecimal decimal ? rescaled(decimal, of.scale) : value;
                try {
                    builder.append(scaled);
                    kept.add(scaled);
                } catch (IllegalArgumentException e) {
                    // other tests cover the values that a column refuses
                }
            }
            KeyColumn column = (KeyColumn) builder.build(lease);
            for (Object constant : constants) {
                check(of + " of " + kept + ": " + constant, column, constant);
            }
        }
    }

    private static BigDecimal rescaled(BigDecimal decimal, int scale) {
        boolean isFar = Math.abs((long) decimal.scale()) > 100;
        return isFar || decimal.stripTrailingZeros().scale() > scale ? decimal : decimal.setScale(scale);
    }

    @SuppressWarnings("unchecked") // values of one class
    private static void check(String what, KeyColumn column, Object constant) {
        KeyCodec codec = column.codec();
        assertThat(codec.takes(constant)).as(what).isTrue();
        assertThat(codec.takes(new Object())).as(what).isFalse();
        boolean isBelowAll = codec.isBelowAll(constant);
        boolean isKnown = false;
        for (int row = 0; row < column.rows(); row++) {
            Object value = Objects.requireNonNull(column.get(row));
            int order = ((Comparable<Object>) value).compareTo(constant);
            assertThat(order <= 0)
                    .as("%s, above %s", what, value)
                    .isEqualTo(!isBelowAll && column.key(row) <= codec.floor(constant));
            isKnown |= order == 0;
            if (order == 0) {
                assertThat(codec.isExact(constant)).as("%s, as %s", what, value).isTrue();
                assertThat(codec.floor(constant)).as("%s, as %s", what, value).isEqualTo(column.key(row));
            }
            if (value.equals(constant)) {
                assertThat(codec.canEqual(constant))
                        .as("%s, equal to %s", what, value)
                        .isTrue();
            }
        }
        if (!isKnown && codec.keys() < Long.MAX_VALUE && !(constant instanceof Enum<?>)) {
            assertThat(codec.isExact(constant)).as("%s, in no dictionary", what).isFalse();
        }
        if (!isBelowAll && codec.isExact(constant)) {
            Object same = codec.value(codec.floor(constant));
            assertThat(((Comparable<Object>) same).compareTo(constant)).as(what).isZero();
            assertThat(codec.canEqual(constant)).as(what).isEqualTo(same.equals(constant));
        }
    }
}
