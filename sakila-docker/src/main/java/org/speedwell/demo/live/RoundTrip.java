package org.speedwell.demo.live;

import java.sql.SQLException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.live.LiveRows.NewRental;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Shop;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * A measurement of the delay until streams from memory show a change by SQL. It inserts a rental and deletes it again.
 * The delays are medians of {@link #TIMES} runs, because the first run in a JVM mostly measures the compiler.
 *
 * @param insertedNanos the nanoseconds from the commit until a new stream contained the rental
 * @param deletedNanos the nanoseconds from the commit until a new stream no longer contained it
 * @param trouble why memory did not show the change; null if it did
 */
public record RoundTrip(
        long insertedNanos, long deletedNanos, @Nullable String trouble) {
    /** The number of runs. */
    public static final int TIMES = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns whether memory showed all changes. */
    public boolean isSeen() {
        return trouble == null;
    }

    /**
     * Runs the measurement, and restores the database.
     *
     * @param shop a writable shop whose memory follows the database
     * @throws DemoException if the database fails
     */
    public static RoundTrip measure(Shop shop) {
        RentalManager rentals = shop.applications().memory().getOrThrow(RentalManager.class);
        Catalogue catalogue = Catalogue.of(shop.applications().memory());
        try (LiveRows rows = LiveRows.open(shop.database())) {
            int key = rows.keyOfOne();
            rows.deleteOne(); // from an earlier demo that was killed
            boolean seen = await(rentals, key, false) >= 0;
            long[] inserted = new long[TIMES];
            long[] deleted = new long[TIMES];
            for (int i = 0; i < TIMES && seen; i++) {
                try {
                    rows.insertOne(NewRental.random(catalogue, RandomGenerator.getDefault()));
                    inserted[i] = await(rentals, key, true);
                } finally {
                    rows.deleteOne();
                }
                deleted[i] = await(rentals, key, false);
                seen = inserted[i] >= 0 && deleted[i] >= 0;
            }
            return new RoundTrip(median(inserted), median(deleted), seen ? null : trouble(shop));
        } catch (SQLException e) {
            throw new DemoException("Cannot insert and delete a rental: " + e.getMessage(), e);
        }
    }

    /** Returns the nanoseconds until a rental was there, or was not there; −1 after the time limit. */
    private static long await(RentalManager rentals, int key, boolean there) {
        long begin = System.nanoTime();
        do {
            if (rentals.stream().anyMatch(Rental.RENTAL_ID.equal(key)) == there) {
                return System.nanoTime() - begin;
            }
            Thread.yield();
        } while (System.nanoTime() - begin < PATIENCE.toNanos());
        return -1;
    }

    private static long median(long[] nanos) {
        return LongStream.of(nanos).sorted().skip(nanos.length / 2).findFirst().orElseThrow();
    }

    private static String trouble(Shop shop) {
        return shop.store()
                .followStatus()
                .map(status -> status.problem().orElseGet(() -> "within " + PATIENCE.toSeconds() + " s, " + status))
                .orElse("memory no longer follows the database");
    }
}
