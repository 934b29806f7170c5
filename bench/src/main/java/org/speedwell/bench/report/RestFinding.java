package org.speedwell.bench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What was found of one request to one contender. Times are in nanoseconds.
 *
 * @param contender who answers, for people; {@code columns} is ours
 * @param perSecond requests a second, of all clients
 * @param median latency as a client sees it
 * @param bytes of one answer's body
 * @param serverTime processor time of the server's JVM for a request, all its threads
 */
public record RestFinding(
        String request, String contender, double perSecond, double median, double p99, long bytes, double serverTime) {

    /** Writes it into a file, whose name is to begin with {@code rest-} and end with {@code .json}. */
    public void write(Path file) throws IOException {
        Files.writeString(file, new GsonBuilder().setPrettyPrinting().create().toJson(this));
    }
}
