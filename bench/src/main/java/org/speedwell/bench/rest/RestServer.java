package org.speedwell.bench.rest;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.speedwell.bench.ChildJvm;
import org.speedwell.schema.Database;

/**
 * A {@link RestService} in a separate JVM, so that the clients do not influence its compilation and garbage collection.
 */
final class RestServer implements AutoCloseable {
    private final Process process;
    private final int port;

    private RestServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts the service, and waits until it accepts requests.
     *
     * @throws IOException if the service ends before it listens
     */
    static RestServer start(Database database, int scale) throws IOException {
        Process process = ChildJvm.of(
                        RestService.class,
                        List.of(
                                "-Xmx1g",
                                "-Dspeedwell.url=" + database.url(""),
                                "-Dspeedwell.user=" + database.user(),
                                "-Dspeedwell.password=" + database.password()),
                        List.of(Integer.toString(scale)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader said = process.inputReader();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(RestService.READY)) {
                return new RestServer(process, Integer.parseInt(line.substring(RestService.READY.length())));
            }
            System.out.println(line);
        }
        throw new IOException("The service ended before it opened its port.");
    }

    int port() {
        return port;
    }

    /** Returns the processor time that the service has used so far, with a precision of some hundredths of a second. */
    long processorNanos() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    /** Closes the input of the service, which ends it. Kills the process after 60 s. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
