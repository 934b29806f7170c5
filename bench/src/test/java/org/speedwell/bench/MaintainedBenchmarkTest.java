package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks of maintained queries over few rows. The benchmarks compare their own results with streams. */
@Tag("oracle")
class MaintainedBenchmarkTest {
    private static final int ROWS = 1_000;

    @Test
    void thousandDifferentQueriesEqualTheirStreams() {
        try (MaintainedFilms films = new MaintainedFilms(ROWS, 1_000)) {
            films.check();
            films.check();
        }
    }

    @Test
    void wrongResultEndsTheCheck() {
        try (MaintainedFilms films = new MaintainedFilms(ROWS, 0)) {
            AtomicLong calls = new AtomicLong();
            films.maintain(stream -> stream.count() + calls.incrementAndGet());

            assertThatThrownBy(films::check)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("No measurement");
        }
    }

    @Test
    void moreQueriesThanTheBenchmarkHasAreRejected() {
        assertThatThrownBy(() -> new MaintainedFilms(ROWS, 1_001)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40})
    void readsRun(int queries) {
        MaintainedReadBenchmark benchmark = new MaintainedReadBenchmark();
        benchmark.rows = ROWS;
        benchmark.queries = queries;
        benchmark.start();

        assertThat(benchmark.get()).isBetween(800L, 999L);
        assertThat(benchmark.filterAndCount()).isBetween(100L, 400L);
        benchmark.stop();
    }

    @ParameterizedTest
    @EnumSource(MaintainedUpdateBenchmark.Query.class)
    void updatesAlternateBetweenTheResultsOfTwoVersions(MaintainedUpdateBenchmark.Query query) {
        MaintainedUpdateBenchmark benchmark = new MaintainedUpdateBenchmark();
        benchmark.rows = ROWS;
        benchmark.query = query;
        benchmark.start();

        Object one = benchmark.update();
        Object other = benchmark.update();
        assertThat(one.equals(other)).isEqualTo(query == MaintainedUpdateBenchmark.Query.behindTop);
        assertThat(one).isEqualTo(benchmark.stream());
        assertThat(other).isEqualTo(benchmark.stream());
        benchmark.stop();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40})
    void publicationsRun(int queries) {
        MaintainedPublicationBenchmark benchmark = new MaintainedPublicationBenchmark();
        benchmark.rows = ROWS;
        benchmark.queries = queries;
        benchmark.start();
        benchmark.edit();
        benchmark.publish();
        benchmark.stop(); // compares all results
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void joinsRun(int queries) {
        MaintainedJoinBenchmark benchmark = new MaintainedJoinBenchmark();
        benchmark.rentals = ROWS;
        benchmark.queries = queries;
        benchmark.start();
        benchmark.edit();
        benchmark.publish();
        benchmark.stop(); // compares all results
    }
}
