package org.speedwell.demo;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.LoggerFactory;
import com.speedment.common.logger.LoggerManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.logging.Logger;

/** A filter that hides the libraries' messages below warnings from the demo's output. */
final class QuietLogs {
    /**
     * The loggers of Speedwell and of the binlog library. The list prevents their garbage collection, because a
     * collected logger loses its level.
     */
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("org.speedwell"), Logger.getLogger("com.github.shyiko.mysql.binlog"));

    private QuietLogs() {}

    /**
     * Hides messages below warnings from now on. The caller must call it before the JVM loads the first class of
     * Speedment.
     */
    static void warningsOnly() {
        LOGGERS.forEach(logger -> logger.setLevel(java.util.logging.Level.WARNING));
        LoggerFactory factory = LoggerManager.getFactory();
        // Speedment sets the levels of existing loggers only, and each of its classes creates a logger when the JVM
        // loads it
        LoggerManager.setFactory((LoggerFactory) Proxy.newProxyInstance(
                LoggerFactory.class.getClassLoader(),
                new Class<?>[] {LoggerFactory.class},
                (_, method, arguments) -> quiet(call(factory, method, arguments))));
    }

    private static Object call(LoggerFactory factory, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(factory, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object quiet(Object result) {
        if (result instanceof com.speedment.common.logger.Logger logger) {
            logger.setLevel(Level.WARN);
        }
        return result;
    }
}
