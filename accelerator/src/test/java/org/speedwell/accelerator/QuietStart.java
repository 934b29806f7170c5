package org.speedwell.accelerator;

import java.nio.file.Path;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplication;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * A program as a new user would write it, with only the required settings. The arguments are the URL, user, password
 * and schema of a Sakila, and a file to save and open.
 */
public final class QuietStart {
    private QuietStart() {}

    public static void main(String[] arguments) {
        SakilaApplication app = new SakilaApplicationBuilder()
                .withConnectionUrl(arguments[0])
                .withUsername(arguments[1])
                .withPassword(arguments[2])
                .withSchema(arguments[3])
                .withBundle(InMemoryBundle.class)
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        FilmManager films = app.getOrThrow(FilmManager.class);
        store.load();
        System.out.println(films.stream().filter(Film.LENGTH.greaterThan(60)).count() + " long films");
        Path file = Path.of(arguments[4]);
        store.save(file);
        store.clear();
        store.open(file).join();
        System.out.println(
                films.stream().filter(film -> film.getTitle().length() > 20).count() + " long titles");
        app.stop();
    }
}
