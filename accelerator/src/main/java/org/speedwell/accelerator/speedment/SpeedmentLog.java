package org.speedwell.accelerator.speedment;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.Logger;
import com.speedment.common.logger.LoggerEventListener;
import com.speedment.common.logger.LoggerFactory;
import com.speedment.common.logger.LoggerFormatter;
import com.speedment.common.logger.LoggerManager;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A factory of Speedment's loggers that passes each record to {@link System.Logger}, which the logging framework of the
 * application receives. The name of a logger is that of its class, or {@code com.speedment.STREAM} for a {@code
 * LogType}. Warnings and errors keep their level. Information of Speedment has the level DEBUG, unless the application
 * requests it by {@code withLogging}.
 *
 * <p>Speedment's builder of applications has created its own loggers before any bundle is known. They print to the
 * console, and this factory silences them below warnings.
 */
public final class SpeedmentLog implements LoggerFactory {
    private final LoggerFactory former;
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();

    private SpeedmentLog(LoggerFactory former) {
        this.former = former;
    }

    /**
     * Installs the factory for all applications of this JVM, because Speedment has one factory for them. A factory that
     * the application has installed stays.
     */
    public static synchronized void install() {
        LoggerFactory now = LoggerManager.getFactory();
        if (now.getClass().getSimpleName().equals("SystemOutLoggerFactory")) { // Speedment's default, an internal class
            LoggerManager.setFactory(new SpeedmentLog(now));
        }
        LoggerFactory console = now instanceof SpeedmentLog routed ? routed.former : now;
        console.loggers()
                .map(Map.Entry::getValue)
                .filter(logger -> logger.getLevel() == Level.INFO)
                .forEach(logger -> logger.setLevel(Level.WARN));
    }

    @Override
    public Logger create(Class<?> of) {
        return create(of.getName());
    }

    @Override
    public Logger create(String name) {
        return loggers.computeIfAbsent(name, this::routed);
    }

    private Logger routed(String name) {
        // the names of a LogType begin with #
        System.Logger target = System.getLogger(name.startsWith("#") ? "com.speedment." + name.substring(1) : name);
        return RoutedLogger.of(target, former.create(name));
    }

    @Override
    public Class<? extends Logger> loggerClass() {
        return Logger.class;
    }

    @Override
    public void setFormatter(LoggerFormatter formatter) {
        former.setFormatter(formatter);
    }

    @Override
    public LoggerFormatter getFormatter() {
        return former.getFormatter();
    }

    @Override
    public void addListener(LoggerEventListener listener) {
        former.addListener(listener);
    }

    @Override
    public void removeListener(LoggerEventListener listener) {
        former.removeListener(listener);
    }

    @Override
    public Stream<Map.Entry<String, Logger>> loggers() {
        return loggers.entrySet().stream();
    }

    @Override
    public Stream<LoggerEventListener> listeners() {
        return former.listeners();
    }

    @Override
    public void setLevel(String path, Level level) {
        loggers()
                .filter(each -> each.getKey().startsWith(path))
                .forEach(each -> each.getValue().setLevel(level));
    }

    @Override
    public void setLevel(Class<?> of, Level level) {
        setLevel(of.getName(), level);
    }
}
