package org.speedwell.bench;

import java.math.BigDecimal;
import java.sql.Timestamp;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmImpl;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Films;
import org.speedwell.schema.Sakila;

/** The film table without a database, from the generator of the schema. */
public final class SyntheticFilms {
    /** The number of films per unit of scale. */
    private static final int FILMS_PER_SCALE = 1_000;

    private static final int HIGHEST_CENTS = 10_000;
    private static final int HIGHEST_NUMBER = 10_000;

    private SyntheticFilms() {}

    /** Returns the generator of films for a number of rows. Rows beyond its largest scale repeat. */
    private static Films generator(int rows) {
        return Sakila.scale(Math.clamp(rows / FILMS_PER_SCALE, 1, Sakila.MAX_SCALE))
                .films();
    }

    /**
     * Returns a table definition for a number of films, which is a multiple of 1,000.
     *
     * @param titled whether films have titles; descriptions and special features are always NULL
     */
    public static SyntheticTable<Film> of(int rows, boolean titled) {
        Films films = generator(rows);
        int generated = films.rows();
        Rating[] ratings = Films.RATINGS.stream().map(Rating::fromDatabase).toArray(Rating[]::new);
        Timestamp updated = Timestamp.valueOf("2026-01-01 00:00:00");
        Integer[] numbers = new Integer[HIGHEST_NUMBER];
        Short[] shorts = new Short[Byte.MAX_VALUE];
        BigDecimal[] amounts = new BigDecimal[HIGHEST_CENTS];
        for (int i = 0; i < HIGHEST_NUMBER; i++) {
            numbers[i] = i;
            amounts[i] = BigDecimal.valueOf(i, 2);
        }
        for (int i = 0; i < shorts.length; i++) {
            shorts[i] = (short) i;
        }
        SyntheticTable<Film> table = new SyntheticTable<>(FilmManager.IDENTIFIER, Film.class, FilmImpl::new)
                .column(Film.FILM_ID, MySqlType.INT, Integer.class, film -> film + 1);
        table = titled
                ? table.column(Film.TITLE, MySqlType.VARCHAR, String.class, film -> films.title(film % generated))
                : table.nulls(Film.TITLE, MySqlType.VARCHAR, String.class);
        return table.nulls(Film.DESCRIPTION, MySqlType.TEXT, String.class)
                .column(
                        Film.RELEASE_YEAR,
                        MySqlType.YEAR,
                        Integer.class,
                        film -> numbers[films.releaseYear(film % generated)])
                .column(
                        Film.LANGUAGE_ID,
                        MySqlType.TINYINT,
                        Short.class,
                        film -> shorts[films.languageId(film % generated)])
                .nulls(Film.ORIGINAL_LANGUAGE_ID, MySqlType.TINYINT, Short.class)
                .column(
                        Film.RENTAL_DURATION,
                        MySqlType.TINYINT,
                        Short.class,
                        film -> shorts[films.rentalDuration(film % generated)])
                .column(
                        Film.RENTAL_RATE,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        film -> amounts[films.rentalRateCents(film % generated)])
                .column(Film.LENGTH, MySqlType.SMALLINT, Integer.class, film -> numbers[films.length(film % generated)])
                .column(
                        Film.REPLACEMENT_COST,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        film -> amounts[films.replacementCostCents(film % generated)])
                .column(Film.RATING, MySqlType.ENUM, Rating.class, film -> ratings[films.rating(film % generated)])
                .nulls(Film.SPECIAL_FEATURES, MySqlType.SET, String.class)
                .column(Film.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class, film -> updated);
    }
}
