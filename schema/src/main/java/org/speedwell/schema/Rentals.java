package org.speedwell.schema;

/**
 * The rental and payment tables, column by column, as pure functions of the row. No database is needed, nothing is
 * kept, and any thread may ask for any row.
 *
 * <p>Row {@code i}, from 0, has the key {@code i + 1}. The rentals of a year follow each other in the order of their
 * dates; they go through all copies in a fixed order again and again, so that no copy is away twice at a time.
 *
 * {@snippet :
 * Rentals rentals = Sakila.scale(1).rentals();
 * long seconds = rentals.returned(0) - rentals.rented(0);
 * }
 */
public final class Rentals {

    /** What {@link #returned} says of a film that is not back. */
    public static final long OPEN = Long.MIN_VALUE;

    /** The first second of the year of the rentals, 2024, in seconds since 1970 (UTC). */
    public static final long BEGIN = 1_704_067_200L;

    static final int BLOCK = 16_044;
    static final int PAYMENT_BLOCK = 16_049;

    private static final int OPEN_BLOCK = 183;
    private static final int CUSTOMER_BLOCK = 599;
    /** Every payment of this number belongs to no rental: five of a block. */
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

    /** Number of rentals. */
    public int rows() {
        return blocks * BLOCK;
    }

    /** When it began, in seconds since 1970 (UTC). Never earlier than the rental before. */
    public long rented(int rental) {
        long slot = YEAR * rental / rows();
        long width = YEAR * (rental + 1) / rows() - slot;
        return BEGIN + slot + (width > 1 ? below((int) width, Salt.DATE, rental) : 0);
    }

    /** When it ended, in seconds since 1970 (UTC), or {@link #OPEN} for NULL: 183 of 16,044 are still open. */
    public long returned(int rental) {
        return rental >= rows() - blocks * OPEN_BLOCK ? OPEN : rented(rental) + secondsAway(rental);
    }

    /** Key of the inventory row. */
    public int inventoryId(int rental) {
        return 1 + copy(rental);
    }

    /** Key of the customer; some rent more than others. */
    public int customerId(int rental) {
        // the lesser of two: a line that falls from twice the mean to nothing, laid over half of all rentals
        int customers = customers();
        int first = below(customers, Salt.WHO, rental);
        int second = Math.min(first, below(customers, Salt.CUSTOMER, rental));
        int rank = (rental & 1) == 0 ? first : second;
        return 1 + Permutation.of(rank, customers, key(Salt.CUSTOMER));
    }

    /** 1 or 2. */
    public int staffId(int rental) {
        return 1 + below(2, Salt.STAFF, rental);
    }

    /** Number of payments. */
    public int payments() {
        return blocks * PAYMENT_BLOCK;
    }

    /** Key of the rental that a payment is for, or 0 for NULL: five of 16,049 are for none. */
    public int paymentRentalId(int payment) {
        int row = payment % PAYMENT_BLOCK;
        return isStray(row) ? 0 : payment / PAYMENT_BLOCK * BLOCK + row - row / STRAY + 1;
    }

    /** Key of the customer who pays: the one who rents. */
    public int paymentCustomerId(int payment) {
        int rental = paymentRentalId(payment);
        return rental == 0 ? 1 + below(customers(), Salt.STRAY_CUSTOMER, payment) : customerId(rental - 1);
    }

    /** 1 or 2. */
    public int paymentStaffId(int payment) {
        int rental = paymentRentalId(payment);
        return rental == 0 ? 1 : staffId(rental - 1);
    }

    /** Cents: the film's rate, and a dollar for each day past its rental duration. */
    public int paymentCents(int payment) {
        int rental = paymentRentalId(payment) - 1;
        if (rental < 0) {
            return 99 + 100 * below(5, Salt.STRAY_AMOUNT, payment);
        }
        int film = films.copyFilmId(copy(rental)) - 1;
        int daysAway = returned(rental) == OPEN ? 0 : secondsAway(rental) / DAY;
        return films.rentalRateCents(film) + 100 * Math.max(0, daysAway - films.rentalDuration(film));
    }

    /** Seconds since 1970 (UTC): when the rental began. */
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

    /** From one day to almost ten. */
    private int secondsAway(int rental) {
        return DAY + below(9 * DAY - 1, Salt.BACK, rental);
    }

    private int below(int bound, Salt salt, int value) {
        return Permutation.below(bound, key(salt), value);
    }

    private long key(Salt salt) {
        return Permutation.hash(seed + 1, salt.name().hashCode());
    }
}
