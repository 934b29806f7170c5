package org.speedwell.spring;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A connection pool that evicts an aborted connection when the caller closes it. A failed load aborts its connections
 * on purpose. The pool alone would notice the abort only at the next use of the connection, and log a stack trace.
 * Thread-safe.
 */
final class EvictingDataSource extends DelegatingDataSource {
    private final HikariDataSource pool;

    EvictingDataSource(HikariDataSource pool) {
        super(pool);
        this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = pool.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, new Evicting(connection)::invoke);
    }

    private final class Evicting {
        private final Connection connection;
        private volatile boolean isDisconnected;

        Evicting(Connection connection) {
            this.connection = connection;
        }

        Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
            switch (method.getName()) {
                case "abort" -> isDisconnected = true;
                case "close" -> {
                    if (isDisconnected) {
                        pool.evictConnection(connection);
                    }
                }
                case "createStatement", "prepareStatement" -> {
                    if (isDisconnected) {
                        throw new SQLNonTransientConnectionException("The caller aborted this connection.", "08003");
                    }
                }
                default -> {}
            }
            try {
                return method.invoke(connection, given);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
