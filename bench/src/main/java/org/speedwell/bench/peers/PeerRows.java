package org.speedwell.bench.peers;

import java.util.List;
import java.util.SplittableRandom;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Films;
import org.speedwell.schema.Rentals;
import org.speedwell.schema.Sakila;

/**
 * The rows of every peer: equal numbers of films and payments, 600 customers, 100,000 rentals, and six languages. All
 * values are pure functions of the row, from the generator of the schema. Beyond its ten million films, films repeat.
 */
public final class PeerRows {
    static final int CUSTOMERS = 600;
    static final int RENTALS = 100_000;
    static final List<String> LANGUAGES = List.of("English", "Italian", "Japanese", "Mandarin", "French", "German");

    private static final int IDS = 1 << 10;
    private static final int FILMS_PER_SCALE = 1_000;
    private static final int PAYMENTS_PER_SCALE = 16_049;

    private static final Rating[] RATINGS =
            Films.RATINGS.stream().map(Rating::fromDatabase).toArray(Rating[]::new);

    private final int rows;
    private final Films films;
    private final Rentals payments;

    /** A film as a plain object. Amounts are in cents. */
    record FilmRow(
            int filmId,
            String title,
            int releaseYear,
            int languageId,
            int rentalDuration,
            int rentalRate,
            int length,
            int replacementCost,
            Rating rating) {}

    /** A payment as a plain object. Amounts are in cents. */
    record PaymentRow(int paymentId, int customerId, int rentalId, int amount) {}

    /**
     * Creates the rows.
     *
     * @param rows the number of films, and of payments; a multiple of 1,000
     */
    public PeerRows(int rows) {
        this.rows = rows;
        films = Sakila.scale(Math.clamp(rows / FILMS_PER_SCALE, 1, Sakila.MAX_SCALE))
                .films();
        payments = Sakila.scale(Math.clamp(rows / PAYMENTS_PER_SCALE + 1, 1, Sakila.MAX_SCALE))
                .rentals();
    }

    /** Returns the number of films, which is also the number of payments. */
    public int rows() {
        return rows;
    }

    /** Returns random keys of films, which are the same in each run. */
    int[] ids() {
        return new SplittableRandom(1).ints(IDS, 1, rows + 1).toArray();
    }

    FilmRow film(int row) {
        int film = row % films.rows();
        return new FilmRow(
                row + 1,
                films.title(film),
                films.releaseYear(film),
                films.languageId(film),
                films.rentalDuration(film),
                films.rentalRateCents(film),
                films.length(film),
                films.replacementCostCents(film),
                RATINGS[films.rating(film)]);
    }

    PaymentRow payment(int row) {
        return new PaymentRow(
                row + 1,
                1 + (payments.paymentCustomerId(row) - 1) % CUSTOMERS,
                1 + (int) ((row * 0x9E37_79B9L >>> 7) % RENTALS),
                payments.paymentCents(row));
    }

    /** Returns 1 for every third customer, and 2 for all others. */
    static int storeOfCustomer(int customer) {
        return customer % 3 == 0 ? 1 : 2;
    }

    /** Returns 1 for half of the rentals, and 2 for the other half. */
    static int staffOfRental(int rental) {
        return 1 + (rental & 1);
    }
}
