package org.speedwell.accelerator.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * The sequence of versions of an application's tables. One volatile write publishes a version, and readers take no
 * lock. A reader keeps the version that it has read. The class also reclaims the memory of replaced versions.
 * Thread-safe.
 */
public final class Versions {
    /** The bytes of retired versions that do not justify a garbage collection. */
    private static final long MIN_BYTES_TO_COLLECT = 64L << 20;

    /** The bytes of former versions that changes may always retain before a garbage collection. */
    private static final long MAX_RETAINED_BYTES = 16L << 20;

    /** A listener that adds results of queries to each version. One thread at a time calls it. */
    public interface Listener {
        /**
         * Attaches results to a version that becomes visible next. Must not throw.
         *
         * @param former the version that is visible; null if there is none
         */
        void beforePublication(@Nullable Snapshot former, Snapshot next);

        /** Receives a version that has become visible. Must not throw. */
        void afterPublication(Snapshot published);
    }

    private final MemoryBudget budget;
    private final Duration keptFor;
    private final List<Listener> listeners = new ArrayList<>();
    private final Deque<Snapshot> retained = new ArrayDeque<>();
    private volatile @Nullable Snapshot current;
    private volatile long last;
    private volatile boolean isCrowded;

    /**
     * Creates a sequence without a version.
     *
     * @param budget counts the memory of all versions
     * @param keptFor how long replaced versions stay readable. If memory is short, they go earlier
     */
    public Versions(MemoryBudget budget, Duration keptFor) {
        this.budget = budget;
        this.keptFor = keptFor;
    }

    /** Returns the version that new streams read, or null if there is none. */
    public @Nullable Snapshot current() {
        return current;
    }

    /** Returns the number of the version that was published last. It equals the number of published versions. */
    public long last() {
        return last;
    }

    /** Returns the budget that counts the memory of all versions. */
    public MemoryBudget budget() {
        return budget;
    }

    /**
     * Publishes a version in place of the current one. If replaced versions retain too much memory, the method requests
     * a garbage collection. Retired versions may retain the size of this version plus 64 MB. Former versions may retain
     * a tenth of it plus 16 MB.
     *
     * @return the published version. Its number is higher than that of {@code next} if other versions were published
     * meanwhile
     */
    public Snapshot publish(Snapshot next) {
        Snapshot published;
        synchronized (this) {
            published = next.version() > last ? next : next.numbered(last + 1);
            last = published.version();
            listeners.forEach(listener -> listener.beforePublication(current, published));
            keep(current, published.takenAt().minus(keptFor));
            show(published);
            listeners.forEach(listener -> listener.afterPublication(published));
        }
        long bytes = published.bytes();
        budget.collectRetired(bytes, bytes + MIN_BYTES_TO_COLLECT);
        isCrowded = budget.collectFormer(bytes / 10 + MAX_RETAINED_BYTES) > 2;
        return published;
    }

    /** Adds a listener to later publications. */
    public synchronized void add(Listener listener) {
        listeners.add(listener);
    }

    /** Runs an action with the current version, which nothing can replace meanwhile. */
    public synchronized void withCurrent(Consumer<@Nullable Snapshot> action) {
        action.accept(current);
    }

    private void show(@Nullable Snapshot version) {
        current = version;
        budget.setOnHeap(version == null ? 0 : version.heapBytes());
    }

    /**
     * Returns the native memory in addition to that of the current version. Former versions retain it until the garbage
     * collector finds them unreachable. Running loads use it for staging.
     */
    public long formerBytes() {
        Snapshot now = current;
        return Math.max(0, budget.heldOrMapped() - (now == null ? 0 : now.bytes()));
    }

    /** Returns whether former versions retain too much memory. New versions should then wait until it is reclaimed. */
    public boolean isCrowded() {
        return isCrowded;
    }

    private void keep(@Nullable Snapshot former, Instant since) {
        if (former != null && keptFor.isPositive()) {
            retained.addLast(former);
        }
        // the version that was current at that moment must stay
        while (retained.size() > 1 && !second().takenAt().isAfter(since) || !retained.isEmpty() && budget.isShort()) {
            retained.removeFirst();
        }
    }

    private Snapshot second() {
        return retained.stream().skip(1).findFirst().orElseThrow();
    }

    /**
     * Returns the newest version that satisfies a predicate. It searches the current version and the replaced versions
     * that are kept.
     */
    public synchronized Optional<Snapshot> last(Predicate<Snapshot> which) {
        Snapshot now = current;
        if (now != null && which.test(now)) {
            return Optional.of(now);
        }
        for (Iterator<Snapshot> each = retained.descendingIterator(); each.hasNext(); ) {
            Snapshot former = each.next();
            if (which.test(former)) {
                return Optional.of(former);
            }
        }
        return Optional.empty();
    }

    /**
     * Replaces a damaged version by a former one, or by none.
     *
     * @return true if the damaged version was current
     */
    public synchronized boolean withdraw(Snapshot damaged, @Nullable Snapshot former) {
        boolean isCurrent = current == damaged;
        if (isCurrent) {
            show(former);
        }
        return isCurrent;
    }

    /**
     * Retires the current version and publishes none in its place. Also drops the replaced versions. If they hold much
     * memory, the method requests a garbage collection, because an idle application may not collect for hours.
     */
    public synchronized void clear() {
        retained.clear();
        show(null);
        budget.collectRetired(0, MIN_BYTES_TO_COLLECT);
    }
}
