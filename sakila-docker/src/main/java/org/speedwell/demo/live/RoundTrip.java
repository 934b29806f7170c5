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
 * A rental that is inserted by SQL and deleted again, and how soon streams from memory show each: medians of {@link #TIMES},
 * as the first of a JVM tells of its compiler.
 *
 * @param insertedNanos from the answer to the commit until a new stream had it
 * @param deletedNanos from the answer to the commit until a new stream had it no more
 * @param trouble why it was not seen; null where it was
 */
public record RoundTrip(
        long insertedNanos, long deletedNanos, @Nullable String trouble) {
    /** How often it is done. */
    public static final int TIMES = 25;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Whether memory showed both. */
    public boolean isSeen() {
        return trouble == null;
    }

    /**
     * Does it, and leaves the database as it was.
     *
     * @param shop one that is writable, and whose memory follows the database
     * @throws DemoException if the database fails
     */
    public static RoundTrip measure(Shop shop) {
        RentalManager rentals = shop.applications().memory().getOrThrow(RentalManager.class);
        Catalogue catalogue = Catalogue.of(shop.applications().memory());
        try (LiveRows rows = LiveRows.open(shop.database())) {
            int key = rows.keyOfOne();
            rows.deleteOne(); // of a demo that was killed
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
            throw new DemoException("A rental could not be inserted and deleted: " + e.getMessage(), e);
        }
    }

    /** How long it took until a rental was there, or not; −1 if it took too long. */
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
                .orElse("the database is followed no longer");
    }
}
