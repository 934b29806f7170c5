package org.speedwell.accelerator.kernel;

import java.util.List;
import java.util.stream.IntStream;

/** Equal shares of many places, one for each thread of the pool that the JDK's parallel streams use. */
public final class Shares {
    /** So many places are worth handing over. */
    private static final int LEAST = 2 * Selector.ROWS;

    private Shares() {}

    /** What is made of the places from one, inclusive, to another, exclusive. */
    @FunctionalInterface
    public interface Work<R> {
        R run(int from, int to);
    }

    /** What is made of all shares, in their order: one share if there is little to do or it is not to be shared out. */
    public static <R> List<R> of(int places, boolean parallel, Work<R> work) {
        int shares =
                parallel ? Math.clamp(places / LEAST, 1, Runtime.getRuntime().availableProcessors()) : 1;
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
