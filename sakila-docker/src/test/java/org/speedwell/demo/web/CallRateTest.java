package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CallRateTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final CallRate rate = new CallRate();

    @Test
    void rateWithoutCallsIsZero() {
        assertThat(rate.perSecond()).isZero();
        rate.add(0, MILLISECOND); // the first call failed
        assertThat(rate.perSecond()).isZero();
    }

    @Test
    void rateCountsOnlyTimeInsideCalls() {
        for (int i = 0; i < 500; i++) {
            rate.add(200, MILLISECOND); // five microseconds a call; pauses do not count
        }
        assertThat(rate.perSecond()).isEqualTo(200_000, within(0.001));
    }

    @Test
    void longCallCountsWithItsWholeTime() {
        rate.add(1, 2_000 * MILLISECOND);
        assertThat(rate.perSecond()).isEqualTo(0.5, within(0.001));
        assertThat(rate.perSecond()).as("asked again at once").isEqualTo(0.5, within(0.001));
    }

    @Test
    void zeroTimeGivesFiniteRate() {
        rate.add(1, 0);
        assertThat(rate.perSecond()).isFinite().isPositive();
    }
}
