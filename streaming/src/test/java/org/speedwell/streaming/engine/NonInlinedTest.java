package org.speedwell.streaming.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class NonInlinedTest {
    @Test
    void resultOfFunctionIsReturned() {
        int offset = 7;

        assertThat(new NonInlined(value -> (int) value + offset).applyAsInt(35)).isEqualTo(42);
    }

    @Test
    void exceptionOfFunctionIsThrown() {
        NonInlined failing = new NonInlined(value -> {
            throw value == 0 ? new ArithmeticException("zero") : new UnsupportedOperationException("" + value);
        });
        NonInlined broken = new NonInlined(value -> {
            throw new StackOverflowError("deep");
        });

        assertThatThrownBy(() -> failing.applyAsInt(0))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("zero");
        assertThatThrownBy(() -> failing.applyAsInt(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> broken.applyAsInt(0)).isInstanceOf(StackOverflowError.class);
    }
}
