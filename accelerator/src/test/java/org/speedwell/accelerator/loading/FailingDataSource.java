package org.speedwell.accelerator.loading;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source whose connections throw errors or exceptions in threads of one name. Thread-safe. */
public final class FailingDataSource implements DataSource {
    private final DataSource of;
    private final AtomicInteger remaining = new AtomicInteger();
    private volatile String thread = "";
    private final AtomicInteger before = new AtomicInteger();
    private volatile Supplier<? extends Throwable> failure = AssertionError::new;

    public FailingDataSource(DataSource of) {
        this.of = of;
    }

    /**
     * Makes the next uses of connections fail in threads of this name.
     *
     * @param times the number of uses that fail
     */
    public void fail(String inThread, int times, Supplier<? extends Throwable> with) {
        failAfter(0, inThread, times, with);
    }

    /**
     * Makes uses of connections fail in threads of one name, after some that succeed.
     *
     * @param uses the number of uses that succeed first
     * @param times the number of uses that then fail
     */
    public void failAfter(int uses, String inThread, int times, Supplier<? extends Throwable> with) {
        thread = inThread;
        failure = with;
        before.set(uses);
        remaining.set(times);
    }

    /** Returns the number of failures that have not happened yet. */
    public int remaining() {
        return remaining.get();
    }

    /** Counts a use, and throws the failure if this use must fail. */
    public void use() {
        if (Thread.currentThread().getName().equals(thread)
                && before.getAndUpdate(now -> Math.max(0, now - 1)) == 0
                && remaining.getAndUpdate(now -> Math.max(0, now - 1)) > 0) {
            FailingDataSource.<RuntimeException>sneakyThrow(failure.get());
        }
    }

    /** Throws any exception, as the methods of a connection do. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void sneakyThrow(Throwable failure) throws X {
        throw (X) failure;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = of.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().endsWith("Statement")
                            || method.getName().equals("getMetaData")) {
                        use();
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return of.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        of.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        of.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return of.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return of.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return of.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return of.isWrapperFor(type);
    }
}
