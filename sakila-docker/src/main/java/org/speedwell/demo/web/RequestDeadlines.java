package org.speedwell.demo.web;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * A listener that closes connections whose request does not arrive in time. The server's own idle timeout restarts with
 * every byte. So it never closes a connection that sends a byte from time to time.
 */
final class RequestDeadlines implements Connection.Listener, HttpConfiguration.Customizer, AutoCloseable {
    private static final int PERIOD_MILLIS = 250;

    private final long patience;

    /** The connections that wait for a request, and the start of each wait in nanoseconds. */
    private final Map<Connection, Long> awaited = new ConcurrentHashMap<>();

    private final Ticker ticker = new Ticker("request deadlines", PERIOD_MILLIS, this::closeLate);

    RequestDeadlines(Duration patience) {
        this.patience = patience.toNanos();
        ticker.start();
    }

    @Override
    public void onOpened(Connection connection) {
        awaited.put(connection, System.nanoTime());
    }

    @Override
    public void onClosed(Connection connection) {
        awaited.remove(connection);
    }

    /**
     * Ends the wait of a connection whose request has arrived. The wait for its next request starts after the response.
     */
    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        Connection connection = request.getConnectionMetaData().getConnection();
        awaited.remove(connection);
        Request.addCompletionListener(request, _ -> {
            if (connection.getEndPoint().isOpen()) {
                onOpened(connection);
            }
        });
        return request;
    }

    private void closeLate() {
        long now = System.nanoTime();
        awaited.forEach((connection, since) -> {
            if (now - since > patience) {
                awaited.remove(connection);
                connection.getEndPoint().close();
            }
        });
    }

    @Override
    public void close() {
        ticker.close();
    }
}
