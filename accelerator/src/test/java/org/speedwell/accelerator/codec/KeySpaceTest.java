package org.speedwell.accelerator.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;

/** Verifies unions and translations of key spaces. A union holds every value of both spaces in one order. */
@Tag("oracle")
class KeySpaceTest {
    private final Lease lease = new Lease();

    @AfterEach
    void release() {
        lease.release();
    }

    /** A class of values with the type by which the database stores them. */
    private record Kind(
            String name,
            MySqlType type,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            Function<SplittableRandom, Object> value) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(
                plain("numbers", MySqlType.INT, Integer.class, random -> random.nextInt(-50, 50)),
                plain("texts", MySqlType.VARCHAR, String.class, random -> Integer.toString(random.nextInt(300), 36)),
                plain(
                        "seconds",
                        MySqlType.DATETIME,
                        Timestamp.class,
                        random -> new Timestamp(1000L * random.nextInt(100))),
                plain(
                        "quarters of hours",
                        MySqlType.DATETIME,
                        Timestamp.class,
                        random -> new Timestamp(900_000L * random.nextInt(100))),
                plain(
                        "wide decimals",
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        random -> BigDecimal.valueOf(random.nextLong(), 2)),
                new Kind(
                        "negated numbers",
                        MySqlType.INT,
                        BigDecimal.class,
                        Integer.class,
                        stored -> stored == null ? null : BigDecimal.valueOf(-(Integer) stored),
                        random -> random.nextInt(200)),
                new Kind(
                        "first letters",
                        MySqlType.VARCHAR,
                        Character.class,
                        String.class,
                        stored -> stored == null ? null : ((String) stored).charAt(0),
                        random -> Integer.toString(random.nextInt(36 * 36), 36)));
    }

    private static Kind plain(String name, MySqlType type, Class<?> of, Function<SplittableRandom, Object> value) {
        return new Kind(name, type, of, of, null, value);
    }

    private KeyColumn column(Kind kind, List<Object> values) {
        try (ColumnBuilder builder =
                ColumnBuilder.of(kind.type, 40, 2, kind.valueClass, kind.databaseClass, kind.mapper)) {
            values.forEach(builder::append);
            return (KeyColumn) Columns.concat(List.of(builder), lease);
        }
    }

    private static List<Object> values(Kind kind, int size, SplittableRandom random) {
        return Stream.generate(() -> kind.value.apply(random)).limit(size).toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void unionHoldsBothValueSetsInOrder(Kind kind) {
        for (long seed = 1; seed <= 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            KeyColumn one = column(kind, values(kind, random.nextInt(60), random));
            KeyColumn two = column(kind, values(kind, random.nextInt(20), random));
            KeySpace.Union union = one.space().union(two.space(), MemoryBudget.UNLIMITED);
            List<Placed> all = Stream.concat(
                            placed(one, union.first(), union.space()), placed(two, union.second(), union.space()))
                    .toList();
            for (Placed a : all) {
                for (Placed b : all) {
                    assertThat(Integer.signum(Long.compare(a.key, b.key)))
                            .as("%s and %s, seed %d", a, b, seed)
                            .isEqualTo(Integer.signum(compare(a.value, b.value)));
                }
            }
        }
    }

    private record Placed(long key, Object value) {}

    private static Stream<Placed> placed(KeyColumn column, KeySpace.Translation translation, KeySpace space) {
        return Stream.iterate(0, row -> row < column.rows(), row -> row + 1).map(row -> {
            long key = translation.of(column.key(row));
            Object value = Objects.requireNonNull(column.get(row));
            assertThat(space.codec().value(key)).isEqualTo(value);
            return new Placed(key, value);
        });
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void keyTranslatesToTheEqualValueOrNone(Kind kind) {
        SplittableRandom random = new SplittableRandom(7);
        KeyColumn one = column(kind, values(kind, 200, random));
        KeyColumn two = column(kind, values(kind, 100, random));
        KeySpace.Translation translation = one.space().to(two.space());
        for (int row = 0; row < one.rows(); row++) {
            Object value = Objects.requireNonNull(one.get(row));
            long key = translation.of(one.key(row));
            boolean isThere = two.codec().keys() == Long.MAX_VALUE && translation.isIdentity()
                    || Stream.iterate(0, other -> other < two.rows(), other -> other + 1)
                            .anyMatch(other -> value.equals(two.get(other)));
            if (key == KeySpace.Translation.NONE) {
                assertThat(isThere).as("%s of %s", value, kind).isFalse();
            } else {
                assertThat(two.codec().value(key)).as("%s of %s", value, kind).isEqualTo(value);
            }
        }
    }

    @Test
    void unionWithASubsetKeepsTheSpace() {
        Kind texts =
                kinds().filter(kind -> kind.name.equals("texts")).findFirst().orElseThrow();
        KeyColumn one = column(texts, List.of("a", "c", "b"));
        KeySpace.Union union =
                one.space().union(column(texts, List.of("c", "a")).space(), MemoryBudget.UNLIMITED);
        assertThat(union.space().codec()).isSameAs(one.codec());
        assertThat(union.first().isIdentity()).isTrue();
        assertThat(union.second().of(1)).isEqualTo(2);
    }

    @Test
    void spacesOfDifferentKindsHaveNoUnion() {
        KeyColumn numbers = column(kinds().findFirst().orElseThrow(), List.of(1));
        KeyColumn times = column(kinds().skip(2).findFirst().orElseThrow(), List.of(new Timestamp(0)));
        assertThatThrownBy(() -> numbers.space().union(times.space(), MemoryBudget.UNLIMITED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no common order");
    }
}
