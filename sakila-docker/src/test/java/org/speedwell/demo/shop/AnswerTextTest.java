package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class AnswerTextTest {

    @Test
    void answersAreReadable() {
        assertThat(AnswerText.of(null)).isEqualTo("none");
        assertThat(AnswerText.of(16_044L)).isEqualTo("16,044");
        assertThat(AnswerText.of(16_044)).as("a key").isEqualTo("16044");
        assertThat(AnswerText.of(new BigDecimal("33854.45"))).isEqualTo("33,854.45");
        assertThat(AnswerText.of(IntStream.of(3, 7).summaryStatistics())).isEqualTo("3 to 7, mean 5.0");
        assertThat(AnswerText.of(List.of("A", "B"))).isEqualTo("A, B");
        assertThat(AnswerText.of(List.of())).isEqualTo("none");
        assertThat(AnswerText.of(List.of(new Object(), new Object()))).isEqualTo("2 rows");
        assertThat(AnswerText.of(Map.of(Optional.of("R"), 195L, Optional.of("G"), 178L)))
                .isEqualTo("G 178, R 195");
    }
}
