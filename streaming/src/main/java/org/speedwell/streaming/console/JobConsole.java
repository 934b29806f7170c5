package org.speedwell.streaming.console;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.speedwell.streaming.JobControl;

/**
 * A small HTTP server for the jobs of an engine. Its page draws the graph of each job with rates, watermarks and waiting
 * batches. Tools get the same as JSON:
 *
 * <table>
 * <caption>Requests</caption>
 * <tr><td>{@code GET /}</td><td>the page</td></tr>
 * <tr><td>{@code GET /jobs}</td><td>the name, status and counts of each job</td></tr>
 * <tr><td>{@code GET /jobs/NAME}</td><td>the graph of a job, with the metrics of each part</td></tr>
 * <tr><td>{@code GET /jobs/NAME/views/VIEW}</td><td>the first 100 rows of a view</td></tr>
 * <tr><td>{@code GET /jobs/NAME/savepoints}</td><td>the names of the savepoints</td></tr>
 * <tr><td>{@code POST} or {@code DELETE /jobs/NAME/savepoints/SAVEPOINT}</td><td>takes or removes a savepoint</td></tr>
 * <tr><td>{@code GET /jobs/NAME/explain}</td><td>the same as a table of text</td></tr>
 * <tr><td>{@code POST /jobs/NAME/ACTION}</td><td>pauses, resumes, drains or cancels the job: {@code pause},
 * {@code resume}, {@code drain}, {@code cancel}</td></tr>
 * </table>
 *
 * <p>The server rejects actions unless {@link #withControl} allows them. They also need the header
 * {@code X-Speedwell: control}, which no other web page can send. By default only this machine reaches the server. It
 * knows no users: to serve a network, put a proxy with authentication in front of it. Immutable and thread-safe.
 *
 * {@snippet :
 * try (JobConsole.Server server = JobConsole.of(engine).withControl().start(8090)) {
 *     System.out.println("See " + server.uri());
 *     job.await();
 * }
 * }
 */
public final class JobConsole {
    private final JobControl.Directory jobs;
    private final boolean allowsControl;

    /** A running server. Thread-safe. */
    public static final class Server implements AutoCloseable {
        private final HttpServer http;
        private final ExecutorService threads;

        private Server(HttpServer http, ExecutorService threads) {
            this.http = http;
            this.threads = threads;
        }

        /** Returns the address of the page. */
        public URI uri() {
            InetSocketAddress address = http.getAddress();
            InetAddress host = address.getAddress();
            String name = host.isLoopbackAddress() || host.isAnyLocalAddress() ? "localhost" : address.getHostString();
            return URI.create("http://" + name + ":" + address.getPort() + "/");
        }

        /** Stops the server. The jobs go on. */
        @Override
        public void close() {
            http.stop(0);
            threads.shutdownNow();
        }
    }

    private JobConsole(JobControl.Directory jobs, boolean allowsControl) {
        this.jobs = jobs;
        this.allowsControl = allowsControl;
    }

    /** Returns a console that shows the jobs of an engine. */
    public static JobConsole of(JobControl.Directory engine) {
        return new JobConsole(engine, false);
    }

    /**
     * Returns the same console that may also pause, resume, drain and cancel jobs, and that takes and removes
     * savepoints.
     */
    public JobConsole withControl() {
        return new JobConsole(jobs, true);
    }

    /**
     * Starts a server that only this machine reaches.
     *
     * @param port the port; 0 for any free port
     * @throws IOException if the port is in use
     */
    public Server start(int port) throws IOException {
        return start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /**
     * Starts a server at an address of this machine.
     *
     * @throws IOException if the address is in use, or is not one of this machine
     */
    public Server start(InetSocketAddress address) throws IOException {
        HttpServer http;
        try {
            http = HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException(
                    "The job console cannot listen on " + address + ": " + e.getMessage()
                            + ". Choose another port, or stop the program that uses it.",
                    e);
        }
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("speedwell-console-", 0).factory());
        http.setExecutor(threads);
        http.createContext(
                "/", new Requests(jobs, allowsControl, address.getAddress().isLoopbackAddress()));
        http.start();
        return new Server(http, threads);
    }
}
