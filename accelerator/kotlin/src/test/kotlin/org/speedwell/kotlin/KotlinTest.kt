package org.speedwell.kotlin

import com.speedment.runtime.core.Speedment
import java.util.Comparator
import java.util.function.Function
import java.util.function.Predicate
import java.util.function.ToIntFunction
import java.util.stream.Collectors
import java.util.stream.Stream
import kotlin.random.Random
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.BeforeAll
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.api.TestInstance.Lifecycle
import org.junit.jupiter.api.Timeout
import org.speedwell.accelerator.DataStoreComponent
import org.speedwell.accelerator.monitor.Explanation
import org.speedwell.accelerator.InMemoryBundle
import org.speedwell.accelerator.StoreConfiguration
import org.speedwell.sakila.Film
import org.speedwell.sakila.FilmManager
import org.speedwell.sakila.SakilaApplicationBuilder
import org.speedwell.sakila.generated.GeneratedFilm.Rating
import org.speedwell.schema.Database
import org.speedwell.schema.Progress
import org.speedwell.schema.Sakila

/** Compares streams of a Kotlin program with the same streams over a list, and checks which lambdas run on columns. */
@Tag("database")
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
class KotlinTest {
    private class Title(val text: String, val minutes: Int)

    private val schema = "speedwell_test_kotlin"
    private val database = Database.forTests()
    private lateinit var app: Speedment
    private lateinit var store: DataStoreComponent
    private lateinit var films: FilmManager
    private lateinit var list: List<Film>

    @BeforeAll
    fun load() {
        Sakila.scale(1).load(database, schema, Progress.none())
        app = SakilaApplicationBuilder()
            .withConnectionUrl(database.url(schema))
            .withUsername(database.user())
            .withPassword(database.password())
            .withSchema(schema)
            .withBundle(InMemoryBundle::class.java)
            .withComponent(StoreConfiguration::class.java) { StoreConfiguration.defaults() }
            .build()
        store = app.getOrThrow(DataStoreComponent::class.java)
        store.load()
        films = app.getOrThrow(FilmManager::class.java)
        list = films.stream().toList()
    }

    @AfterAll
    fun stop() {
        app.stop()
        database.connect().use { it.createStatement().use { drop -> drop.execute("DROP DATABASE $schema") } }
    }

    /** Checks that a pipeline gives the same result over the list, and returns its explanation. */
    private fun <R> explained(pipeline: (Stream<Film>) -> R): Explanation {
        assertThat(pipeline(films.stream())).usingRecursiveComparison().isEqualTo(pipeline(list.stream()))
        return store.explain(films) { pipeline(it) }
    }

    private fun assertOnColumns(read: String, explanation: Explanation) {
        assertThat(explanation.fallback()).`as`(explanation.toString()).isEmpty()
        assertThat(explanation.functions()).anyMatch { it.contains(read) }
        assertThat(explanation.entities()).`as`(explanation.toString()).isZero()
    }

    private fun assertOpaque(reason: String, explanation: Explanation) {
        assertThat(explanation.fallback()).`as`(explanation.toString()).hasValueSatisfying {
            assertThat(it.reason()).contains(reason)
        }
    }

    @Test
    fun fieldsAreThoseOfJava() {
        val counted = explained { it.filter(Film.TITLE.startsWith("A")).count() }
        assertThat(counted.fallback()).isEmpty()
        assertThat(counted.toString()).contains("sorted index on title")
        explained {
            it.filter(Film.RATING.equal(Rating.PG13).and(Film.LENGTH.greaterThan(75)))
                .sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID))
                .map(Film.TITLE)
                .limit(3)
                .toList()
        }
        explained { it.collect(Collectors.groupingBy(Film.RATING, Collectors.counting())) }
    }

    @Test
    fun lambdasOfGettersRunOnColumns() {
        assertOnColumns("f -> f.filmId > 60", explained { it.filter { it.filmId > 60 }.count() })
        assertOnColumns("f.title.length() > 20", explained { it.filter { it.title.length > 20 }.count() })
        assertOnColumns("f.length) > 60", explained { it.filter { it.length.orElse(0) > 60 }.count() })
        assertOnColumns("f.filmId < 21", explained { it.filter { it.filmId in 10..20 }.count() })
        assertOnColumns(
            "f.title",
            explained { it.filter { it.filmId > 10 && it.title.length < 12 }.count() },
        )
        assertOnColumns("f.rating", explained { it.filter { it.rating.orElse(null) == Rating.PG13 }.count() })
        val title = list[17].title
        assertThat(explained { it.filter { it.title == "no such title" }.count() }.fallback()).isEmpty()
        assertOnColumns("f.title", explained { it.filter { film -> film.title == title }.count() })
        assertOnColumns("f.filmId * 2", explained { it.mapToInt { it.filmId * 2 }.sum() })
        assertOnColumns("late", explained { it.map { if (it.filmId > 100) "late" else "early" }.distinct().count() })
    }

    @Test
    fun whatALambdaCapturesIsThatOfEachCall() {
        val seed = Random.nextLong()
        val random = Random(seed)
        repeat(200) {
            val from = random.nextInt(-10, 1_010)
            val longest = random.nextInt(0, 200)
            assertThat(films.stream().filter { it.filmId >= from && it.length.orElse(0) < longest }.count())
                .`as`("seed %d: %d, %d", seed, from, longest)
                .isEqualTo(list.stream().filter { it.filmId >= from && it.length.orElse(0) < longest }.count())
        }
        val from = 500
        assertOnColumns("f.filmId >= 500", explained { it.filter { film -> film.filmId >= from }.count() })
    }

    @Test
    fun functionsThatAreGivenAsJavasRunOnColumnsToo() {
        assertOnColumns("f.title.length()", explained { it.filter(Predicate { film: Film -> film.title.length > 20 }).count() })
        assertOnColumns("f.title", explained { it.map(Function<Film, String>(Film::getTitle)).distinct().count() })
        assertOnColumns("f.filmId", explained { it.mapToInt(ToIntFunction<Film>(Film::getFilmId)).sum() })
        val sorted = explained {
            it.sorted(Comparator.comparing(Function<Film, String>(Film::getTitle)).reversed()).limit(3).toList()
        }
        assertThat(sorted.fallback()).`as`(sorted.toString()).isEmpty()
        assertThat(sorted.entities()).isEqualTo(3)
    }

    @Test
    fun othersAreCalledAndTold() {
        assertOpaque("Intrinsics.checkNotNullExpressionValue", explained { it.filter { it.title.startsWith("A") }.count() })
        assertOpaque("Function1.invoke", explained { it.map(Film::getTitle).distinct().count() })
        val stored: (Film) -> Boolean = { it.filmId > 60 }
        assertOpaque("", explained { it.filter(stored).count() })
        assertOpaque("", explained { it.sorted(compareBy { it.title }).limit(3).toList() })
        assertOpaque("creates an object", explained { it.map { Title(it.title, it.length.orElse(0)) }.toList() })
        var seen = 0
        val counting = explained { it.filter { seen++ >= 0 && it.filmId > 60 }.count() }
        assertThat(seen).`as`("called for each film, by list, memory and explain").isEqualTo(3 * list.size)
        assertOpaque("", counting)
    }

    @Test
    fun whatEndsAStreamIsUsedAsEver() {
        assertThat(films.stream().toList().groupingBy { it.rating.orElse(null) }.eachCount())
            .isEqualTo(list.groupingBy { it.rating.orElse(null) }.eachCount())
        assertThat(films.stream().iterator().asSequence().map { it.filmId }.toSet())
            .isEqualTo(list.map { it.filmId }.toSet())
        films.stream().use { assertThat(it.findFirst().map { film -> film.title }).hasValue(list.first().title) }
    }
}
