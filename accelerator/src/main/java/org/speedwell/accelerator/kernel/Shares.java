package org.speedwell.accelerator.kernel;

import java.util.List;
import java.util.stream.IntStream;

/** A division of a range of positions into equal shares, one per thread of the pool of the JDK's parallel streams. */
public final class Shares {
    /** The smallest share that is worth its own thread. */
    private static final int MIN_SHARE_ROWS = 2 * Selector.ROWS;

    private Shares() {}

    /** The work on the positions from one, inclusive, to another, exclusive. */
    @FunctionalInterface
    public interface Work<R> {
        R run(int from, int to);
    }

    /** Returns the results of all shares, in order. There is one share if the work is small or not parallel. */
    public static <R> List<R> of(int places, boolean parallel, Work<R> work) {
        int shares = parallel
                ? Math.clamp(places / MIN_SHARE_ROWS, 1, Runtime.getRuntime().availableProcessors())
                : 1;
        if (shares == 1) {
            return List.of(work.run(0, places));
        }
        return IntStream.range(0, shares)
                .parallel()
                .mapToObj(share -> work.run(place(places, share, shares), place(places, share + 1, shares)))
                .toList();
    }

    private static int place(int places, int share, int shares) {
        return (int) ((long) places * share / shares);
    }
}
