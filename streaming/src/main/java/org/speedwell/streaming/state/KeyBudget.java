package org.speedwell.streaming.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.speedwell.streaming.keyed.TooManyKeysException;

/** How many keys may have state at once, and what is done when more come. Thread-safe. */
public final class KeyBudget {
    /** What part of the keys is evicted at once: a sweep over all of them pays for many keys that come. */
    private static final int SWEEP = 16;

    private final int max;
    private final boolean evicts;
    private final LongAdder evictions;
    private final AtomicInteger held = new AtomicInteger();

    private KeyBudget(int max, boolean evicts, LongAdder evictions) {
        this.max = max;
        this.evicts = evicts;
        this.evictions = evictions;
    }

    /** One key more is an error; for all operators of a window, together. */
    public static KeyBudget stopping(int max) {
        return new KeyBudget(max, false, new LongAdder());
    }

    /** Keys are evicted, and counted; for one operator. */
    public static KeyBudget evicting(int max, LongAdder evictions) {
        return new KeyBudget(max, true, evictions);
    }

    void take() {
        if (held.incrementAndGet() > max && !evicts) {
            throw new TooManyKeysException("More than " + max
                    + " keys at once in one operation's state. Raise the job's maxKeys if memory allows, let it evict"
                    + " keys, or group by something coarser.");
        }
    }

    void giveBack() {
        held.decrementAndGet();
    }

    int excess(int size) {
        return evicts && size > max ? size - max + max / SWEEP : 0;
    }

    void evicted() {
        evictions.increment();
    }
}
