package org.speedwell.schema;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A receiver of the progress of a long job. */
@FunctionalInterface
public interface Progress {

    /**
     * Begins a part of the job.
     *
     * @param name the name of the part for users
     * @param total the number of its steps
     */
    Task start(String name, long total);

    /** A part of a job, for one thread at a time. The caller closes it when the part is complete or cancelled. */
    interface Task extends AutoCloseable {

        /** Reports the number of steps since the last call. */
        void advance(long steps);

        @Override
        void close();
    }

    /** Returns a receiver that reports nothing. */
    static Progress none() {
        return (_, _) -> new Task() {
            @Override
            public void advance(long steps) {}

            @Override
            public void close() {}
        };
    }

    /**
     * Returns a receiver that prints to the console. In a terminal it shows a bar for each part. Otherwise it prints a
     * line every few seconds.
     */
    static Progress console() {
        return console(80, false);
    }

    /**
     * Returns a receiver like {@link #console()}, for a known terminal.
     *
     * @param width the number of columns of the terminal
     * @param unicode true if the terminal can show block characters
     */
    @SuppressWarnings("SystemConsoleNull") // since JDK 25, null again without a terminal
    static Progress console(int width, boolean unicode) {
        boolean isInteractive = System.console() != null && System.console().isTerminal();
        return isInteractive ? (name, total) -> bar(name, total, width, unicode) : Progress::lines;
    }

    /**
     * Returns a progress bar with a given width. Without a width, the library asks the terminal through a second
     * library. The second library takes Ctrl-C from the JVM, so an embedded database would survive.
     */
    private static Task bar(String name, long total, int width, boolean unicode) {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(String.format(Locale.ROOT, "%-14s", name))
                .setInitialMax(total)
                .setUnit("", 1)
                .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
                .setStyle(unicode ? ProgressBarStyle.UNICODE_BLOCK : ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, width - 1))
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

    private static Task lines(String name, long total) {
        return new Task() {
            private static final long PERIOD = TimeUnit.SECONDS.toNanos(5);
            private final long began = System.nanoTime();
            private long lastReportNanos = began;
            private long done;

            @Override
            public void advance(long steps) {
                done += steps;
                if (System.nanoTime() - lastReportNanos > PERIOD) {
                    lastReportNanos = System.nanoTime();
                    report();
                }
            }

            @Override
            public void close() {
                report();
            }

            private void report() {
                double seconds = (System.nanoTime() - began) / 1e9;
                System.err.printf(Locale.ROOT, "%-14s %,12d of %,d in %.1f s%n", name, done, total, seconds);
            }
        };
    }
}
