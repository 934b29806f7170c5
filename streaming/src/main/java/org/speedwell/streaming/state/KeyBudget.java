package org.speedwell.streaming.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.speedwell.streaming.keyed.TooManyKeysException;

/** A limit of the number of keys that have state at the same time, and the reaction to more keys. Thread-safe. */
public final class KeyBudget {
    /**
     * The divisor for an eviction: it removes 1/16 of the allowed keys more than necessary, so that sweeps over all
     * keys are rare.
     */
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

    /** Creates a budget that stops the job if there is one key too many. All operators of a window share it. */
    public static KeyBudget stopping(int max) {
        return new KeyBudget(max, false, new LongAdder());
    }

    /** Creates a budget that evicts keys and counts the evictions. For one operator. */
    public static KeyBudget evicting(int max, LongAdder evictions) {
        return new KeyBudget(max, true, evictions);
    }

    void take() {
        if (held.incrementAndGet() > max && !evicts) {
            throw new TooManyKeysException("The state of one operation has more than " + max
                    + " keys. Raise maxKeys of the job if memory allows, let the job evict keys, or group by a coarser"
                    + " key.");
        }
    }

    void release() {
        held.decrementAndGet();
    }

    int excess(int size) {
        return evicts && size > max ? size - max + max / SWEEP : 0;
    }

    void evicted() {
        evictions.increment();
    }
}
