package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class VerdictTest {

    @Test
    void answersAreComparedByTheirValues() {
        assertThat(verdict(List.of("A", "B"), List.of("A", "B"))).isEqualTo(Verdict.SAME);
        assertThat(verdict(List.of("A", "B"), List.of("B", "A"))).isEqualTo(Verdict.DIFFERENT);
        assertThat(verdict(1L, 2L)).isEqualTo(Verdict.DIFFERENT);
        assertThat(verdict(null, null)).isEqualTo(Verdict.SAME);
    }

    @Test
    void statisticsAreComparedByTheirFigures() {
        assertThat(verdict(statistics(1, 2, 3), statistics(3, 2, 1))).isEqualTo(Verdict.SAME);
        assertThat(verdict(statistics(1, 2, 3), statistics(1, 3, 3))).isEqualTo(Verdict.DIFFERENT);
    }

    @Test
    void answersMayDifferWhereSqlOrderIsOpen() {
        assertThat(Verdict.of(query(() -> 80), 1, query(() -> 80), 2)).isEqualTo(Verdict.TIES);
        assertThat(Verdict.of(query(() -> 80), 1, query(() -> 81), 2)).isEqualTo(Verdict.DIFFERENT);
    }

    private static Verdict verdict(@Nullable Object sql, @Nullable Object memory) {
        return Verdict.of(query(null), sql, query(null), memory);
    }

    private static Query query(@Nullable Supplier<?> tieFreePart) {
        return new Query("question", "code", () -> "not asked here", tieFreePart, null);
    }

    private static Object statistics(int... values) {
        return IntStream.of(values).summaryStatistics();
    }
}
