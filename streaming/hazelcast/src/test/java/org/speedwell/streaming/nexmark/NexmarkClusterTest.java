package org.speedwell.streaming.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.hazelcast.HazelcastEngine;
import org.speedwell.streaming.hazelcast.Members;
import org.speedwell.streaming.hazelcast.Results;

/**
 * Compares queries of NEXMark on two members and on one machine with plain loops. Both engines run the same
 * definition.
 */
@Tag("oracle")
class NexmarkClusterTest {
    private static Members members;

    /** A job with the query that its arguments name. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return Queries.of(Integer.parseInt(arguments.getOrDefault("query", "")))
                    .to(Results.sink(arguments.getOrDefault("to", "")));
        }
    }

    @BeforeAll
    static void start() {
        members = new Members(2, 2);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 20})
    void bothEnginesEqualPlainLoops(int query) throws InterruptedException {
        String one = "one machine, query " + query;
        try (Engine engine = new Engine(query == 6 ? 1 : 2)) {
            engine.start(new Definition(), Map.of("query", "" + query, "to", one), JobOptions.DEFAULT)
                    .await();
        }
        String two = "two members, query " + query;
        boolean completed = HazelcastEngine.of(members.get(0))
                .withParts(query == 6 ? 1 : 4) // query 6 depends on the order between keys
                .start(Definition.class, Map.of("query", "" + query, "to", two), JobOptions.DEFAULT.named(two))
                .await();
        assertThat(completed).isTrue();

        List<Object> onOne = Results.take(one);
        List<Object> onTwo = Results.take(two);
        List<?> plain = PlainQueries.of(query);
        assertThat(plain).isNotEmpty();
        if (query == 4) { // running averages: only the last ones cover all sales
            assertThat(onTwo).hasSameSizeAs(onOne).hasSameSizeAs(PlainQueries.sales());
            assertThat(PlainQueries.last(onOne)).isEqualTo(PlainQueries.last(plain));
            assertThat(PlainQueries.last(onTwo)).isEqualTo(PlainQueries.last(plain));
        } else {
            assertThat(PlainQueries.count(onOne)).isEqualTo(PlainQueries.count(plain));
            assertThat(PlainQueries.count(onTwo)).isEqualTo(PlainQueries.count(plain));
        }
    }
}
