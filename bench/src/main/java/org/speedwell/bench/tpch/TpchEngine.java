package org.speedwell.bench.tpch;

import java.nio.file.Path;
import org.speedwell.schema.Progress;

/** The engines by name, and how each is opened. */
public enum TpchEngine {
    speedwell("Speedwell"),
    duckdb("DuckDB");

    private final String title;

    TpchEngine(String title) {
        this.title = title;
    }

    /** Its name for a person. */
    public String title() {
        return title;
    }

    /**
     * Loads the tables, or finds them loaded.
     *
     * @param threads how many threads a query may use
     * @param data a folder for files that are kept from run to run
     */
    TpchPeer open(double scale, int threads, Path data, Progress progress) {
        return switch (this) {
            case speedwell -> MemoryTpch.open(scale, threads > 1, data, progress);
            case duckdb -> DuckdbTpch.open(scale, threads, data, progress);
        };
    }
}
