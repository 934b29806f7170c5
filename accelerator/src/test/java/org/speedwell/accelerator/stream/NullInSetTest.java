package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmImpl;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** Sets whose {@code contains} throws for null, over columns with NULL. As in SQL, NULL is in none of them. */
@Tag("unit")
class NullInSetTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void nullIsNotInASetThatRefusesIt() {
        for (boolean indexed : new boolean[] {true, false}) {
            for (int precision : new int[] {10, 11}) { // texts in a dictionary, and row by row
                check(table(indexed, precision));
            }
        }
    }

    private static TableStore<Film> table(boolean indexed, int precision) {
        FilmManager films = APP.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, films, 2);
        return EntityTable.of(APP, films, shape, List.of(film(1, null), film(2, 90), film(3, 120)), indexed, precision);
    }

    private static Film film(int id, @Nullable Integer length) {
        Film film = new FilmImpl();
        film.setFilmId(id);
        film.setLanguageId((short) 1);
        film.setRentalDuration((short) 3);
        if (length != null) {
            film.setLength(length);
            film.setDescription("about " + length);
        }
        return film;
    }

    private static void check(TableStore<Film> table) {
        assertThat(ids(table, Film.LENGTH.in(Set.of(90, 91)))).containsExactly(2);
        assertThat(ids(table, Film.LENGTH.notIn(Set.of(90, 91)))).containsExactly(3);
        assertThat(ids(table, Film.DESCRIPTION.in(Set.of("about 90", "about 120"))))
                .containsExactly(2, 3);
        assertThat(ids(table, Film.DESCRIPTION.notIn(Set.of("about 90")))).containsExactly(3);
        assertThat(ids(table, Film.LENGTH.in(new HashSet<>(Arrays.asList(90, null)))))
                .containsExactly(1, 2);
    }

    /** Returns the matching ids. Checks that a scan or an index gives the same ids as single rows after a window. */
    private static List<Integer> ids(TableStore<Film> table, Predicate<Film> predicate) {
        List<Integer> ids = EntityStream.of(table, false)
                .filter(predicate)
                .map(Film::getFilmId)
                .toList();
        assertThat(EntityStream.of(table, false)
                        .limit(3)
                        .filter(predicate)
                        .map(Film::getFilmId)
                        .toList())
                .isEqualTo(ids);
        return ids;
    }
}
