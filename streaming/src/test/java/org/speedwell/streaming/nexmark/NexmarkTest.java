package org.speedwell.streaming.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Sink;

/** Compares queries of NEXMark with plain loops over the same events. */
@Tag("oracle")
class NexmarkTest {

    /** Verifies that the events of one source keep their order. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void eventsStayInOrder(int query) throws InterruptedException {
        assertThat(run(Queries.of(query), 2)).isEqualTo(PlainQueries.of(query));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, 7, 8, 9, 11, 12, 13, 20})
    void resultsEqualPlainLoops(int query) throws InterruptedException {
        List<Object> expected = List.copyOf(PlainQueries.of(query));
        assertThat(expected).isNotEmpty();
        assertThat(PlainQueries.count(run(Queries.of(query), 2))).isEqualTo(PlainQueries.count(expected));
    }

    @Test
    void query4AveragesWinningBidsByCategory() throws InterruptedException {
        List<Object> results = run(Queries.of(4), 2);
        assertThat(results).hasSameSizeAs(PlainQueries.sales()).hasSizeGreaterThan(4_000);
        assertThat(PlainQueries.last(results)).isEqualTo(PlainQueries.last(PlainQueries.of(4)));
    }

    /** Runs on one thread, which keeps the order of expiry between auctions. */
    @Test
    void query6AveragesLastTenWinningBidsOfSeller() throws InterruptedException {
        assertThat(run(Queries.of(6), 1)).isEqualTo(PlainQueries.of(6));
    }

    private static List<Object> run(Events<?> query, int threads) throws InterruptedException {
        List<Object> results = new ArrayList<>();
        try (Engine engine = new Engine(threads)) {
            engine.start(query.to(Sink.of(results::add))).await();
        }
        return results;
    }
}
