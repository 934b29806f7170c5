package org.speedwell.accelerator.stream;

import com.speedment.runtime.core.Speedment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * A program that passes lambdas to streams. It prints whether the results are those of a list, and how many lambdas
 * Speedwell has read.
 */
final class InstrumentedPipelines {
    private InstrumentedPipelines() {}

    public static void main(String[] arguments) {
        Speedment app = EntityTable.offline(new SakilaApplicationBuilder());
        FilmManager manager = app.getOrThrow(FilmManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        List<Film> films = new RandomEntities<>(manager, shape, new SplittableRandom(2)).list(100, 0);
        TableStore<Film> table = EntityTable.of(app, manager, shape, films, true, 10);
        int few = films.getFirst().getFilmId();
        List<Function<Stream<Film>, Object>> uses = List.of(
                s -> s.filter(f -> f.getFilmId() > few).toList(),
                s -> s.filter(f -> f.getFilmId() > 60)
                        .filter(f -> f.getFilmId() < 90)
                        .toList(),
                s -> s.filter(f -> f.getLength().orElse(0) > 60 && f.getTitle().startsWith("a"))
                        .count(),
                s -> s.map(Film::getTitle).toList(),
                s -> s.mapToInt(Film::getFilmId).sum(),
                s -> s.sorted(Comparator.comparing(Film::getTitle).reversed()).toList(),
                s -> s.anyMatch(f -> f.getFilmId() == few));
        int read = 0;
        for (Function<Stream<Film>, Object> use : uses) {
            List<String> reasons = new ArrayList<>();
            Object result = use.apply(EntityStream.of(table, false, (_, _, reason, _) -> reasons.add(reason)));
            if (!result.equals(use.apply(films.stream()))) {
                throw new AssertionError("not as over a list");
            }
            Object grouped = EntityStream.of(table, false, FallbackListener.SILENT)
                    .collect(Collectors.groupingBy(Film::getRating, Collectors.counting()));
            if (!grouped.equals(
                    films.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting())))) {
                throw new AssertionError("not grouped as over a list");
            }
            read += reasons.isEmpty() ? 1 : 0;
        }
        app.stop();
        System.out.println("all as over a list, " + read + " read");
    }
}
