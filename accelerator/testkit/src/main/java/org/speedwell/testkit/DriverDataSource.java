package org.speedwell.testkit;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of a driver to one server, without a pool. */
record DriverDataSource(String url, String user, String password) implements DataSource {
    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(user, password);
    }

    @Override
    public Connection getConnection(String name, String secret) throws SQLException {
        return DriverManager.getConnection(url, name, secret);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        throw unsupported();
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw unsupported();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw unsupported();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw unsupported();
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    private static SQLFeatureNotSupportedException unsupported() {
        return new SQLFeatureNotSupportedException("Set it in the JDBC URL of the server.");
    }
}
