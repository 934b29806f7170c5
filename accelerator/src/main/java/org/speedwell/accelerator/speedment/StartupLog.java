package org.speedwell.accelerator.speedment;

import com.speedment.common.logger.Level;
import com.speedment.common.logger.Logger;
import com.speedment.common.logger.LoggerManager;
import com.speedment.runtime.core.ApplicationBuilder.LogType;

/**
 * What Speedment writes to standard output while an application is built: a logo, its licence, the names of JVM, database and
 * driver, and that there is no file of settings. Warnings are left, and so is all that somebody asked for by {@code
 * withLogging(LogType.APPLICATION_BUILDER)}.
 */
public final class StartupLog {
    /** As Speedment's own loggers abbreviate the name of the class that looks for a file of settings. */
    private static final String SETTINGS = "c.s.c.i.i.InjectorBuilderImpl";

    private StartupLog() {}

    /** For all applications of this JVM: Speedment has one logger for them. */
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
