package org.speedwell.bench.jpa;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.bench.BenchFolders;
import org.speedwell.bench.Contender;
import org.speedwell.schema.Database;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The questions of a JPA service, before and after it gains memory. The setup compares all answers from memory with those
 * of the database before JMH times anything.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@NullUnmarked // JMH sets the fields before anything reads them
public class JpaBenchmark {
    private static final int MINUTES = 120;
    private static final int CHANGED = 1;

    @Param
    JpaContender service;

    @Param("10")
    int scale;

    private Database database;
    private ConfigurableApplicationContext context;
    private FilmQuestions questions;
    private FilmChanges changes;
    private int minutes = MINUTES;
    private int former;

    @Setup(Level.Trial)
    public void start() {
        database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"));
        context = service.start(database, Contender.schema(database, scale));
        questions = service.questions(context);
        JpaAnswers.requireEqual(JpaContender.before.questions(context), questions);
        changes = context.getBean(FilmChanges.class);
        former = changes.setLength(CHANGED, minutes);
    }

    @TearDown(Level.Trial)
    public void stop() {
        changes.setLength(CHANGED, former);
        context.close();
        database.close();
    }

    @Benchmark
    public Map<?, Long> longFilmsPerRating() {
        return questions.longFilms(MINUTES);
    }

    @Benchmark
    public List<String> longestTen() {
        return questions.longest(10);
    }

    @Benchmark
    public long filmsInLanguage() {
        return questions.inLanguage("Finnish");
    }

    @Benchmark
    public Object page() {
        return questions.page(Rating.PG_13, 3);
    }

    @Benchmark
    public Optional<?> film() {
        return questions.film(500);
    }

    @Benchmark
    public List<?> tenMostRented() {
        return questions.mostRented(10);
    }

    /** Commits a change, and answers a question that shows it. */
    @Benchmark
    public Map<?, Long> changeAndCount() {
        minutes = 2 * MINUTES + 1 - minutes; // one of two lengths
        changes.setLength(CHANGED, minutes);
        return questions.longFilms(MINUTES);
    }
}
