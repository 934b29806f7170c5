package org.speedwell.streaming.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies hashes against values from another process, and verifies that keys without a stable hash are refused. */
@Tag("unit")
class StableHashTest {
    private enum Color {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    private record Paint(Color color, @Nullable String name, int layers) implements Serializable {}

    private record Nested(Paint paint, List<DayOfWeek> days) implements Serializable {}

    @Test
    void hashesEqualThoseOfAnotherProcess() {
        assertThat(StableHash.of(Color.RED)).isEqualTo(of("org.speedwell.streaming.state.StableHashTest$Color", "RED"));
        assertThat(StableHash.of(Color.GREEN))
                .isEqualTo(of("org.speedwell.streaming.state.StableHashTest$Color", "GREEN"));
        int paint = 31 * (31 * StableHash.of(Color.RED) + "wall".hashCode()) + 3;
        assertThat(StableHash.of(new Paint(Color.RED, "wall", 3))).isEqualTo(paint);
        int days = 31 + of("java.time.DayOfWeek", "MONDAY");
        assertThat(StableHash.of(new Nested(new Paint(Color.RED, "wall", 3), List.of(DayOfWeek.MONDAY))))
                .isEqualTo(31 * paint + days);
        assertThat(StableHash.of(UUID.fromString("01234567-89ab-cdef-0123-456789abcdef")))
                .isZero();
        assertThat(StableHash.of(LocalDate.of(2026, 11, 22))).isEqualTo(4149974);
    }

    private static int of(String type, String name) {
        return 31 * type.hashCode() + name.hashCode();
    }

    @Test
    void equalKeysHaveEqualHashes() {
        assertSame(new Paint(Color.GREEN, null, 1), new Paint(Color.GREEN, null, 1));
        assertSame(List.of(1L, "a"), new ArrayList<>(Arrays.asList(1L, "a")));
        assertSame(Set.of(Color.RED, Color.GREEN), new LinkedHashSet<>(List.of(Color.GREEN, Color.RED)));
        assertSame(Map.of(Color.RED, 1), new HashMap<>(Map.of(Color.RED, 1)));
        assertSame(new BigDecimal("1.50"), new BigDecimal("1.50"));
        assertSame(new Own("A", 1), new Own("A", 1));
        for (Object key : List.of(
                1,
                1L,
                'c',
                true,
                1.5,
                1.5f,
                Instant.EPOCH,
                ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneId.of("UTC")))) {
            assertThat(StableHash.of(key)).isEqualTo(key.hashCode());
        }
    }

    private static void assertSame(Object one, Object other) {
        assertThat(one).isEqualTo(other);
        assertThat(StableHash.of(one)).isEqualTo(StableHash.of(other));
    }

    /** A class whose {@code hashCode} depends only on values that are the same in every process. */
    private static final class Own implements Serializable {
        private final String name;
        private final int number;

        private Own(String name, int number) {
            this.name = name;
            this.number = number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Own own && own.name.equals(name) && own.number == number;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, number);
        }
    }

    private static final class WithEnum implements Serializable {
        private final Color color = Color.RED;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof WithEnum with && with.color == color;
        }

        @Override
        public int hashCode() {
            return color.hashCode();
        }
    }

    private static final class Identity implements Serializable {}

    /** A record whose equality ignores case. A hash over its components would send equal keys to different threads. */
    private record Caseless(String name) implements Serializable {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Caseless caseless && caseless.name.equalsIgnoreCase(name);
        }

        @Override
        public int hashCode() {
            return name.toLowerCase(Locale.ROOT).hashCode();
        }
    }

    private record CaselessPaint(String name, Color color) implements Serializable {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof CaselessPaint paint && paint.color == color && paint.name.equalsIgnoreCase(name);
        }

        @Override
        public int hashCode() {
            return name.toLowerCase(Locale.ROOT).hashCode() ^ color.hashCode();
        }
    }

    private record Holder(Object held) implements Serializable {}

    @Test
    void hashCodeOfRecordIsUsed() {
        assertSame(new Caseless("Wall"), new Caseless("wALL"));
    }

    @Test
    void keyWithoutStableHashIsRefused() {
        assertRefused(new int[] {1}, "the hash code of an array");
        assertRefused(new Identity(), "does not override hashCode");
        assertRefused(new WithEnum(), "may depend on field color");
        assertRefused(new CaselessPaint("a", Color.RED), "may depend on field color");
        assertRefused(Optional.of(1), "class java.util.Optional is not Serializable");
        assertRefused(String.class, "does not override hashCode");
        assertRefused(new Holder(new Identity()), "Identity");
        assertRefused(List.of(new Identity()), "Identity");
    }

    private static void assertRefused(Object key, String reason) {
        assertThatThrownBy(() -> StableHash.of(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("A job with checkpoints cannot have keys")
                .hasMessageContaining(reason)
                .hasMessageContaining("Use a String");
    }
}
