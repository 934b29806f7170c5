package org.speedwell.demo;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.speedwell.schema.Progress;

/**
 * Progress bars of the terminal's width. Left to itself the library would ask the terminal, through a second library
 * that takes Ctrl-C from the JVM: the database would live on.
 */
final class Bars implements Progress {
    private final Terminal terminal;

    private Bars(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Bars if somebody sits there, else lines now and then. */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 it is null again where there is no terminal
    static Progress on(Terminal terminal) {
        boolean somebody = System.console() != null && System.console().isTerminal();
        return somebody ? new Bars(terminal) : Progress.console();
    }

    @Override
    public Task start(String name, long total) {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(String.format(Locale.ROOT, "%-12s", name))
                .setInitialMax(total)
                .setUnit(" rows", 1)
                .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
                .setStyle(terminal.unicode() ? ProgressBarStyle.UNICODE_BLOCK : ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, terminal.width() - 1))
                .build();
        return new Task() {
            @Override
            public void advance(long steps) {
                bar.stepBy(steps);
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }
}
