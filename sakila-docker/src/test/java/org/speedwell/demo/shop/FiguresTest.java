package org.speedwell.demo.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class FiguresTest {

    @ParameterizedTest
    @CsvSource({
        "0.04, 0.0 ns",
        "4.24, 4.2 ns",
        "9.96, 10 ns",
        "999.4, 999 ns",
        "999.6, 1.0 µs",
        "42_400, 42 µs",
        "4_240_000, 4.2 ms",
        "999_600_000, 1.0 s",
        "4_240_000_000_000, '4,240 s'"
    })
    void timesUseSuitableUnit(String nanos, String text) {
        assertThat(Figures.time(Double.parseDouble(nanos.replace("_", "")))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.44, 0.4×", "4.24, 4.2×", "9.96, 10×", "42.4, 42×", "424, 420×", "995, '1,000×'", "42_424, '42,000×'"
    })
    void ratiosHaveTwoDigits(String ratio, String text) {
        assertThat(Figures.ratio(Double.parseDouble(ratio.replace("_", "")))).isEqualTo(text);
    }
}
