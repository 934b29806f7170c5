package org.speedwell.streaming.window;

import java.time.Duration;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Millis;

/**
 * A division of event time into windows. Times are in milliseconds. Tumbling and sliding windows start at multiples of
 * their slide. Immutable.
 *
 * {@snippet :
 * Window minutes = Window.tumbling(Duration.ofMinutes(1));
 * Window lastTenSeconds = Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100));
 * Window visits = Window.session(Duration.ofMinutes(30));
 * }
 */
public sealed interface Window {
    /** The greatest number of windows that may contain one event. Each window has its own result. */
    long MAX_OVERLAP = 10_000_000;

    /**
     * Windows of {@code size} milliseconds that start every {@code slide} milliseconds. They are tumbling if both are
     * equal.
     */
    record Sliding(long size, long slide) implements Window {
        public Sliding {
            if (slide < 1 || size < slide) {
                throw new IllegalArgumentException("The slide is " + slide
                        + " ms, but must be from 1 ms to the size of the window, " + size + " ms.");
            }
            requireBelowLimit(size);
            if (size / slide > MAX_OVERLAP) {
                throw new IllegalArgumentException(
                        "With a window of " + size + " ms and a slide of " + slide + " ms, each event would be in "
                                + size / slide + " windows. The maximum is " + MAX_OVERLAP + ".");
            }
        }

        /**
         * Returns the length of a pane, in milliseconds. It is the greatest length that divides both size and slide.
         */
        public long pane() {
            return gcd(size, slide);
        }

        private static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }
    }

    /** Windows that contain the events of a key between pauses of {@code gap} milliseconds or more. */
    record Session(long gap) implements Window {
        public Session {
            if (gap < 1) {
                throw new IllegalArgumentException("The gap of a session is " + gap + " ms, but must be 1 ms or more.");
            }
            requireBelowLimit(gap);
        }
    }

    /**
     * Returns windows that do not overlap and leave no gap.
     *
     * @param size the length of a window, in whole milliseconds
     */
    static Window tumbling(Duration size) {
        long millis = Millis.exact("The size of a window", size);
        return new Sliding(millis, millis);
    }

    /**
     * Returns windows that overlap.
     *
     * @param size the length of a window, in whole milliseconds
     * @param slide the time between the starts of two windows, in whole milliseconds
     */
    static Window sliding(Duration size, Duration slide) {
        return new Sliding(Millis.exact("The size of a window", size), Millis.exact("The slide of a window", slide));
    }

    /**
     * Returns windows for groups of a key's events that are close to each other.
     *
     * @param gap the pause between two events that separates groups, in whole milliseconds
     */
    static Window session(Duration gap) {
        return new Session(Millis.exact("The gap of a session", gap));
    }

    private static void requireBelowLimit(long millis) {
        if (millis > Batch.TIME_LIMIT) {
            throw new IllegalArgumentException(
                    "The window is " + millis + " ms long, but may be at most 2^60 ms, the limit of event times.");
        }
    }
}
