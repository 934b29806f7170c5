package org.speedwell.accelerator.memory;

import java.util.Collection;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The limit and the current use of native memory of one application's leases. Staging memory counts. Mapped files do
 * not, because the operating system may drop their pages. Thread-safe.
 */
public final class MemoryBudget {
    /** A budget limited only by the machine, for code without an application. */
    public static final MemoryBudget UNLIMITED = new MemoryBudget(Long.MAX_VALUE);

    /** The budget of the application for which a thread works. */
    private static final ScopedValue<MemoryBudget> CURRENT = ScopedValue.newInstance();

    /**
     * The greatest number of collections for one request. Memory that the first one frees may make more memory
     * unreachable.
     */
    private static final int ROUNDS = 2;

    /**
     * The number of versions above which {@link #collectRetired} requests a collection, however few bytes they hold.
     */
    private static final int MAX_RETIRED_VERSIONS = 64;

    /** The divisor for attempts without success: {@link #makeRoom} spends at most about 1/20 of the time on them. */
    private static final int WASTED_TIME_DIVISOR = 20;

    private static final long MAX_REQUEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final long bytes;
    private final AtomicLong held = new AtomicLong();
    private volatile long onHeap;
    private final AtomicLong mapped = new AtomicLong();
    private final AtomicLong replaced = new AtomicLong();
    private final ConcurrentSkipListSet<Long> versions = new ConcurrentSkipListSet<>();

    /** The replaced bytes that are in use: collections have not freed them. */
    private long formerInUse;

    /**
     * The end of the last attempt to make room, by {@link System#nanoTime}. {@code triedFor} is its duration in
     * nanoseconds. {@code hasFailed} is true if the attempt did not free enough.
     */
    private long triedAt;

    private long triedFor;
    private boolean hasFailed;

    private boolean isRequested;
    private long requestedSince;

    /**
     * Creates an unused budget.
     *
     * @param bytes the limit, at least 1
     */
    public MemoryBudget(long bytes) {
        this.bytes = bytes;
    }

    /** Returns the budget for which the calling thread works; {@link #UNLIMITED} if there is none. */
    static MemoryBudget current() {
        return CURRENT.orElse(UNLIMITED);
    }

    /** Runs work of the application. Memory that this thread stages meanwhile counts in this budget. */
    public <R, X extends Throwable> R during(ScopedValue.CallableOp<R, X> work) throws X {
        return ScopedValue.where(CURRENT, this).call(work);
    }

    /** Returns the bytes that the leases hold now, including the heap bytes that count. */
    public long held() {
        return held.get() + onHeap;
    }

    /** Sets the heap bytes that count: the values that changes have added to the current version. */
    public void setOnHeap(long newOnHeap) {
        onHeap = newOnHeap;
    }

    /** Returns the bytes that the leases hold now, plus the bytes of mapped files, which are not limited. */
    public long heldOrMapped() {
        return held() + mapped.get();
    }

    /** Returns whether at least nine tenths of the budget are in use. */
    public boolean isShort() {
        return held() > bytes / 10 * 9;
    }

    /** Returns the replaced bytes among the held bytes: a version has them, and the version after it does not. */
    long replaced() {
        return replaced.get();
    }

    /**
     * Counts replaced bytes, which a version has and the version after it does not. Negative once they have returned.
     */
    void retire(long bytes) {
        replaced.addAndGet(bytes);
    }

    /**
     * Returns the versions whose memory has not returned. These are the current version, versions that a stream,
     * iterator or view can reach, and unreachable ones that the collector has not found yet.
     */
    public Collection<Long> versions() {
        return versions.clone();
    }

    /**
     * Checks that {@code more} bytes are allowed now.
     *
     * @throws MemoryBudgetException if they are not
     */
    public void require(long more) {
        long now = held();
        if (more > bytes - now) {
            throw new MemoryBudgetException(more, now, bytes, versions);
        }
    }

    /**
     * Checks that the bytes held exceed the budget by at most {@code beyond}.
     *
     * @throws MemoryBudgetException if the excess is greater
     */
    void requireWithin(long beyond) {
        long now = held();
        if (now - beyond > bytes) {
            throw new MemoryBudgetException(0, now, bytes, versions);
        }
    }

    /** Returns whether {@code more} bytes are allowed now. */
    boolean allows(long more) {
        return more <= bytes - held();
    }

    /**
     * Checks that {@code more} bytes are allowed now. If they are not, the method first collects garbage, so that
     * unreachable leases return their memory. The collection may take some seconds.
     *
     * @throws MemoryBudgetException if they are still not allowed
     */
    public void awaitRoom(long more) {
        for (int round = 0; round < ROUNDS && !allows(more); round++) {
            Lease.reclaim(() -> allows(more));
        }
        require(more);
    }

    /**
     * Collects garbage if {@code more} bytes are not allowed now, so that unreachable leases return their memory. The
     * collection may take some seconds. After an attempt without success, the method does nothing for 20 times the
     * duration of that attempt.
     */
    public synchronized void makeRoom(long more) {
        long now = System.nanoTime();
        if (allows(more) || hasFailed && now - triedAt < WASTED_TIME_DIVISOR * triedFor) {
            return;
        }
        for (int round = 0; round < ROUNDS && !allows(more); round++) {
            Lease.reclaim();
        }
        triedAt = System.nanoTime();
        triedFor = triedAt - now;
        hasFailed = !allows(more);
    }

    /**
     * Requests a garbage collection if retired versions hold many bytes, or if there are more than 64 versions.
     * Versions may also hold mapped files, which the number of bytes does not show. Retired versions return their
     * memory when the collector finds them unreachable, but an idle application may not collect for hours.
     *
     * @param inUse the bytes held by versions that are not retired
     * @param spare the bytes of retired versions that do not justify a collection
     * @return true if the method requested a collection
     */
    public boolean collectRetired(long inUse, long spare) {
        boolean isMuch = held() - inUse > spare || versions.size() > MAX_RETIRED_VERSIONS;
        if (isMuch) {
            OldCollection.request();
        }
        return isMuch;
    }

    /**
     * Requests a garbage collection if more than {@code spare} replaced bytes could return. If collections have not
     * freed them after 5 seconds, readers still use them. The method then requests no further collections for these
     * bytes.
     *
     * @param spare the replaced bytes that do not justify a collection
     * @return the bytes that could return, as a multiple of {@code spare}
     */
    public synchronized double collectFormer(long spare) {
        long now = replaced();
        formerInUse = Math.min(formerInUse, now);
        long returning = now - formerInUse;
        if (returning <= spare) {
            isRequested = false;
        } else {
            OldCollection.request();
            if (!isRequested) {
                isRequested = true;
                requestedSince = System.nanoTime();
            } else if (System.nanoTime() - requestedSince > MAX_REQUEST_NANOS) {
                isRequested = false;
                formerInUse = now;
            }
        }
        return (double) returning / spare;
    }

    /** Counts bytes that a lease takes, even beyond the limit. */
    void add(long more) {
        held.addAndGet(more);
    }

    /**
     * Counts bytes that a lease takes.
     *
     * @throws MemoryBudgetException if the budget does not allow them; the method then does not count them
     */
    void take(long more) {
        long now = held.getAndAdd(more) + onHeap;
        if (more > bytes - now) {
            held.addAndGet(-more);
            throw new MemoryBudgetException(more, now, bytes, versions);
        }
    }

    /** Counts bytes that a lease has returned. */
    void release(long less) {
        held.addAndGet(-less);
    }

    /** Counts the bytes of a newly mapped file; negative for an unmapped one. */
    void map(long more) {
        mapped.addAndGet(more);
    }

    void holds(long version) {
        versions.add(version);
    }

    void returned(long version) {
        versions.remove(version);
    }
}
