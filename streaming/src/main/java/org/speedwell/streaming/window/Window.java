package org.speedwell.streaming.window;

import java.time.Duration;

/** How time is cut into windows. Times are milliseconds; aligned windows start at multiples of their slide. */
public sealed interface Window {

    /** Windows of {@code size} that start every {@code slide} milliseconds; tumbling where the two are the same. */
    record Sliding(long size, long slide) implements Window {
        public Sliding {
            if (slide < 1 || size < slide) {
                throw new IllegalArgumentException("A window of " + size + " ms that slides by " + slide
                        + " ms: the slide must be from 1 ms to the size of the window.");
            }
        }

        /** Length of the panes of which all windows are made, the longest there is. */
        long pane() {
            return gcd(size, slide);
        }

        private static long gcd(long a, long b) {
            return b == 0 ? a : gcd(b, a % b);
        }
    }

    /** Windows that hold the events of a key between pauses of {@code gap} milliseconds or more. */
    record Session(long gap) implements Window {
        public Session {
            if (gap < 1) {
                throw new IllegalArgumentException("A session with a gap of " + gap + " ms: it must be 1 ms or more.");
            }
        }
    }

    /** Windows side by side. */
    static Window tumbling(Duration size) {
        return new Sliding(size.toMillis(), size.toMillis());
    }

    /** Windows that overlap: one of {@code size} ends every {@code slide}. Both in whole milliseconds. */
    static Window sliding(Duration size, Duration slide) {
        return new Sliding(size.toMillis(), slide.toMillis());
    }

    /** A window for each group of a key's events that are less than {@code gap} apart. */
    static Window session(Duration gap) {
        return new Session(gap.toMillis());
    }
}
