package org.speedwell.bench.streaming;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import org.speedwell.bench.streaming.Sale.Winning;

/**
 * A rolling average of prices: of all prices of a category for NEXMark's Q4, of the last ten prices of a seller for Q6.
 */
final class LatestPrices implements Serializable {
    private static final int TEN = 10;

    private final Deque<Long> lastTen = new ArrayDeque<>();
    private long sum;
    private long count;

    /** The average after a sale. */
    record Average(long time, long key, long price) implements Serializable {}

    Average ofCategory(Winning winning) {
        sum += winning.price();
        count++;
        return new Average(winning.time(), winning.category(), sum / count);
    }

    Average ofSeller(Winning winning) {
        lastTen.add(winning.price());
        sum += winning.price();
        if (lastTen.size() > TEN) {
            sum -= lastTen.remove();
        }
        return new Average(winning.time(), winning.seller(), sum / lastTen.size());
    }
}
