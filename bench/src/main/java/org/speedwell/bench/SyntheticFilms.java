package org.speedwell.bench;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.MySqlType;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmImpl;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Films;
import org.speedwell.schema.Sakila;

/**
 * Films straight from the generator into columns, with no database: for growth to sizes that a load would take hours
 * for. Titles and descriptions are left NULL.
 */
final class SyntheticFilms implements AutoCloseable {
    /** Films of one scale factor. */
    private static final int FILMS_PER_SCALE = 1_000;

    private final Speedment app;

    private SyntheticFilms(Speedment app) {
        this.app = app;
    }

    /** {@code rows} films, a multiple of a thousand; beyond the generator's largest scale its rows repeat. */
    static SyntheticFilms of(int rows) {
        int scale = Math.clamp(rows / FILMS_PER_SCALE, 1, Sakila.MAX_SCALE);
        TableStore<Film> table = table(Sakila.scale(scale).films(), rows);
        return new SyntheticFilms(new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout()
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
                .withComponent(Streams.class, () -> new Streams(table))
                .build());
    }

    FilmManager manager() {
        return app.getOrThrow(FilmManager.class);
    }

    @Override
    public void close() {
        app.stop();
    }

    /** Answers the film manager's streams from the table. */
    static final class Streams implements StreamSupplierComponent {
        private final TableStore<Film> table;

        Streams(TableStore<Film> table) {
            this.table = table;
        }

        @Override
        @SuppressWarnings("unchecked") // only films are asked for
        public <E> Stream<E> stream(TableIdentifier<E> identifier, ParallelStrategy strategy) {
            return (Stream<E>) EntityStream.of(table, false);
        }
    }

    private static TableStore<Film> table(Films films, int rows) {
        Rating[] ratings = Films.RATINGS.stream().map(Rating::fromDatabase).toArray(Rating[]::new);
        Timestamp updated = Timestamp.valueOf("2026-01-01 00:00:00");
        List<ColumnSource> sources = List.of(
                new ColumnSource(Film.FILM_ID, MySqlType.INT, Integer.class, film -> film + 1),
                new ColumnSource(Film.TITLE, MySqlType.VARCHAR, String.class, film -> null),
                new ColumnSource(Film.DESCRIPTION, MySqlType.TEXT, String.class, film -> null),
                new ColumnSource(Film.RELEASE_YEAR, MySqlType.YEAR, Integer.class, films::releaseYear),
                new ColumnSource(
                        Film.LANGUAGE_ID, MySqlType.TINYINT, Short.class, film -> (short) films.languageId(film)),
                new ColumnSource(Film.ORIGINAL_LANGUAGE_ID, MySqlType.TINYINT, Short.class, film -> null),
                new ColumnSource(Film.RENTAL_DURATION, MySqlType.TINYINT, Short.class, film ->
                        (short) films.rentalDuration(film)),
                new ColumnSource(
                        Film.RENTAL_RATE,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        film -> BigDecimal.valueOf(films.rentalRateCents(film), 2)),
                new ColumnSource(Film.LENGTH, MySqlType.SMALLINT, Integer.class, films::length),
                new ColumnSource(
                        Film.REPLACEMENT_COST,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        film -> BigDecimal.valueOf(films.replacementCostCents(film), 2)),
                new ColumnSource(Film.RATING, MySqlType.ENUM, Rating.class, film -> ratings[films.rating(film)]),
                new ColumnSource(Film.SPECIAL_FEATURES, MySqlType.SET, String.class, film -> null),
                new ColumnSource(Film.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class, film -> updated));
        Lease lease = new Lease();
        Column[] columns = new Column[sources.size()];
        @Nullable SortedIndex[] indexes = new SortedIndex[columns.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = sources.get(i).build(films.rows(), rows, lease);
            indexes[i] = columns[i] instanceof KeyColumn keys ? SortedIndexBuilder.build(keys, lease) : null;
        }
        return new TableStore<>(
                FilmManager.IDENTIFIER,
                sources.stream().map(source -> source.field.identifier()).toList(),
                rows,
                columns,
                indexes,
                new EntityFactory<>(
                        FilmImpl::new,
                        sources.stream().map(source -> source.field.setter()).toList()),
                true,
                lease);
    }

    /** What one column holds: a value for each film. */
    private record ColumnSource(
            Field<Film> field, MySqlType type, Class<?> valueClass, IntFunction<@Nullable Object> values) {

        Column build(int films, int rows, Lease lease) {
            try (ColumnBuilder builder = ColumnBuilder.of(type, 5, 2, valueClass, valueClass, null)) {
                for (int row = 0; row < rows; row++) {
                    builder.append(values.apply(field.equals(Film.FILM_ID) ? row : row % films));
                }
                return builder.build(lease);
            }
        }
    }
}
