package org.speedwell.demo.web;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Closes connections that do not bring a whole request in time. The server's own time-out of idle connections begins
 * anew with every byte, so it never ends one that brings a byte now and then.
 */
final class RequestDeadlines implements Connection.Listener, HttpConfiguration.Customizer, AutoCloseable {
    private static final int PERIOD_MILLIS = 250;

    private final long patience;

    /** Connections of which a request is awaited, and since when. */
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

    /** A request is there: the next one is awaited when this one is answered. */
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
