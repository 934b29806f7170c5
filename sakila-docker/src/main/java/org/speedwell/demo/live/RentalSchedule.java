package org.speedwell.demo.live;

/**
 * When rentals are due: so many a second of the time that has passed, whether or not whoever makes them was held up. What
 * was missed is made up for, unless it was missed long ago.
 */
final class RentalSchedule {
    private static final double SECONDS_MADE_UP = 5;

    private long last;
    private double owed;

    /** @param now in nanoseconds, from whenever */
    RentalSchedule(long now) {
        last = now;
    }

    /**
     * How many rentals to make now.
     *
     * @param now in nanoseconds, not before the last call's
     * @param rate rentals a second since the last call
     * @param most that can be made at a time; the others stay due
     */
    int due(long now, int rate, int most) {
        owed = Math.min(owed + rate * ((now - last) / 1e9), rate * SECONDS_MADE_UP);
        last = now;
        int count = Math.min((int) owed, most);
        owed -= count;
        return count;
    }
}
