package org.speedwell.demo;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.LoggerFactory;
import com.speedment.common.logger.LoggerManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.logging.Logger;

/** Keeps the libraries' news out of the demo's output, and lets their warnings through. */
final class QuietLogs {
    /** Held, because java.util.logging forgets the level of a logger that nobody holds; the second reads the binlog. */
    private static final List<Logger> LOGGERS =
            List.of(Logger.getLogger("org.speedwell"), Logger.getLogger("com.github.shyiko.mysql.binlog"));

    private QuietLogs() {}

    /** From here on: call it before the first class of Speedment is touched. */
    static void warningsOnly() {
        LOGGERS.forEach(logger -> logger.setLevel(java.util.logging.Level.WARNING));
        LoggerFactory factory = LoggerManager.getFactory();
        // Speedment sets levels on loggers that exist, and each of its classes makes its own when it is loaded
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
