package org.speedwell.bench.tpch;

import java.nio.file.Path;
import org.speedwell.schema.Progress;

/** The engines by name. Each constant can open its engine. */
public enum TpchEngine {
    speedwell("Speedwell"),
    lambdas("Speedwell, lambdas over records"),
    duckdb("DuckDB");

    private final String title;

    TpchEngine(String title) {
        this.title = title;
    }

    /** Returns the name of the engine for people. */
    public String title() {
        return title;
    }

    /**
     * Opens the engine, and loads the tables if an earlier run has not.
     *
     * @param threads the number of threads that a query may use
     * @param data the folder of files that stay between runs
     */
    TpchPeer open(double scale, int threads, Path data, Progress progress) {
        return switch (this) {
            case speedwell -> MemoryTpch.withFields(new SavedTpch(scale, data, progress), threads > 1);
            case lambdas -> MemoryTpch.withLambdas(new SavedTpch(scale, data, progress), threads > 1);
            case duckdb -> DuckdbTpch.open(scale, threads, data, progress);
        };
    }
}
