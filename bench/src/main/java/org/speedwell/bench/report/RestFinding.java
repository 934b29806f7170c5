package org.speedwell.bench.report;

import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The result of one kind of request to one contender. Times are in nanoseconds.
 *
 * @param contender the name of the contender for users; {@code columns} is ours
 * @param perSecond the requests per second of all clients
 * @param median the median latency at the client
 * @param p99 the 99th percentile of the latency at the client
 * @param bytes the bytes of a response body
 * @param serverTime the processor time of the server's JVM for a request, over all its threads
 */
public record RestFinding(
        String request, String contender, double perSecond, double median, double p99, long bytes, double serverTime) {

    /** Writes this result to a file. Its name must start with {@code rest-} and end with {@code .json}. */
    public void write(Path file) throws IOException {
        Files.writeString(file, new GsonBuilder().setPrettyPrinting().create().toJson(this));
    }
}
