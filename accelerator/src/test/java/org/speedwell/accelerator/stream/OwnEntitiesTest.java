package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.sakila.generated.GeneratedFilmImpl;

/**
 * Entities that users have written themselves. Lambdas on them must give the same results as on the entities in a list.
 */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
class OwnEntitiesTest {
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());
    private static final AtomicInteger CALLS = new AtomicInteger();

    /** An entity as the generator makes it. */
    static class Plain extends GeneratedFilmImpl implements Film {}

    static class OtherGetter extends Plain {
        @Override
        public int getFilmId() {
            return -super.getFilmId();
        }
    }

    static final class GetterOfAnother extends Plain {
        @Override
        public short getLanguageId() {
            return getRentalDuration();
        }
    }

    static final class InheritsOtherGetter extends OtherGetter {
        @Override
        public OptionalInt getLength() {
            return OptionalInt.of(super.getLength().orElse(3) + getFilmId());
        }
    }

    static class PrivateMethod extends Plain {
        @Override
        public int getFilmId() {
            return shifted();
        }

        private int shifted() {
            return super.getFilmId() + 7;
        }
    }

    /** An entity whose method does not override the private method of the same name. */
    static final class MethodOfTheSameName extends PrivateMethod {
        public int shifted() {
            return 1;
        }
    }

    interface Doubled extends Film {
        default int scaled() {
            return getFilmId() * 2;
        }
    }

    interface Tripled extends Doubled {
        @Override
        default int scaled() {
            return getFilmId() * 3;
        }
    }

    static class DefaultMethods extends Plain implements Doubled, Tripled {
        @Override
        public int getFilmId() {
            return Math.abs(super.getFilmId());
        }

        @Override
        public short getLanguageId() {
            return (short) scaled();
        }
    }

    static final class OverriddenDefault extends DefaultMethods {
        @Override
        public int scaled() {
            return super.scaled() + 1;
        }
    }

    static final class CountingGetter extends Plain {
        @Override
        public String getTitle() {
            CALLS.incrementAndGet();
            return super.getTitle();
        }
    }

    static final class SynchronizedGetter extends Plain {
        @Override
        public synchronized int getFilmId() {
            return super.getFilmId();
        }
    }

    static final class SetterOfTwo extends Plain {
        @Override
        public Film setTitle(String title) {
            super.setDescription(title);
            return super.setTitle(title);
        }
    }

    static final class SetterThatChanges extends Plain {
        @Override
        public Film setFilmId(int filmId) {
            return super.setFilmId(filmId + 1);
        }
    }

    static final class SetterOfAnother extends Plain {
        private int own;

        @Override
        public Film setFilmId(int filmId) {
            own = filmId;
            return this;
        }

        @Override
        public int getFilmId() {
            return super.getFilmId() + 5;
        }
    }

    /**
     * An entity with a field that hides another of the same name. Its setter sets one field, its getter reads the
     * other.
     */
    static final class FieldOfTheSameName extends Plain {
        private int filmId;

        @Override
        public Film setFilmId(int id) {
            this.filmId = id;
            return this;
        }
    }

    static final class BothOfTheSameName extends Plain {
        private int filmId;

        @Override
        public int getFilmId() {
            return filmId;
        }

        @Override
        public Film setFilmId(int id) {
            this.filmId = id;
            return this;
        }
    }

    static final class GetterOfTheSameName extends Plain {
        private final int filmId = 70;

        @Override
        public int getFilmId() {
            return filmId;
        }
    }

    static final class WorkInTheConstructor extends Plain {
        WorkInTheConstructor() {
            setLength(1_000);
            CALLS.incrementAndGet();
        }

        @Override
        public OptionalInt getLength() {
            return OptionalInt.of(super.getLength().orElse(8));
        }
    }

    static final class OwnField extends Plain {
        private final int factor = Integer.parseInt("3");

        @Override
        public int getFilmId() {
            return super.getFilmId() * factor;
        }
    }

    private static final List<Supplier<Film>> ENTITIES = List.of(
            Plain::new,
            OtherGetter::new,
            GetterOfAnother::new,
            InheritsOtherGetter::new,
            PrivateMethod::new,
            MethodOfTheSameName::new,
            DefaultMethods::new,
            OverriddenDefault::new,
            CountingGetter::new,
            SynchronizedGetter::new,
            SetterOfTwo::new,
            SetterThatChanges::new,
            SetterOfAnother::new,
            FieldOfTheSameName::new,
            BothOfTheSameName::new,
            GetterOfTheSameName::new,
            WorkInTheConstructor::new,
            OwnField::new);

    private static final List<Function<Stream<Film>, Object>> USES = List.of(
            s -> s.filter(f -> f.getFilmId() > 60).toList(),
            s -> s.filter(f -> f.getFilmId() == 70).count(),
            s -> s.filter(f -> f.getFilmId() < 60 && f.getLength().orElse(0) > 20)
                    .toList(),
            s -> s.filter(f -> f.getTitle().startsWith("a")).toList(),
            s -> s.filter(f -> f.getDescription().map(String::length).orElse(0) > 1)
                    .toList(),
            s -> s.filter(f -> f.getLength().isEmpty()).count(),
            s -> s.filter(f -> f.getLanguageId() == f.getRentalDuration()).count(),
            s -> s.filter(f -> f.getLanguageId() % 3 == 1).toList(),
            s -> s.anyMatch(f -> f.getFilmId() == -7),
            s -> s.map(Film::getFilmId).distinct().sorted().toList(),
            s -> s.map(Film::getTitle).toList(),
            s -> s.map(f -> f.getLength().orElse(0)).toList(),
            s -> s.mapToInt(Film::getFilmId).sum(),
            s -> s.mapToInt(Film::getLanguageId).max(),
            s -> s.mapToInt(f -> f.getLength().orElse(-1)).boxed().toList(),
            s -> s.sorted(Comparator.comparing(Film::getFilmId)).toList(),
            s -> s.sorted(Comparator.comparing(Film::getTitle).reversed()).toList(),
            s -> s.min(Comparator.comparing(Film::getFilmId)),
            s -> s.collect(Collectors.groupingBy(Film::getTitle, Collectors.counting())),
            s -> s.collect(Collectors.summingInt(Film::getFilmId)),
            s -> s.collect(Collectors.partitioningBy(f -> f.getFilmId() > 60, Collectors.counting())));

    @AfterAll
    static void stop() {
        APP.stop();
    }

    /** Returns the manager of films, changed to create other entities. */
    @SuppressWarnings("unchecked") // it delegates to one of films
    private static Manager<Film> manager(Supplier<Film> entities) {
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        return (Manager<Film>) Proxy.newProxyInstance(
                OwnEntitiesTest.class.getClassLoader(), new Class<?>[] {FilmManager.class}, (_, method, arguments) -> {
                    if (method.getName().equals("create") || method.getName().equals("entityCreate")) {
                        return entities.get();
                    }
                    try {
                        return method.invoke(manager, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void functionsGiveTheResultsOfTheEntities() {
        List<String> wrong = new ArrayList<>();
        List<Integer> read = new ArrayList<>();
        for (Supplier<Film> entities : ENTITIES) {
            Manager<Film> manager = manager(entities);
            EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
            List<Film> films = new RandomEntities<>(APP.getOrThrow(FilmManager.class), shape, new SplittableRandom(6))
                    .list(150, 0);
            TableStore<Film> table = EntityTable.of(APP, manager, shape, films, true, 10);
            List<Film> made =
                    EntityStream.of(table, false, FallbackListener.SILENT).toList();
            String name = made.getFirst().getClass().getSimpleName();
            assertThat(made.getFirst()).hasSameClassAs(entities.get());
            int known = 0;
            for (int i = 0; i < USES.size(); i++) {
                List<String> reasons = new ArrayList<>();
                CALLS.set(0);
                Object expected = USES.get(i).apply(made.stream());
                int calls = CALLS.getAndSet(0);
                Object result =
                        USES.get(i).apply(EntityStream.of(table, false, (_, _, reason, _) -> reasons.add(reason)));
                int called = CALLS.get(); // before the comparison calls getters
                if (!result.equals(expected)) {
                    wrong.add("%s, number %d: %s in place of %s".formatted(name, i, result, expected));
                }
                if (name.equals("CountingGetter") && called != calls) {
                    wrong.add("%s, number %d: %d calls in place of %d".formatted(name, i, called, calls));
                }
                known += reasons.isEmpty() ? 1 : 0;
            }
            read.add(known);
        }
        assertThat(wrong).isEmpty();
        assertThat(read.getFirst()).as("read of entities that add nothing").isEqualTo(USES.size());
    }
}
