package org.speedwell.demo.live;

/**
 * The schedule of rentals. The number of due rentals depends only on the elapsed time, not on delays of the generator.
 * The generator makes up for a delay, but only for the last few seconds.
 */
final class RentalSchedule {
    private static final double SECONDS_MADE_UP = 5;

    private long last;
    private double pendingRentals;

    /**
     * Creates a schedule.
     *
     * @param now the present time in nanoseconds, from any origin
     */
    RentalSchedule(long now) {
        last = now;
    }

    /**
     * Returns the number of rentals to make now.
     *
     * @param now the present time in nanoseconds, not before that of the last call
     * @param rate the rentals per second since the last call
     * @param max the maximum for one call; the others stay due
     */
    int due(long now, int rate, int max) {
        pendingRentals = Math.min(pendingRentals + rate * ((now - last) / 1e9), rate * SECONDS_MADE_UP);
        last = now;
        int count = Math.min((int) pendingRentals, max);
        pendingRentals -= count;
        return count;
    }
}
