package org.speedwell.bench;

import com.speedment.runtime.field.Field;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Progress;

/**
 * A table of films in memory whose rows change at random: a row gets values of other rows. No database. One thread may
 * change it.
 */
final class ChangingFilms implements AutoCloseable {
    private static final Set<Field<Film>> INDEXED =
            Set.of(Film.FILM_ID, Film.LENGTH, Film.RATING, Film.RENTAL_DURATION, Film.RENTAL_RATE, Film.LAST_UPDATE);

    private final Set<Field<Film>> changing;
    private final SyntheticTable<Film> films;
    private final SyntheticApp app;
    private final SplittableRandom random = new SplittableRandom(1);
    private TableStore<Film> table;

    /**
     * Creates a table of films.
     *
     * @param changing the columns that {@link #change} changes
     */
    ChangingFilms(int rows, Set<Field<Film>> changing) {
        this(rows, changing, INDEXED);
    }

    /** Creates a table of films that has an index for some columns. */
    ChangingFilms(int rows, Set<Field<Film>> changing, Set<Field<Film>> indexed) {
        this.changing = changing;
        this.films = SyntheticFilms.of(rows, false);
        this.table = films.build(rows, indexed::contains, Progress.console());
        this.app = SyntheticApp.of(table);
    }

    SyntheticApp app() {
        return app;
    }

    FilmManager manager() {
        return app.manager(FilmManager.class);
    }

    /** Returns the newest version of the table, which may not be published yet. */
    TableStore<Film> table() {
        return table;
    }

    /** Publishes a version in which random rows are changed, as {@link #edit} does. */
    void change(int count) {
        edit(count);
        publish();
    }

    /**
     * Changes random rows without publishing the version. It changes fewer rows than {@code count} if the same row is
     * drawn twice.
     */
    void edit(int count) {
        edit(random.ints(count, 0, table.end()).sorted().distinct().toArray());
    }

    /** Publishes a version in which the first row is changed. */
    void changeFirst() {
        edit(new int[] {0});
        publish();
    }

    private void edit(int[] numbers) {
        int rows = table.end();
        Lease staging = new Lease();
        try {
            List<Column> values = films.values(numbers, changing::contains, _ -> random.nextInt(rows), staging);
            table = table.edit(numbers, values, new int[0], app.budget());
        } finally {
            staging.release();
        }
    }

    /** Publishes the newest version of the table. */
    void publish() {
        app.publish(table);
    }

    /** Returns the bytes of native memory of the current version. */
    long bytes() {
        return table.bytes();
    }

    @Override
    public void close() {
        app.close();
    }
}
