package org.speedwell.bench.peers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** The results of every peer, and the reaction of the gate to a wrong one. */
@Tag("oracle")
class GateTest {
    private static final PeerRows ROWS = new PeerRows(1_000);

    @TempDir
    static Path data;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"arraylist", "sql"})
    void everyPeerAgreesWithThePlainList(Contestant contestant) {
        Gate.check(List.of(Contestant.arraylist, contestant), ROWS, data, Progress.none());
    }

    @Test
    @Tag("database")
    void theServerAgreesWithThePlainList() throws SQLException {
        Database database = Database.forTests();
        Gate gate = new Gate();
        try (Peer plain = Contestant.arraylist.open(ROWS, 1, data, Progress.none());
                Peer server = SqlPeer.server(ROWS, database, "speedwell_test_peers", Progress.none())) {
            gate.admit("plain", plain);
            gate.admit("server", server);
        }
        try (Connection connection = database.connect()) {
            SqlPeer.execute(connection, "DROP SCHEMA speedwell_test_peers");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"speedwell", "speedwell_scan", "arraylist", "duckdb"})
    void severalThreadsGiveTheSameAnswers(Contestant contestant) {
        Gate gate = new Gate();
        for (int threads = 1; threads <= 2; threads++) {
            try (Peer peer = contestant.open(ROWS, threads, data, Progress.none())) {
                gate.admit(contestant + " on " + threads, peer);
            }
        }
    }

    @Test
    void queriesSelectSomeButNotAllRows() {
        try (Peer plain = Contestant.arraylist.open(ROWS, 1, data, Progress.none())) {
            for (Query query : EnumSet.of(Query.Q1, Query.Q3, Query.Q4, Query.Q9)) {
                assertThat((Long) requireNonNull(plain.prepare(query)).get())
                        .as(query.name())
                        .isStrictlyBetween(0L, 1_000L);
            }
        }
    }

    @Test
    void wrongAnswerIsRefusedNamingBothPeers() {
        Gate gate = new Gate();
        gate.admit("one", answering(1L));

        assertThatThrownBy(() -> gate.admit("other", answering(2L)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("one", "other", "Q1", "1 and 2");
    }

    private static Peer answering(long answer) {
        return new Peer() {
            @Override
            public @Nullable Supplier<Object> prepare(Query query) {
                return query == Query.Q1 ? () -> answer : null;
            }

            @Override
            public void close() {}
        };
    }
}
