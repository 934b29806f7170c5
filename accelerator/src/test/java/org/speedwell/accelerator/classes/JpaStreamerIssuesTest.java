package org.speedwell.accelerator.classes;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.naming.CamelCaseToUnderscoresNamingStrategy;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.TextField;

/**
 * Poses the questions of JPAstreamer's issues 353 to 355 to a {@link MemoryStore}. The expected answers are those of the
 * same pipelines over plain lists of the entities that Hibernate reads.
 */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class JpaStreamerIssuesTest {
    private static final int PIPELINES = 600;
    private static final long SEED = 353_354_355;

    @Entity
    @Table(name = "language")
    @SuppressWarnings("NullAway.Init")
    static class Language {
        @Id
        private Integer languageId;

        private String name;

        @OneToMany(mappedBy = "language")
        @OrderBy("filmId")
        private List<Film> films;

        String getName() {
            return name;
        }

        List<Film> getFilms() {
            return films;
        }
    }

    @Entity
    @Table(name = "film")
    @SuppressWarnings("NullAway.Init")
    static class Film {
        @Id
        private Integer filmId;

        private String title;
        private Integer length;

        @ManyToOne
        @JoinColumn(name = "language_id")
        private Language language;

        Integer getFilmId() {
            return filmId;
        }

        String getTitle() {
            return title;
        }

        Integer getLength() {
            return length;
        }

        Language getLanguage() {
            return language;
        }

        /** Compares the keys, because memory may make several entities of a row. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Film film && film.filmId.equals(filmId);
        }

        @Override
        public int hashCode() {
            return filmId.hashCode();
        }
    }

    private static FollowedSakila sakila;
    private static MemoryStore memory;
    private static Field<Film, Integer> length;
    private static TextField<Film> title;

    /** The rows as Hibernate reads them. */
    private static List<Film> films;

    private static List<Language> languages;

    @BeforeAll
    static void start() throws Exception {
        sakila = new FollowedSakila("speedwell_test_jpastreamer");
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(sakila.database().url(sakila.schema()));
        dataSource.setUser(sakila.database().user());
        dataSource.setPassword(sakila.database().password());
        memory = MemoryStore.builder(dataSource)
                .tables(Film.class, Language.class)
                .open();
        length = memory.field(Film::getLength);
        title = memory.text(Film::getTitle);
        Configuration configuration = new Configuration()
                .setProperty("hibernate.connection.url", dataSource.getUrl())
                .setProperty("hibernate.connection.username", sakila.database().user())
                .setProperty("hibernate.connection.password", sakila.database().password())
                // MySQL's driver cannot describe MariaDB
                .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
                .setProperty("hibernate.dialect", "org.hibernate.dialect.MySQLDialect")
                .setPhysicalNamingStrategy(new CamelCaseToUnderscoresNamingStrategy())
                .addAnnotatedClass(Film.class)
                .addAnnotatedClass(Language.class);
        try (SessionFactory hibernate = configuration.buildSessionFactory();
                Session session = hibernate.openSession()) {
            languages = session.createQuery(
                            "select distinct l from JpaStreamerIssuesTest$Language l left join fetch l.films"
                                    + " order by l.languageId",
                            Language.class)
                    .list();
            films = session.createQuery("from JpaStreamerIssuesTest$Film order by filmId", Film.class)
                    .list();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        memory.close();
        sakila.close();
    }

    /** Asserts that a question has the same answer from memory and from both kinds of plain entities. */
    private static <E> void requireSame(
            String question, Class<E> rows, List<E> plain, Function<Stream<E>, ?> pipeline) {
        Object expected = pipeline.apply(plain.stream());
        assertThat(pipeline.apply(memory.stream(rows))).as(question).isEqualTo(expected);
        assertThat(pipeline.apply(memory.stream(rows).toList().stream()))
                .as("%s, entities from memory", question)
                .isEqualTo(expected);
    }

    private static boolean isLonger(Film film, int minutes) {
        return film.getLength() > minutes;
    }

    private static String values(Film film) {
        return film.getFilmId() + " " + film.getTitle() + " " + film.getLength() + " "
                + film.getLanguage().getName();
    }

    /** Verifies issue 353: a limit behind {@code flatMap} applied to the rows in front of it. */
    @Test
    void issue353LimitCountsTheElementsOfFlatMap() {
        for (String first : List.of("A", "B", "S", "")) {
            for (int count : new int[] {0, 1, 10, 10_000}) {
                requireSame(
                        "353: " + count + " of " + first,
                        Language.class,
                        languages,
                        stream -> stream.sorted(comparing(Language::getName))
                                .flatMap(language -> language.getFilms().stream())
                                .sorted(comparing(Film::getLength))
                                .map(Film::getTitle)
                                .filter(found -> found.startsWith(first))
                                .limit(count)
                                .toList());
                requireSame(
                        "353: " + count + " of " + first + " without orders",
                        Language.class,
                        languages,
                        stream -> stream.flatMap(language -> language.getFilms().stream())
                                .filter(title.startsWith(first))
                                .skip(2)
                                .limit(count)
                                .map(JpaStreamerIssuesTest::values)
                                .toList());
            }
        }
        assertThat(memory.stream(Language.class)
                        .flatMap(language -> language.getFilms().stream())
                        .limit(10)
                        .count())
                .isEqualTo(10);
    }

    /** Verifies issue 354: operations behind a limit moved in front of a lambda. */
    @Test
    void issue354LimitStaysBehindALambda() {
        for (int minutes : new int[] {0, 60, 120, 180, 1_000}) {
            requireSame(
                    "354: above " + minutes,
                    Film.class,
                    films,
                    stream -> stream.filter(film -> film.getLength() > minutes)
                            .limit(10)
                            .sorted(length.ascending())
                            .filter(title.startsWith("A").or(title.startsWith("S")))
                            .map(Film::getTitle)
                            .toList());
            requireSame(
                    "354: above " + minutes + ", opaque",
                    Film.class,
                    films,
                    stream -> stream.filter(film -> isLonger(film, minutes))
                            .limit(40)
                            .sorted(length.ascending())
                            .filter(title.startsWith("S"))
                            .map(Film::getTitle)
                            .toList());
            requireSame(
                    "354: above " + minutes + ", limit at the end",
                    Film.class,
                    films,
                    stream -> stream.filter(film -> isLonger(film, minutes))
                            .sorted(length.ascending())
                            .filter(title.startsWith("S"))
                            .map(Film::getTitle)
                            .limit(10)
                            .toList());
        }
    }

    /** Verifies issue 355: a predicate beside a lambda became part of the lambda, and so read all rows as entities. */
    @Test
    void issue355OnlyTheLambdaReadsEntities() {
        for (int minutes : new int[] {60, 120, 180}) {
            long longer = films.stream().filter(length.greaterThan(minutes)).count();
            Function<Stream<Film>, Object> fieldFirst = stream -> stream.filter(length.greaterThan(minutes))
                    .filter(film -> endsWith(film, "E"))
                    .map(JpaStreamerIssuesTest::values)
                    .toList();
            Function<Stream<Film>, Object> lambdaFirst = stream -> stream.filter(film -> endsWith(film, "E"))
                    .filter(length.greaterThan(minutes))
                    .map(JpaStreamerIssuesTest::values)
                    .toList();
            requireSame("355: above " + minutes, Film.class, films, fieldFirst);
            requireSame("355: the lambda first, above " + minutes, Film.class, films, lambdaFirst);
            Explanation explained = memory.explain(
                    Film.class,
                    stream -> stream.filter(length.greaterThan(minutes))
                            .filter(film -> endsWith(film, "E"))
                            .count());
            assertThat(explained.entities()).as(explained.toString()).isLessThanOrEqualTo(longer);
            assertThat(explained.fallback().toString()).contains("endsWith");
        }
    }

    private static boolean endsWith(Film film, String end) {
        return film.getTitle().endsWith(end);
    }

    /** Verifies issue 355: two adjacent orders became one. The second one is the main order, because sorting is stable. */
    @Test
    void issue355LaterOrderIsTheMainOne() {
        requireSame(
                "355: lambda, then field",
                Film.class,
                films,
                stream -> stream.sorted(comparing(film -> film.getTitle().length()))
                        .sorted(comparing(Film::getTitle).reversed())
                        .sorted(length.ascending())
                        .limit(50)
                        .map(Film::getTitle)
                        .toList());
        requireSame(
                "355: field, then lambda",
                Film.class,
                films,
                stream -> stream.sorted(title.descending())
                        .sorted((a, b) -> a.getLength() / 10 - b.getLength() / 10)
                        .limit(50)
                        .map(Film::getTitle)
                        .toList());
    }

    /** A part of a pipeline. */
    private record Step(String text, UnaryOperator<Stream<Film>> of) {}

    private static Step step(Random random) {
        int minutes = 46 + random.nextInt(140);
        int count = random.nextInt(200);
        String first = String.valueOf((char) ('A' + random.nextInt(26)));
        return switch (random.nextInt(14)) {
            case 0 -> new Step("lambda " + minutes, all -> all.filter(film -> film.getLength() > minutes));
            case 1 ->
                new Step(
                        "lambda " + first,
                        all -> all.filter(film -> film.getTitle().compareTo(first) > 0));
            case 2 -> new Step("field " + minutes, all -> all.filter(length.greaterThan(minutes)));
            case 3 -> new Step("field " + first, all -> all.filter(title.lessThan(first)));
            case 4 -> new Step("opaque " + minutes, all -> all.filter(film -> isLonger(film, minutes)));
            case 5 ->
                new Step(
                        "reference",
                        all -> all.filter(film -> film.getLanguage().getName().compareTo(first) < 0));
            case 6 -> new Step("sorted by a lambda", all -> all.sorted(comparing(Film::getLength)));
            case 7 -> new Step("sorted by a field", all -> all.sorted(length.descending()));
            case 8 -> new Step("sorted by title", all -> all.sorted(title.ascending()));
            case 9 -> new Step("sorted by code", all -> all.sorted((a, b) -> a.getLength() / 10 - b.getLength() / 10));
            case 10 -> new Step("limit " + count, all -> all.limit(count));
            case 11 -> new Step("skip " + count, all -> all.skip(count));
            case 12 -> new Step("distinct", Stream::distinct);
            default ->
                new Step(
                        "flatMap",
                        all -> all.flatMap(
                                film -> film.getLanguage().getFilms().stream().limit(2)));
        };
    }

    @Test
    void randomPipelinesOfTheIssuesEqualPlainLists() {
        Random random = new Random(SEED);
        for (int i = 0; i < PIPELINES; i++) {
            List<Step> steps = new ArrayList<>();
            for (int size = 1 + random.nextInt(6); size > 0; size--) {
                steps.add(step(random));
            }
            boolean isCounted = random.nextInt(4) == 0;
            requireSame("pipeline " + i + ": " + steps.stream().map(Step::text).toList(), Film.class, films, stream -> {
                Stream<Film> result = stream;
                for (Step step : steps) {
                    result = step.of.apply(result);
                }
                return isCounted
                        ? result.count()
                        : result.map(JpaStreamerIssuesTest::values).toList();
            });
        }
    }
}
