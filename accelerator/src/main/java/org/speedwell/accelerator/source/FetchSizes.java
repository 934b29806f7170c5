package org.speedwell.accelerator.source;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A translation of the fetch size {@code Integer.MIN_VALUE}, which asks MySQL's driver for a stream of rows. Other
 * drivers, such as MariaDB's, reject it and stream for any positive size.
 */
final class FetchSizes {
    /** The fetch size for other drivers, in rows. */
    private static final int ROWS = 1_000;

    private FetchSizes() {}

    /**
     * Returns a connection whose statements accept the fetch size of MySQL's driver. This is the given connection if it
     * belongs to that driver.
     */
    static Connection translated(Connection connection) throws SQLException {
        String driver = connection.getMetaData().getDriverName();
        return driver != null && driver.startsWith("MySQL Connector/J")
                ? connection
                : (Connection) proxy(Connection.class, connection);
    }

    private static Object proxy(Class<?> type, Object target) {
        return Proxy.newProxyInstance(
                FetchSizes.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> invoke(proxy, target, method, arguments));
    }

    private static @Nullable Object invoke(
            Object proxy, Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        String name = method.getName();
        if (arguments != null && name.equals("equals")) {
            return proxy == arguments[0];
        }
        boolean isStream = arguments != null && name.equals("setFetchSize") && arguments[0].equals(Integer.MIN_VALUE);
        try {
            Object result = method.invoke(target, isStream ? new Object[] {ROWS} : arguments);
            Class<?> type = method.getReturnType();
            return result != null && Statement.class.isAssignableFrom(type) ? proxy(type, result) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
