package org.speedwell.bench.peers;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.speedwell.schema.Progress;

/** Lets nothing be timed unless the peers agree. */
public final class Gate {
    private final Map<Query, Answer> answers = new EnumMap<>(Query.class);

    /** Who answered first, and what. */
    private record Answer(String peer, String text) {}

    /**
     * Opens one contestant after the other, asks each all queries and compares.
     *
     * @throws IllegalStateException if two differ
     */
    public static void check(List<Contestant> contestants, PeerRows rows, Path data, Progress progress) {
        Gate gate = new Gate();
        for (Contestant contestant : contestants) {
            try (Peer peer = contestant.open(rows, 1, data, progress)) {
                gate.admit(contestant.title(), peer);
            }
        }
    }

    /**
     * Asks a peer all queries.
     *
     * @throws IllegalStateException naming both if an answer is not that of the peers before
     */
    void admit(String name, Peer peer) {
        for (Query query : Query.values()) {
            Supplier<Object> prepared = peer.prepare(query);
            if (prepared == null) {
                continue;
            }
            Answer given = new Answer(name, Answers.text(prepared.get()));
            Answer former = answers.putIfAbsent(query, given);
            if (former != null && !former.text.equals(given.text)) {
                throw new IllegalStateException("Nothing is timed, because " + former.peer + " and " + given.peer
                        + " differ in " + query + " (" + query.text() + "): " + former.text + " and " + given.text);
            }
        }
    }
}
