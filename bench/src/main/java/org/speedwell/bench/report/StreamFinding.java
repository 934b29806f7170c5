package org.speedwell.bench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What was found of one streaming scenario on one engine. Latencies are in nanoseconds, from the ideal moment of a result.
 *
 * @param engine {@code speedwell} or {@code jet}
 * @param best the highest rate kept up with, in events a second; 0 if it was not looked for, or below the lowest tried
 * @param fixedRate the rate at which the latencies were taken
 * @param keptUp whether the engine kept up with the fixed rate
 * @param samples how many moments the latencies are of
 * @param bytesPerKey heap that the running job holds; 0 where there are no windows
 * @param runDelay how many threads at a time, on average, were ready to run but not running
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

    /** Writes it into a file. */
    public void write(Path file) throws IOException {
        Files.writeString(file, new GsonBuilder().setPrettyPrinting().create().toJson(this));
    }
}
