package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import java.util.SplittableRandom;
import org.speedwell.accelerator.load.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/** A table of random films, with no database. */
public final class SakilaFilms {
    private SakilaFilms() {}

    public static TableStore<Film> table(Speedment app, int rows) {
        FilmManager manager = app.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        RandomEntities<Film> source = new RandomEntities<>(manager, shape, new SplittableRandom(1));
        return EntityTable.of(app, manager, shape, source.list(rows, 10), true, 10);
    }
}
