package org.speedwell.bench.streaming;

import org.speedwell.bench.streaming.Feed.Numbered;

/** A user-defined accumulator for both engines: the number of events, and the sum of their times within the second. */
final class Tally {
    private long count;
    private long sum;

    void add(Numbered event) {
        count++;
        sum += event.time() % 1_000;
    }

    void combine(Tally other) {
        count += other.count;
        sum += other.sum;
    }

    void deduct(Tally other) {
        count -= other.count;
        sum -= other.sum;
    }

    /** Returns the mean time within the second in milliseconds; 0 without events. */
    double result() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /** Returns whether both have the same state. Jet uses this to recognise an empty accumulator. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Tally tally && count == tally.count && sum == tally.sum;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * count + sum);
    }
}
