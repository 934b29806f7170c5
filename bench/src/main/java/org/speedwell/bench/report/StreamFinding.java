package org.speedwell.bench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The result of one streaming scenario on one engine. Latencies are in nanoseconds, from the ideal moment of a result.
 *
 * @param engine {@code speedwell} or {@code jet}
 * @param best the highest rate that the engine kept up with, in events per second. It is 0 if the run did not search
 * for it, or if it is below the lowest rate that was tried.
 * @param fixedRate the rate at which the latencies were measured
 * @param keptUp whether the engine kept up with the fixed rate
 * @param samples the number of moments at which a latency was measured
 * @param bytesPerKey the bytes of heap per key while the job runs; 0 without windows
 * @param runDelay the average number of threads that were ready to run but did not run
 */
public record StreamFinding(
        String scenario,
        String engine,
        String collector,
        int threads,
        double best,
        double fixedRate,
        boolean keptUp,
        double firstMedian,
        double median,
        double p99,
        double p9999,
        double max,
        long samples,
        double bytesPerKey,
        double runDelay) {

    /** Writes this result to a file. */
    public void write(Path file) throws IOException {
        Files.writeString(file, new GsonBuilder().setPrettyPrinting().create().toJson(this));
    }
}
