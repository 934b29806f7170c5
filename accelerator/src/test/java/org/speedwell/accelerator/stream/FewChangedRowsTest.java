package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.incremental.IncrementalQuery.Changed;
import org.speedwell.sakila.Film;

/** Maintained queries that treat few changed rows one by one, without a plan. */
@Tag("unit")
class FewChangedRowsTest {
    private static final int[] ROWS = {2, 3, 500};

    private static final Map<String, Function<Stream<Film>, Object>> QUERIES = Map.of(
            "count",
            films -> films.filter(Film.LENGTH.greaterThan(60)).count(),
            "sum",
            films -> films.mapToInt(Film.RENTAL_DURATION.asInt()).sum(),
            "groups",
            films -> films.collect(groupingBy(Film.LANGUAGE_ID, countingDistinct(Film.LENGTH))),
            "groups in the order of their first rows",
            films -> films.collect(groupingBy(Film.LANGUAGE_ID, LinkedHashMap::new, counting())));

    private final List<Film> films = NoEntityTest.films().toList();

    private static Function<Stream<Film>, Object> of(String name) {
        return requireNonNull(QUERIES.get(name));
    }

    private IncrementalQuery<Film, Object> query(Function<Stream<Film>, Object> query) {
        return new IncrementalQuery<>(
                query,
                version -> EntityStream.of(NoEntityTest.TABLE, false, version),
                FewChangedRowsTest::rows,
                FallbackListener.SILENT,
                null);
    }

    private static Stream<Film> rows(List<ElementPosition> rows, FallbackListener version) {
        return ChangedRows.stream(NoEntityTest.TABLE, rows, version);
    }

    private static void update(IncrementalQuery<Film, Object> query, List<Change<Film>> changes) {
        query.update(changes, FewChangedRowsTest::rows, FallbackListener.SILENT);
    }

    private static Change<Film> change(boolean isAdded, Changed<Film> elements) {
        return new Change<>(isAdded, elements, FallbackListener.SILENT);
    }

    private List<Film> few() {
        return Arrays.stream(ROWS).mapToObj(films::get).toList();
    }

    private Changed<Film> withoutPlan() {
        return new ChangedRows<>(NoEntityTest.TABLE, ROWS, true) {
            @Override
            public Stream<Film> stream(FallbackListener version) {
                throw new AssertionError("a plan for few rows");
            }
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"count", "sum", "groups"})
    void fewRowsNeedNoPlan(String name) {
        IncrementalQuery<Film, Object> query = query(of(name));

        update(query, List.of(change(false, withoutPlan())));

        List<Film> others = films.stream().filter(film -> !few().contains(film)).toList();
        assertThat(others).hasSize(films.size() - ROWS.length);
        assertThat(query.result()).isEqualTo(of(name).apply(others.stream()));
    }

    @Test
    void rowsThatReplaceEqualOnesKeepTheResult() {
        for (Function<Stream<Film>, Object> of : QUERIES.values()) {
            IncrementalQuery<Film, Object> query = query(of);
            Object before = query.result();

            update(query, List.of(change(false, withoutPlan()), change(true, withoutPlan())));

            assertThat(query.result()).isSameAs(before);
        }
    }

    @Test
    void resultThatWasGivenOutDoesNotChange() {
        IncrementalQuery<Film, Object> query = query(of("groups"));
        Object before = query.result();
        String text = before.toString();

        update(query, List.of(change(false, withoutPlan())));

        assertThat(query.result()).isNotEqualTo(before);
        assertThat(before).hasToString(text);
    }
}
