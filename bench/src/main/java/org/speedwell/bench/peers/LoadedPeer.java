package org.speedwell.bench.peers;

import org.jspecify.annotations.Nullable;
import org.speedwell.bench.BenchFolders;
import org.speedwell.schema.Progress;

/** The peer of this JVM. Benchmarks with the same contestant, rows and threads share it. */
final class LoadedPeer {
    private static @Nullable LoadedPeer current;

    private final Contestant contestant;
    private final int rows;
    private final int threads;
    private final Peer peer;

    private LoadedPeer(Contestant contestant, int rows, int threads, Peer peer) {
        this.contestant = contestant;
        this.rows = rows;
        this.threads = threads;
        this.peer = peer;
    }

    /** Returns the loaded peer, after the {@link Gate} has compared its results with those of the plain list. */
    static synchronized Peer of(Contestant contestant, int rows, int threads) {
        LoadedPeer loaded = current;
        if (loaded != null && loaded.contestant == contestant && loaded.rows == rows && loaded.threads == threads) {
            return loaded.peer;
        }
        if (loaded != null) {
            current = null;
            loaded.peer.close();
        }
        PeerRows source = new PeerRows(rows);
        Gate gate = new Gate();
        if (contestant != Contestant.arraylist) {
            try (Peer plain = Contestant.arraylist.open(source, 1, BenchFolders.data(), Progress.none())) {
                gate.admit(Contestant.arraylist.title(), plain);
            }
        }
        Peer peer = contestant.open(source, threads, BenchFolders.data(), Progress.console());
        gate.admit(contestant.title(), peer);
        current = new LoadedPeer(contestant, rows, threads, peer);
        return peer;
    }
}
