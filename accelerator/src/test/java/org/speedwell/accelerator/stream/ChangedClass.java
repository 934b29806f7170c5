package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** A program that replaces a class file while it runs. Its results must remain those of a list. */
final class ChangedClass {
    private ChangedClass() {}

    /**
     * Compares the results.
     *
     * @param arguments a class that uses a stream of films, its file, and another file
     */
    @SuppressWarnings("unchecked") // the caller passes such a class
    public static void main(String[] arguments) throws Exception {
        Speedment app = EntityTable.offline(new SakilaApplicationBuilder());
        FilmManager manager = app.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        List<Film> films = IntStream.range(0, 100)
                .<Film>mapToObj(id -> manager.create().setFilmId(id))
                .toList();
        TableStore<Film> table = EntityTable.of(app, manager, shape, films, true, 10);
        Function<Stream<Film>, Stream<?>> use = (Function<Stream<Film>, Stream<?>>)
                Class.forName(arguments[0]).getConstructor().newInstance();
        Files.write(Path.of(arguments[1]), Files.readAllBytes(Path.of(arguments[2])));
        FallbackListener print = (_, _, reason, _) -> System.out.println(reason);
        List<?> got = use.apply(EntityStream.of(table, false, print)).toList();
        if (!got.equals(use.apply(films.stream()).toList())) {
            throw new AssertionError("not as over a list");
        }
        app.stop();
        System.out.println("as over a list");
    }
}
