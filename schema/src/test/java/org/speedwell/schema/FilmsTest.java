package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class FilmsTest {

    private final Films films = Sakila.scale(1).films();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyThousandHasMarginalsOfSakila(int scale) {
        Films some = Sakila.scale(scale).films();

        assertThat(some.rows()).isEqualTo(1_000 * scale);
        assertThat(some.castRows()).isEqualTo(5_462 * scale);
        assertThat(some.copies()).isEqualTo(4_581 * scale);
        assertThat(counts(some, film -> some.rating(film)))
                .isEqualTo(times(scale, Map.of(0, 178, 1, 194, 2, 223, 3, 195, 4, 210)));
        assertThat(counts(some, film -> some.length(film) / 10))
                .isEqualTo(times(
                        scale,
                        Map.ofEntries(
                                Map.entry(4, 28),
                                Map.entry(5, 68),
                                Map.entry(6, 70),
                                Map.entry(7, 77),
                                Map.entry(8, 77),
                                Map.entry(9, 58),
                                Map.entry(10, 79),
                                Map.entry(11, 77),
                                Map.entry(12, 74),
                                Map.entry(13, 74),
                                Map.entry(14, 68),
                                Map.entry(15, 68),
                                Map.entry(16, 58),
                                Map.entry(17, 78),
                                Map.entry(18, 46))));
        assertThat(counts(some, some::rentalDuration).keySet()).containsExactlyInAnyOrder(3, 4, 5, 6, 7);
        assertThat(counts(some, some::rentalRateCents).keySet()).containsExactlyInAnyOrder(99, 299, 499);
    }

    @Test
    void lengthsMatchArticle() {
        int[] lengths = all().map(films::length).toArray();

        assertThat(IntStream.of(lengths).filter(length -> length > 60)).hasSize(896);
        assertThat(IntStream.of(lengths).filter(length -> length >= 60)).hasSize(904);
        assertThat(IntStream.of(lengths).average()).hasValue(115.272);
        assertThat(IntStream.of(lengths).distinct()).hasSize(140);
        assertThat(IntStream.of(lengths).min()).hasValue(46);
        assertThat(IntStream.of(lengths).max()).hasValue(185);
    }

    @Test
    void otherColumnsStayInTheirDomains() {
        assertThat(all().map(films::replacementCostCents).distinct().sorted())
                .containsExactly(IntStream.rangeClosed(0, 20)
                        .map(i -> 999 + 100 * i)
                        .boxed()
                        .toArray(Integer[]::new));
        assertThat(all().map(films::releaseYear)).allMatch(year -> year >= 1950 && year <= 2024);
        assertThat(all().map(films::languageId).distinct()).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(all().map(films::originalLanguageId).distinct()).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
        assertThat(all().map(films::specialFeatures).distinct()).hasSize(15).allMatch(bits -> bits >= 1 && bits <= 15);
        assertThat(counts(films, films::categoryId))
                .hasSize(16)
                .allSatisfy((_, count) -> assertThat(count).isBetween(62L, 63L));
    }

    @Test
    void filmIsTheSameAtEveryScale() {
        Films many = Sakila.scale(Sakila.MAX_SCALE).films();

        assertThat(many.rows()).isEqualTo(10_000_000);
        assertThat(all().mapToObj(film -> describe(many, film)))
                .containsExactlyElementsOf(
                        all().mapToObj(film -> describe(films, film)).toList());
    }

    @Test
    void seedChangesValuesButNotMarginals() {
        Films others = Sakila.scale(1, 7).films();

        assertThat(describe(others, 0)).isNotEqualTo(describe(films, 0));
        assertThat(counts(others, others::rating)).isEqualTo(counts(films, films::rating));
    }

    @Test
    void titlesStayUniqueBeyondPairsOfWords() {
        Films many = Sakila.scale(60).films();
        Set<String> titles = new HashSet<>();

        assertThat(IntStream.range(0, many.rows()).mapToObj(many::title))
                .allMatch(titles::add, "seen once")
                .allMatch(title -> title.matches("[A-Z]+ [A-Z]+( \\d+)?"), "two words");
        assertThat(titles).anyMatch(title -> title.endsWith(" 3"));
    }

    @Test
    void filmHasEachActorOnce() {
        List<String> pairs = IntStream.range(0, films.castRows())
                .mapToObj(row -> films.castFilmId(row) + "/" + films.castActorId(row))
                .toList();

        assertThat(pairs).doesNotHaveDuplicates();
        assertThat(IntStream.range(0, films.castRows()).map(films::castActorId)).allMatch(id -> id >= 1 && id <= 200);
        assertThat(IntStream.range(0, films.castRows()).map(films::castFilmId).distinct())
                .hasSize(997);
        assertThat(IntStream.range(0, films.copies()).map(films::copyFilmId).distinct())
                .hasSize(958);
        assertThat(IntStream.range(0, films.copies()).map(films::copyStoreId).distinct())
                .containsExactlyInAnyOrder(1, 2);
    }

    private IntStream all() {
        return IntStream.range(0, films.rows());
    }

    private static String describe(Films films, int film) {
        return String.join(
                ",",
                films.title(film),
                films.description(film),
                films.releaseYear(film) + "",
                films.length(film) + "",
                films.rating(film) + "",
                films.languageId(film) + "",
                films.categoryId(film) + "",
                films.rentalRateCents(film) + "");
    }

    private static Map<Integer, Long> counts(Films films, IntUnaryOperator column) {
        return IntStream.range(0, films.rows())
                .map(column)
                .boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static Map<Integer, Long> times(int scale, Map<Integer, Integer> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, count -> (long) scale * count.getValue()));
    }
}
