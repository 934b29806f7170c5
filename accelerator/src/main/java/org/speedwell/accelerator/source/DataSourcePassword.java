package org.speedwell.accelerator.source;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import javax.sql.DataSource;

/** The password of a data source. {@link DataSource} does not reveal it, but most pools and drivers have a getter. */
final class DataSourcePassword {
    private DataSourcePassword() {}

    /** Returns the result of {@code getPassword()}; empty if the data source has no such public method. */
    static String of(DataSource dataSource) {
        try {
            Method getter = dataSource.getClass().getMethod("getPassword");
            return getter.invoke(dataSource) instanceof String password ? password : "";
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return ""; // the server then refuses the login, with a message that names the user
        }
    }
}
