package org.speedwell.schema;

/**
 * The rental and payment tables, column by column, as pure functions of the row number. The class needs no database and
 * stores no rows. Thread-safe.
 *
 * <p>Row {@code i}, from 0, has the key {@code i + 1}. The rentals of a year are in the order of their dates. They
 * cycle through all copies in a fixed order, so that no copy has two rentals at the same time.
 * {@snippet :
 * Rentals rentals = Sakila.scale(1).rentals();
 * long seconds = rentals.returned(0) - rentals.rented(0);
 * }
 */
public final class Rentals {

    /** The result of {@link #returned} for a film that is not yet back. */
    public static final long OPEN = Long.MIN_VALUE;

    /** The first second of 2024, the year of the rentals, in seconds since 1970 (UTC). */
    public static final long BEGIN = 1_704_067_200L;

    static final int BLOCK = 16_044;
    static final int PAYMENT_BLOCK = 16_049;

    private static final int OPEN_BLOCK = 183;
    private static final int CUSTOMER_BLOCK = 599;
    /** The interval of payments without a rental: one of this many, so five of a block. */
    private static final int STRAY = 3_209;

    private static final long YEAR = 366L * 86_400;
    private static final int DAY = 86_400;

    private enum Salt {
        COPY,
        CUSTOMER,
        WHO,
        DATE,
        BACK,
        STAFF,
        STRAY_CUSTOMER,
        STRAY_AMOUNT
    }

    private final long seed;
    private final int blocks;
    private final Films films;

    Rentals(long seed, int blocks, Films films) {
        this.seed = seed;
        this.blocks = blocks;
        this.films = films;
    }

    /** Returns the number of rentals. */
    public int rows() {
        return blocks * BLOCK;
    }

    /**
     * Returns the start of a rental, in seconds since 1970 (UTC). It is never before the start of the previous rental.
     */
    public long rented(int rental) {
        long slot = YEAR * rental / rows();
        long width = YEAR * (rental + 1) / rows() - slot;
        return BEGIN + slot + (width > 1 ? below((int) width, Salt.DATE, rental) : 0);
    }

    /**
     * Returns the end of a rental, in seconds since 1970 (UTC), or {@link #OPEN} for NULL. 183 of 16,044 rentals are
     * open.
     */
    public long returned(int rental) {
        return rental >= rows() - blocks * OPEN_BLOCK ? OPEN : rented(rental) + rentalSeconds(rental);
    }

    /** Returns the key of the inventory row. */
    public int inventoryId(int rental) {
        return 1 + copy(rental);
    }

    /** Returns the key of the customer. Some customers rent more than others. */
    public int customerId(int rental) {
        // Half of all rentals take the smaller of two uniform numbers. Its density falls linearly from twice the mean
        // to zero.
        int customers = customers();
        int first = below(customers, Salt.WHO, rental);
        int second = Math.min(first, below(customers, Salt.CUSTOMER, rental));
        int rank = (rental & 1) == 0 ? first : second;
        return 1 + Permutation.of(rank, customers, key(Salt.CUSTOMER));
    }

    /** Returns the key of the staff member, 1 or 2. */
    public int staffId(int rental) {
        return 1 + below(2, Salt.STAFF, rental);
    }

    /** Returns the number of payments. */
    public int payments() {
        return blocks * PAYMENT_BLOCK;
    }

    /** Returns the key of the rental of a payment, or 0 for NULL. Five of 16,049 payments have no rental. */
    public int paymentRentalId(int payment) {
        int row = payment % PAYMENT_BLOCK;
        return isStray(row) ? 0 : payment / PAYMENT_BLOCK * BLOCK + row - row / STRAY + 1;
    }

    /** Returns the key of the customer of a payment, who is the customer of its rental. */
    public int paymentCustomerId(int payment) {
        int rental = paymentRentalId(payment);
        return rental == 0 ? 1 + below(customers(), Salt.STRAY_CUSTOMER, payment) : customerId(rental - 1);
    }

    /** Returns the key of the staff member, 1 or 2. */
    public int paymentStaffId(int payment) {
        int rental = paymentRentalId(payment);
        return rental == 0 ? 1 : staffId(rental - 1);
    }

    /** Returns the amount in cents: the film's rate, and a dollar for each day beyond its rental duration. */
    public int paymentCents(int payment) {
        int rental = paymentRentalId(payment) - 1;
        if (rental < 0) {
            return 99 + 100 * below(5, Salt.STRAY_AMOUNT, payment);
        }
        int film = films.copyFilmId(copy(rental)) - 1;
        int daysAway = returned(rental) == OPEN ? 0 : rentalSeconds(rental) / DAY;
        return films.rentalRateCents(film) + 100 * Math.max(0, daysAway - films.rentalDuration(film));
    }

    /** Returns the time of a payment, in seconds since 1970 (UTC). It is the start of the rental. */
    public long paid(int payment) {
        int rental = paymentRentalId(payment);
        return rental == 0 ? BEGIN + YEAR * payment / payments() : rented(rental - 1);
    }

    int customers() {
        return blocks * CUSTOMER_BLOCK;
    }

    private static boolean isStray(int row) {
        return row % STRAY == STRAY - 1;
    }

    private int copy(int rental) {
        return Permutation.of(rental % films.copies(), films.copies(), key(Salt.COPY));
    }

    /** Returns the duration of a rental in seconds, from one day to almost ten days. */
    private int rentalSeconds(int rental) {
        return DAY + below(9 * DAY - 1, Salt.BACK, rental);
    }

    private int below(int bound, Salt salt, int value) {
        return Permutation.below(bound, key(salt), value);
    }

    private long key(Salt salt) {
        return Permutation.hash(seed + 1, salt.name().hashCode());
    }
}
