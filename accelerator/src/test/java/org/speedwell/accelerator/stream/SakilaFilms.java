package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.SplittableRandom;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/** Films, as a list and as a table, without a database. */
public record SakilaFilms(List<Film> list, TableStore<Film> table) {

    public static TableStore<Film> table(Speedment app, int rows) {
        return random(app, 1, rows, 10).table;
    }

    /**
     * Creates random films.
     *
     * @param nulls the percentage of null among nullable values
     */
    static SakilaFilms random(Speedment app, long seed, int rows, int nulls) {
        return of(app, list(app, seed, rows, nulls), new EntityTable.Layout(true, 10, false));
    }

    /** Returns the list of {@link #random}. */
    public static List<Film> list(Speedment app, long seed, int rows, int nulls) {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        return new RandomEntities<>(manager, shape(app), new SplittableRandom(seed)).list(rows, nulls);
    }

    public static SakilaFilms of(Speedment app, List<Film> films, EntityTable.Layout layout) {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        return new SakilaFilms(films, EntityTable.of(app, manager, shape(app), films, layout, () -> {}));
    }

    static EntityTable.Shape shape(Speedment app) {
        return EntityTable.Shape.of(app, app.getOrThrow(FilmManager.class), 2);
    }
}
