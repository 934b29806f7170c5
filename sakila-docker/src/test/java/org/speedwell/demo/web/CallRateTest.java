package org.speedwell.demo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallRateTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final CallRate rate = new CallRate();

    @Test
    void withoutACallThereIsNoRate() {
        assertThat(rate.perSecond()).isZero();
        rate.add(0, MILLISECOND); // its first call failed
        assertThat(rate.perSecond()).isZero();
    }

    @Test
    void aRateIsThatOfTheTimeInWhichTheClientAsks() {
        for (int i = 0; i < 500; i++) {
            rate.add(200, MILLISECOND); // five microseconds a call, whatever the pauses between
        }
        assertThat(rate.perSecond()).isEqualTo(200_000, within(0.001));
    }

    @Test
    void aCallThatIsLongerThanAReportCountsWithAllItsTime() {
        rate.add(1, 2_000 * MILLISECOND);
        assertThat(rate.perSecond()).isEqualTo(0.5, within(0.001));
        assertThat(rate.perSecond()).as("asked again at once").isEqualTo(0.5, within(0.001));
    }

    @Test
    void aClockThatStandsGivesANumber() {
        rate.add(1, 0);
        assertThat(rate.perSecond()).isFinite().isPositive();
    }
}
