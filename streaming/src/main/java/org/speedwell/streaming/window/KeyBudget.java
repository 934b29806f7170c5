package org.speedwell.streaming.window;

import java.util.concurrent.atomic.AtomicInteger;

/** How many keys the operators of one window may hold at once, together. Thread-safe. */
public final class KeyBudget {
    private final int max;
    private final AtomicInteger held = new AtomicInteger();

    public KeyBudget(int max) {
        this.max = max;
    }

    void take() {
        if (held.incrementAndGet() > max) {
            throw new TooManyKeysException("More than " + max
                    + " keys at once in one window's state. Raise the job's maxKeys if memory allows,"
                    + " or group by something coarser.");
        }
    }

    void giveBack() {
        held.decrementAndGet();
    }
}
