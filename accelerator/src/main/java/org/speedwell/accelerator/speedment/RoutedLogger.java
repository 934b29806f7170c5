package org.speedwell.accelerator.speedment;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.Logger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadConnections;

/** A logger of Speedment that writes to {@link System.Logger}. The interface has eleven methods for each level. */
final class RoutedLogger {
    private final System.Logger target;

    /** The logger that prints to the console, which classes may have obtained before. It shares the level. */
    private final Logger former;

    /** True if the application set the level. */
    private volatile boolean isRequested;

    private RoutedLogger(System.Logger target, Logger former) {
        this.target = target;
        this.former = former;
        this.isRequested = former.getLevel().isEqualOrLowerThan(Level.DEBUG);
    }

    static Logger of(System.Logger target, Logger former) {
        RoutedLogger routed = new RoutedLogger(target, former);
        return (Logger) Proxy.newProxyInstance(
                Logger.class.getClassLoader(),
                new Class<?>[] {Logger.class},
                (_, method, arguments) -> routed.call(method, arguments));
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        for (Level level : Level.values()) {
            if (arguments != null && method.getName().equalsIgnoreCase(level.name())) {
                log(level, arguments);
                return null;
            }
        }
        isRequested |= method.getName().equals("setLevel");
        try {
            return method.invoke(former, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Logs a record. Its arguments are an exception, a message and the values of the message, each optional. */
    private void log(Level level, Object[] arguments) {
        System.Logger.Level severity = LoadConnections.isOpeningInVain() ? System.Logger.Level.DEBUG : severity(level);
        if (!target.isLoggable(severity) || isRequested && !level.isEqualOrHigherThan(former.getLevel())) {
            return;
        }
        Throwable thrown = arguments[0] instanceof Throwable first ? first : null;
        List<Object> values = new ArrayList<>();
        for (Object argument : Arrays.asList(arguments).subList(thrown == null ? 0 : 1, arguments.length)) {
            values.addAll(argument instanceof Object[] more ? Arrays.asList(more) : Collections.singleton(argument));
        }
        String format = values.isEmpty() ? String.valueOf(thrown) : String.valueOf(values.removeFirst());
        target.log(severity, values.isEmpty() ? format : String.format(format, values.toArray()), thrown);
    }

    private System.Logger.Level severity(Level level) {
        return switch (level) {
            case WARN -> System.Logger.Level.WARNING;
            case ERROR, FATAL -> System.Logger.Level.ERROR;
            case INFO, DEBUG -> isRequested ? System.Logger.Level.INFO : System.Logger.Level.DEBUG;
            case TRACE -> isRequested ? System.Logger.Level.INFO : System.Logger.Level.TRACE;
        };
    }
}
