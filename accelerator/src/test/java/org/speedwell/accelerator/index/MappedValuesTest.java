package org.speedwell.accelerator.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/**
 * Verifies columns with type mappers of every kind: monotone, reversed, many to one, unordered, and with null on either
 * side.
 */
@Tag("oracle")
class MappedValuesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    /**
     * A moment near the end of summer time. The last hour of summer and the first of winter have the same local times.
     */
    private static final long CHANGE = Instant.parse("2021-10-31T00:00:00Z").toEpochMilli();

    private record Money(BigDecimal amount) implements Comparable<Money> {
        @Override
        public int compareTo(Money other) {
            return amount.compareTo(other.amount);
        }
    }

    private record Case(
            String name,
            MySqlType type,
            Class<?> databaseClass,
            Class<?> valueClass,
            boolean ordered,
            Function<RandomGenerator, Object> values,
            Function<@Nullable Object, @Nullable Object> mapper) {}

    private static Function<@Nullable Object, @Nullable Object> nullSafe(Function<Object, @Nullable Object> mapper) {
        return value -> value == null ? null : mapper.apply(value);
    }

    private static final List<Case> CASES = List.of(
            new Case(
                    "local time where clocks are set back",
                    MySqlType.DATETIME,
                    Timestamp.class,
                    LocalDateTime.class,
                    true,
                    random -> new Timestamp(CHANGE + random.nextInt(-10, 10) * 600_000L),
                    nullSafe(value -> LocalDateTime.ofInstant(((Timestamp) value).toInstant(), BERLIN))),
            new Case(
                    "the order turned round, and no null taken",
                    MySqlType.INT,
                    Integer.class,
                    LocalDate.class,
                    true,
                    random -> random.nextInt(-50, 50),
                    value -> LocalDate.ofEpochDay(-(Integer) value)),
            new Case(
                    "no order kept, far keys",
                    MySqlType.BIGINT,
                    Long.class,
                    UUID.class,
                    true,
                    random -> random.nextInt(4) == 0 ? random.nextLong() : random.nextLong(20),
                    nullSafe(value -> new UUID((Long) value * 0x9E37_79B9_7F4A_7C15L, (Long) value))),
            new Case(
                    "many to one",
                    MySqlType.INT,
                    Integer.class,
                    BigInteger.class,
                    true,
                    random -> random.nextInt(-50, 50),
                    nullSafe(value -> BigInteger.valueOf((Integer) value % 7))),
            new Case(
                    "bytes",
                    MySqlType.BINARY,
                    Object.class,
                    UUID.class,
                    true,
                    random -> ByteBuffer.allocate(16)
                            .putLong(random.nextLong(-5, 5))
                            .array(),
                    nullSafe(value -> new UUID(ByteBuffer.wrap((byte[]) value).getLong(), 0))),
            new Case(
                    "a record of the user's, of wide decimals",
                    MySqlType.DECIMAL,
                    BigDecimal.class,
                    Money.class,
                    true,
                    random -> BigDecimal.valueOf(random.nextLong(-40, 40), 2),
                    nullSafe(value -> new Money((BigDecimal) value))),
            new Case(
                    "null of values, and a value of null",
                    MySqlType.VARCHAR,
                    String.class,
                    LocalDate.class,
                    true,
                    random -> "x".repeat(random.nextInt(4)),
                    value -> value == null
                            ? LocalDate.EPOCH.plusDays(2)
                            : ((String) value).isEmpty() ? null : LocalDate.EPOCH.plusDays(((String) value).length())),
            new Case(
                    "compared as equal, and not equal",
                    MySqlType.VARCHAR,
                    String.class,
                    BigDecimal.class,
                    false,
                    random -> random.nextBoolean() ? "2.0" : "2.00",
                    nullSafe(value -> new BigDecimal((String) value))),
            new Case(
                    "of two classes",
                    MySqlType.INT,
                    Integer.class,
                    Comparable.class,
                    false,
                    random -> random.nextInt(9),
                    nullSafe(value -> (Integer) value % 2 == 0 ? LocalDate.EPOCH : BigInteger.TWO)),
            new Case(
                    "not comparable",
                    MySqlType.INT,
                    Integer.class,
                    Object.class,
                    false,
                    random -> random.nextInt(9),
                    Optional::ofNullable),
            new Case(
                    "long texts",
                    MySqlType.LONGTEXT,
                    String.class,
                    BigInteger.class,
                    false,
                    random -> String.valueOf(random.nextInt(9)),
                    nullSafe(value -> value.equals("3") ? null : new BigInteger((String) value))));

    @Test
    void keysFollowTheOrderOfMappedValues() {
        for (Case mapped : CASES) {
            for (int seed = 0; seed < 40; seed++) {
                check(mapped, seed);
            }
        }
    }

    private static void check(Case mapped, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<@Nullable Object> stored = new ArrayList<>();
        List<@Nullable Object> expected = new ArrayList<>();
        int nulls = List.of(0, 20, 100).get(random.nextInt(3));
        for (int i = random.nextInt(50); i > 0; i--) {
            Object value = random.nextInt(100) < nulls ? null : mapped.values.apply(random);
            stored.add(value);
            expected.add(ColumnBuilder.mapped(mapped.mapper, value));
        }
        String description = mapped.name + ", seed " + seed;
        Column column;
        int parts = 1 + random.nextInt(3);
        List<ColumnBuilder> builders = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            ColumnBuilder builder =
                    ColumnBuilder.of(mapped.type, 30, 2, mapped.valueClass, mapped.databaseClass, mapped.mapper);
            stored.subList(stored.size() * part / parts, stored.size() * (part + 1) / parts)
                    .forEach(builder::append);
            builders.add(builder);
        }
        column = Columns.concat(builders, new Lease());
        builders.forEach(ColumnBuilder::close);

        assertThat(column.rows()).as(description).isEqualTo(expected.size());
        assertThat(column.nulls()).as(description).isEqualTo((int)
                expected.stream().filter(Objects::isNull).count());
        for (int row = 0; row < column.rows(); row++) {
            assertThat(column.get(row)).as(description).isEqualTo(expected.get(row));
            assertThat(column.isNull(row)).as(description).isEqualTo(expected.get(row) == null);
        }
        if (column instanceof KeyColumn keys) {
            checkCompacted(keys, expected, random, description);
        }
        if (column instanceof KeyColumn keys && keys.codec().isOrdered()) {
            assertThat(mapped.ordered || expected.stream().distinct().count() <= 2)
                    .as(description)
                    .isTrue();
            checkOrder(keys, expected, description);
            Object constant = ColumnBuilder.mapped(mapped.mapper, mapped.values.apply(random));
            if (constant != null && keys.codec().takes(constant)) {
                checkFloor(keys.codec(), constant, expected, description);
            }
        } else {
            assertThat(mapped.ordered).as(description).isFalse();
        }
    }

    /** Checks that a compacted column of some rows has their values in the same order and no values of other rows. */
    private static void checkCompacted(
            KeyColumn column, List<@Nullable Object> expected, SplittableRandom random, String description) {
        int[] rows = IntStream.range(0, column.rows())
                .filter(_ -> random.nextInt(3) == 0)
                .toArray();
        KeyColumn compacted = column.compacted(rows, new Lease());
        List<@Nullable Object> kept = new ArrayList<>();
        for (int place = 0; place < rows.length; place++) {
            kept.add(expected.get(rows[place]));
            assertThat(compacted.get(place)).as(description).isEqualTo(kept.getLast());
        }
        if (compacted.codec().isOrdered()) {
            checkOrder(compacted, kept, description);
        }
        assertThat(compacted.unusedBytes(IntStream.range(0, rows.length).toArray()))
                .as(description)
                .isLessThan(64); // the value of NULL, which the column keeps
    }

    private static void checkOrder(KeyColumn keys, List<@Nullable Object> expected, String description) {
        for (int a = 0; a < keys.rows(); a++) {
            for (int b = 0; b < keys.rows(); b++) {
                if (!keys.isNull(a) && !keys.isNull(b)) {
                    assertThat(Long.signum(Long.compare(keys.key(a), keys.key(b))))
                            .as(description)
                            .isEqualTo(Integer.signum(compare(expected.get(a), expected.get(b))));
                }
            }
        }
    }

    private static void checkFloor(
            KeyCodec codec, Object constant, List<@Nullable Object> expected, String description) {
        List<Object> notAbove = expected.stream()
                .filter(Objects::nonNull)
                .<Object>map(value -> value)
                .filter(value -> compare(value, constant) <= 0)
                .toList();
        assertThat(codec.isBelowAll(constant)).as(description).isEqualTo(notAbove.isEmpty());
        assertThat(codec.isExact(constant))
                .as(description)
                .isEqualTo(notAbove.stream().anyMatch(value -> compare(value, constant) == 0));
        if (!notAbove.isEmpty()) {
            assertThat(codec.value(codec.floor(constant)))
                    .as(description)
                    .isEqualTo(notAbove.stream().max(MappedValuesTest::compare).orElseThrow());
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // of one class, and not null
    private static int compare(@Nullable Object a, @Nullable Object b) {
        return ((Comparable<@Nullable Object>) a).compareTo(b);
    }

    @Test
    void failingMapperIsReportedWithItsValue() {
        try (ColumnBuilder builder = ColumnBuilder.of(
                MySqlType.INT, 0, 0, LocalDate.class, Integer.class, value -> LocalDate.of(2020, (Integer) value, 1))) {
            builder.append(12);
            builder.append(13);
            assertThatThrownBy(() -> Columns.concat(List.of(builder), new Lease()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("its type mapper fails for 13");
        }
    }
}
