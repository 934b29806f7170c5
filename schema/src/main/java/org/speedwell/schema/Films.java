package org.speedwell.schema;

import java.util.List;

/**
 * The film table and its child tables, column by column, as pure functions of the row number. The class needs no
 * database and stores no rows. Thread-safe.
 *
 * <p>Row {@code i}, from 0, has the key {@code i + 1}. Every thousand films have exactly Sakila's distribution of
 * ratings, lengths, rental durations and rates. A film is the same at every scale.
 * {@snippet :
 * Films films = Sakila.scale(1).films();
 * int minutes = films.length(0);                      // of the first film
 * }
 */
public final class Films {

    /** The ratings in the order of the database's ENUM. {@link #rating} is an index into them. */
    public static final List<String> RATINGS = List.of("G", "PG", "PG-13", "R", "NC-17");

    /** The special features in the order of the database's SET. {@link #specialFeatures} has one bit for each. */
    public static final List<String> FEATURES =
            List.of("Trailers", "Commentaries", "Deleted Scenes", "Behind the Scenes");

    /** The number of films of a block. Scale 1 is one block. */
    static final int BLOCK = 1_000;

    static final int CATEGORIES = 16;
    static final int LANGUAGES = 6;
    static final int ACTORS = 200;

    private static final Shares RATING = Shares.of(178, 194, 223, 195, 210);
    private static final int SHORTEST = 46;
    /**
     * The number of films of a thousand for each length of 46, 47, ... 185 minutes. 896 of them are longer than 60
     * minutes, and the mean is 115.272.
     */
    private static final Shares LENGTH = Shares.of(
            8, 8, 6, 6, // from 46
            8, 8, 7, 6, 6, 7, 6, 7, 7, 6, // 50
            8, 8, 7, 8, 7, 6, 6, 6, 7, 7, // 60
            9, 8, 8, 8, 8, 7, 7, 7, 8, 7, // 70
            9, 7, 8, 7, 8, 8, 7, 8, 8, 7, // 80
            7, 6, 5, 6, 6, 6, 5, 6, 6, 5, // 90
            9, 8, 8, 7, 8, 8, 7, 8, 8, 8, // 100
            9, 8, 7, 8, 7, 8, 7, 8, 8, 7, // 110
            8, 7, 8, 8, 8, 7, 7, 7, 7, 7, // 120
            8, 7, 8, 7, 8, 7, 7, 8, 7, 7, // 130
            8, 7, 6, 7, 7, 7, 6, 7, 7, 6, // 140
            8, 7, 7, 6, 7, 7, 6, 7, 7, 6, // 150
            7, 6, 6, 6, 5, 6, 5, 6, 6, 5, // 160
            9, 8, 8, 8, 8, 7, 7, 8, 8, 7, // 170
            8, 7, 8, 7, 8, 8); // 180 to 185

    private static final Shares DURATION = Shares.of(203, 203, 191, 212, 191);
    private static final Shares RATE = Shares.of(341, 323, 336);
    private static final Shares COST = Shares.even(BLOCK, 21);
    private static final Shares FEATURE = Shares.even(BLOCK, 15);
    private static final Shares CATEGORY = Shares.even(BLOCK, CATEGORIES);
    private static final Shares CAST = Shares.ofSizes(3, 25, 70, 120, 140, 160, 181, 130, 60, 54, 30, 14, 8, 5);
    private static final Shares COPIES = Shares.ofSizes(42, 0, 165, 150, 140, 130, 130, 133, 110);

    /** The purpose of a hash. Different purposes make the columns independent. */
    private enum Salt {
        TITLE,
        DESCRIPTION,
        YEAR,
        LANGUAGE,
        ORIGINAL,
        DURATION,
        RATE,
        LENGTH,
        COST,
        RATING,
        FEATURES,
        CATEGORY,
        CAST,
        COPIES,
        STORE
    }

    private final long seed;
    private final int blocks;

    Films(long seed, int blocks) {
        this.seed = seed;
        this.blocks = blocks;
    }

    /** Returns the number of films. */
    public int rows() {
        return blocks * BLOCK;
    }

    /** Returns a unique title of two words in capitals. Once all pairs of words are in use, a number follows. */
    public String title(int film) {
        return Words.title(film, key(Salt.TITLE));
    }

    /** Returns a description of one sentence. */
    public String description(int film) {
        return Words.description(hash(Salt.DESCRIPTION, film));
    }

    /** Returns a year from 1950 to 2024. Later years are more frequent. */
    public int releaseYear(int film) {
        int age = below(75, Salt.YEAR, film);
        return 2024 - age * age / 75;
    }

    /** Returns a key from 1 to 6. Three of four films have 1. */
    public int languageId(int film) {
        return 1 + Math.max(0, below(4 * LANGUAGES, Salt.LANGUAGE, film) - 3 * LANGUAGES);
    }

    /** Returns a key from 1 to 6, or 0 for NULL. Nine of ten films have NULL. */
    public int originalLanguageId(int film) {
        return Math.max(0, below(10 * LANGUAGES, Salt.ORIGINAL, film) - 9 * LANGUAGES + 1);
    }

    /** Returns the rental duration in days, from 3 to 7. */
    public int rentalDuration(int film) {
        return 3 + share(DURATION, Salt.DURATION, film);
    }

    /** Returns the rental rate in cents: 99, 299 or 499. */
    public int rentalRateCents(int film) {
        return 99 + 200 * share(RATE, Salt.RATE, film);
    }

    /** Returns the length in minutes, from 46 to 185. */
    public int length(int film) {
        return SHORTEST + share(LENGTH, Salt.LENGTH, film);
    }

    /** Returns the replacement cost in cents, from 999 to 2999. */
    public int replacementCostCents(int film) {
        return 999 + 100 * share(COST, Salt.COST, film);
    }

    /** Returns the rating as an index into {@link #RATINGS}. */
    public int rating(int film) {
        return share(RATING, Salt.RATING, film);
    }

    /**
     * Returns the special features, one bit for each of {@link #FEATURES}, the first one lowest. At least one bit is
     * set.
     */
    public int specialFeatures(int film) {
        return 1 + share(FEATURE, Salt.FEATURES, film);
    }

    /** Returns the category, from 1 to 16. Each film has one category. */
    public int categoryId(int film) {
        return 1 + share(CATEGORY, Salt.CATEGORY, film);
    }

    /** Returns the number of rows of film_actor. */
    public int castRows() {
        return blocks * CAST.rows();
    }

    /** Returns the film of a row of film_actor, as its key. */
    public int castFilmId(int row) {
        return 1 + owner(CAST, Salt.CAST, row);
    }

    /** Returns the actor of a row of film_actor, as its key. A film has each actor at most once. */
    public int castActorId(int row) {
        int film = owner(CAST, Salt.CAST, row);
        return 1 + Permutation.of(CAST.number(row % CAST.rows()), ACTORS, hash(Salt.CAST, film));
    }

    /** Returns the number of rows of inventory. */
    public int copies() {
        return blocks * COPIES.rows();
    }

    /** Returns the film of a row of inventory, as its key. The copies of a film are consecutive rows. */
    public int copyFilmId(int row) {
        return 1 + owner(COPIES, Salt.COPIES, row);
    }

    /** Returns the store of a row of inventory, 1 or 2. */
    public int copyStoreId(int row) {
        return 1 + below(2, Salt.STORE, row);
    }

    /** Returns the value of a film. The thousand films of a block share exactly the given counts of values. */
    private int share(Shares values, Salt salt, int film) {
        return values.owner(Permutation.of(film % BLOCK, BLOCK, hash(salt, film / BLOCK)));
    }

    /** Returns the film that owns a row of a child table. */
    private int owner(Shares children, Salt salt, int row) {
        int block = row / children.rows();
        return block * BLOCK + Permutation.of(children.owner(row % children.rows()), BLOCK, hash(salt, block));
    }

    private int below(int bound, Salt salt, int value) {
        return Permutation.below(bound, key(salt), value);
    }

    private long hash(Salt salt, int value) {
        return Permutation.hash(key(salt), value);
    }

    private long key(Salt salt) {
        return Permutation.hash(seed, salt.name().hashCode());
    }
}
