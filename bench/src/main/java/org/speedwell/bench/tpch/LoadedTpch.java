package org.speedwell.bench.tpch;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.bench.BenchFolders;
import org.speedwell.schema.Progress;

/**
 * The engine of this JVM. It stays loaded between benchmarks as long as they request the same engine, scale and
 * threads.
 */
public final class LoadedTpch {
    private static @Nullable LoadedTpch current;

    private final TpchEngine engine;
    private final double scale;
    private final int threads;
    private final TpchPeer peer;

    private LoadedTpch(TpchEngine engine, double scale, int threads, TpchPeer peer) {
        this.engine = engine;
        this.scale = scale;
        this.threads = threads;
        this.peer = peer;
    }

    /** Returns the loaded engine, after a check that all engines return the same answers. */
    static synchronized TpchPeer of(TpchEngine engine, double scale, int threads) {
        LoadedTpch loaded = current;
        if (loaded != null && loaded.engine == engine && loaded.scale == scale && loaded.threads == threads) {
            return loaded.peer;
        }
        if (loaded != null) {
            current = null;
            loaded.peer.close();
        }
        check(scale, threads, BenchFolders.data(), Progress.console());
        TpchPeer peer = engine.open(scale, threads, BenchFolders.data(), Progress.console());
        current = new LoadedTpch(engine, scale, threads, peer);
        return peer;
    }

    /**
     * Loads all engines if necessary, and compares their answers to all queries with those of DuckDB.
     *
     * @throws IllegalStateException if their answers differ
     */
    public static void check(double scale, int threads, Path data, Progress progress) {
        Map<TpchQuery, TpchAnswer> expected = new EnumMap<>(TpchQuery.class);
        try (TpchPeer duckdb = TpchEngine.duckdb.open(scale, threads, data, progress)) {
            for (TpchQuery query : TpchQuery.values()) {
                expected.put(query, duckdb.answer(query));
            }
        }
        for (TpchEngine engine : List.of(TpchEngine.speedwell, TpchEngine.lambdas)) {
            try (TpchPeer peer = engine.open(scale, threads, data, progress)) {
                expected.forEach((query, answer) -> {
                    String difference = peer.answer(query).differenceFrom(answer);
                    if (difference != null) {
                        throw new IllegalStateException("No measurement, because " + engine.title()
                                + " and DuckDB differ in " + query + " (" + query.text() + "): " + difference);
                    }
                });
            }
        }
    }
}
