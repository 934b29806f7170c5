package org.speedwell.demo.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RentalScheduleTest {
    private static final long SEED = 20261122;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final int MAX_RENTALS = 1_000;

    /** Simulates a busy machine, which wakes the thread for rentals late every time, by varying delays. */
    @Test
    void lateCallsKeepTheRate() {
        SplittableRandom random = new SplittableRandom(SEED);
        RentalSchedule schedule = new RentalSchedule(0);
        long now = 0;
        long made = 0;
        while (now < 100 * SECOND) {
            now += random.nextLong(MILLI, random.nextInt(10) == 0 ? 3 * SECOND : 200 * MILLI);
            made += schedule.due(now, 100, MAX_RENTALS);
            assertThat(made)
                    .as("by %d ns, seed %d", now, SEED)
                    .isBetween(100 * now / SECOND - 1, 100 * now / SECOND + 1);
        }
    }

    @Test
    void rentalsBeyondLimitOfOneCallStayDue() {
        RentalSchedule schedule = new RentalSchedule(0);

        assertThat(schedule.due(2 * SECOND, 2_000, MAX_RENTALS)).isEqualTo(1_000);
        assertThat(schedule.due(2 * SECOND, 2_000, MAX_RENTALS)).isEqualTo(1_000);
        assertThat(schedule.due(2 * SECOND, 2_000, MAX_RENTALS)).isEqualTo(1_000);
        assertThat(schedule.due(2 * SECOND, 2_000, MAX_RENTALS)).isEqualTo(1_000);
        assertThat(schedule.due(2 * SECOND, 2_000, MAX_RENTALS)).isZero();
    }

    @Test
    void backlogOlderThanFiveSecondsIsDropped() {
        RentalSchedule schedule = new RentalSchedule(0);

        assertThat(schedule.due(3_600 * SECOND, 100, MAX_RENTALS)).isEqualTo(500);
        assertThat(schedule.due(3_601 * SECOND, 100, MAX_RENTALS)).isEqualTo(100);
    }

    @Test
    void newRateAppliesFromNextCall() {
        RentalSchedule schedule = new RentalSchedule(0);

        assertThat(schedule.due(SECOND, 10, MAX_RENTALS)).isEqualTo(10);
        assertThat(schedule.due(2 * SECOND, 500, MAX_RENTALS)).isEqualTo(500);
    }
}
