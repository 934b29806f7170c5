package org.speedwell.demo.live;

import java.sql.SQLException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.live.LiveRows.NewRental;
import org.speedwell.demo.shop.DemoException;
import org.speedwell.demo.shop.Shop;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * A rental that is inserted by SQL and deleted again, and how soon streams from memory show each.
 *
 * @param insertedNanos from the answer to the commit until a new stream had it
 * @param deletedNanos from the answer to the commit until a new stream had it no more
 * @param trouble why it was not seen; null where it was
 */
public record RoundTrip(
        long insertedNanos, long deletedNanos, @Nullable String trouble) {
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
            long inserted = -1;
            long deleted = -1;
            if (await(rentals, key, false) >= 0) {
                try {
                    rows.insertOne(NewRental.random(catalogue, RandomGenerator.getDefault()));
                    inserted = await(rentals, key, true);
                } finally {
                    rows.deleteOne();
                }
                deleted = await(rentals, key, false);
            }
            return new RoundTrip(inserted, deleted, inserted >= 0 && deleted >= 0 ? null : trouble(shop));
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

    private static String trouble(Shop shop) {
        return shop.store()
                .followStatus()
                .map(status -> status.problem().orElseGet(() -> "within " + PATIENCE.toSeconds() + " s, " + status))
                .orElse("the database is followed no longer");
    }
}
