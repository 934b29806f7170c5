package org.speedwell.accelerator.speedment;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.Logger;
import com.speedment.common.logger.LoggerManager;
import com.speedment.runtime.core.ApplicationBuilder.LogType;

/**
 * A switch for Speedment's output while an application is built: a logo, its licence, the names of JVM, database and
 * driver, and a note that there is no settings file. Warnings stay, and so does everything requested by {@code
 * withLogging(LogType.APPLICATION_BUILDER)}.
 */
public final class StartupLog {
    /** The class that looks for a settings file, as Speedment's own loggers abbreviate its name. */
    private static final String SETTINGS = "c.s.c.i.i.InjectorBuilderImpl";

    private StartupLog() {}

    /** Silences this output for all applications of this JVM, because Speedment has one logger for them. */
    public static void quieten() {
        quieten(LoggerManager.getLogger(LogType.APPLICATION_BUILDER.getLoggerName()));
        quieten(LoggerManager.getLogger(SETTINGS));
    }

    private static void quieten(Logger logger) {
        if (logger.getLevel() == Level.INFO) {
            logger.setLevel(Level.WARN);
        }
    }
}
