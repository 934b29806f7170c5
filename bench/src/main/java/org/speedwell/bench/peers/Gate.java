package org.speedwell.bench.peers;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.speedwell.schema.Progress;

/** The check that all peers return the same results. A benchmark runs only after it succeeds. */
public final class Gate {
    private final Map<Query, Answer> answers = new EnumMap<>(Query.class);

    /** The first result of a query, and the peer that returned it. */
    private record Answer(String peer, String text) {}

    /**
     * Opens the contestants one after the other, and compares their results of all queries.
     *
     * @throws IllegalStateException if two results differ
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
     * Runs all queries on a peer, and compares their results with those of the previous peers.
     *
     * @throws IllegalStateException if a result differs; the message names both peers
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
                throw new IllegalStateException("No measurement, because " + former.peer + " and " + given.peer
                        + " differ in " + query + " (" + query.text() + "): " + former.text + " and " + given.text);
            }
        }
    }
}
