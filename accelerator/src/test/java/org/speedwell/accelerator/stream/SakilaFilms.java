package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.SplittableRandom;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/** Films, and the table of them, with no database. */
public record SakilaFilms(List<Film> list, TableStore<Film> table) {

    public static TableStore<Film> table(Speedment app, int rows) {
        return random(app, 1, rows, 10).table;
    }

    /** @param nulls so many of a hundred values that may be null are */
    static SakilaFilms random(Speedment app, long seed, int rows, int nulls) {
        return of(app, list(app, seed, rows, nulls), new EntityTable.Layout(true, 10, false));
    }

    /** As those of {@link #random}. */
    public static List<Film> list(Speedment app, long seed, int rows, int nulls) {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        return new RandomEntities<>(manager, shape(app), new SplittableRandom(seed)).list(rows, nulls);
    }

    public static SakilaFilms of(Speedment app, List<Film> films, EntityTable.Layout layout) {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        return new SakilaFilms(films, EntityTable.of(app, manager, shape(app), films, layout, () -> {}));
    }

    private static EntityTable.Shape shape(Speedment app) {
        return EntityTable.Shape.of(app, app.getOrThrow(FilmManager.class), 2);
    }
}
