package org.speedwell.schema;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Where a long job tells how far it is. */
@FunctionalInterface
public interface Progress {

    /**
     * Begins one part of the job.
     *
     * @param name what it is, for a person
     * @param total how many steps it has
     */
    Task start(String name, long total);

    /** One part of a job, for one thread at a time. Closing it says that it is done, or given up. */
    interface Task extends AutoCloseable {

        /** Tells of steps done since the last call. */
        void advance(long steps);

        @Override
        void close();
    }

    /** Tells nobody. */
    static Progress none() {
        return (_, _) -> new Task() {
            @Override
            public void advance(long steps) {}

            @Override
            public void close() {}
        };
    }

    /** A bar for each task if somebody sits at a terminal, else a line for each and one every few seconds. */
    static Progress console() {
        return console(80, false);
    }

    /**
     * As {@link #console()}, for a terminal that is known.
     *
     * @param width columns of the terminal
     * @param unicode whether it shows block characters
     */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 it is null again where there is no terminal
    static Progress console(int width, boolean unicode) {
        boolean somebody = System.console() != null && System.console().isTerminal();
        return somebody ? (name, total) -> bar(name, total, width, unicode) : Progress::lines;
    }

    /**
     * A bar. Left to itself the library would ask the terminal for its width through a second library, which takes
     * Ctrl-C from the JVM: an embedded database would live on.
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
            private long told = began;
            private long done;

            @Override
            public void advance(long steps) {
                done += steps;
                if (System.nanoTime() - told > PERIOD) {
                    told = System.nanoTime();
                    tell();
                }
            }

            @Override
            public void close() {
                tell();
            }

            private void tell() {
                double seconds = (System.nanoTime() - began) / 1e9;
                System.err.printf(Locale.ROOT, "%-14s %,12d of %,d in %.1f s%n", name, done, total, seconds);
            }
        };
    }
}
