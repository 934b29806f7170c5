package org.speedwell.accelerator.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * The versions of an application's tables, one after the other. Each is published by one volatile write, and readers take
 * no lock: who has read a version keeps it. The memory of those that were replaced is asked back. Thread-safe.
 */
public final class Versions {
    /** Bytes of retired versions that are not worth a collection. */
    private static final long LITTLE = 64L << 20;

    /** Of what changes have replaced. */
    private static final long FEW_CHANGES = 16L << 20;

    private final MemoryBudget budget;
    private final Duration keptFor;
    private final Deque<Snapshot> kept = new ArrayDeque<>();
    private volatile @Nullable Snapshot current;
    private volatile long last;
    private volatile boolean isCrowded;

    /**
     * No version yet; the memory of all is counted in the budget.
     *
     * @param keptFor how long versions that were replaced are kept; where memory gets short they go sooner
     */
    public Versions(MemoryBudget budget, Duration keptFor) {
        this.budget = budget;
        this.keptFor = keptFor;
    }

    /** The version that new streams see, or null while there is none. */
    public @Nullable Snapshot current() {
        return current;
    }

    /** The number of the version that was published last, which is how many there were. */
    public long last() {
        return last;
    }

    /** In which the memory of all versions is counted. */
    public MemoryBudget budget() {
        return budget;
    }

    /**
     * Puts a version in place of the one before it. Where those that were replaced hold more than another one of its size,
     * or a tenth of it that changes have replaced, and not little, their memory is asked back.
     *
     * @return what was published: where others were published meanwhile it has a later number
     */
    public Snapshot publish(Snapshot next) {
        Snapshot published;
        synchronized (this) {
            published = next.version() > last ? next : next.numbered(last + 1);
            last = published.version();
            keep(current, published.takenAt().minus(keptFor));
            show(published);
        }
        long bytes = published.bytes();
        budget.collectRetired(bytes, bytes + LITTLE);
        isCrowded = budget.collectFormer(bytes / 10 + FEW_CHANGES) > 2;
        return published;
    }

    private void show(@Nullable Snapshot version) {
        current = version;
        budget.setOnHeap(version == null ? 0 : version.heapBytes());
    }

    /**
     * Native memory beside that of the current version: what only former ones have, as long as somebody can reach them or the
     * collector has not found that nobody can, and what loads that are under way have staged.
     */
    public long formerBytes() {
        Snapshot now = current;
        return Math.max(0, budget.heldOrMapped() - (now == null ? 0 : now.bytes()));
    }

    /** Whether changes have replaced so much that there should not be many versions more until it has returned. */
    public boolean isCrowded() {
        return isCrowded;
    }

    private void keep(@Nullable Snapshot former, Instant since) {
        if (former != null && keptFor.isPositive()) {
            kept.addLast(former);
        }
        // what was current at that moment has to stay
        while (kept.size() > 1 && !second().takenAt().isAfter(since) || !kept.isEmpty() && budget.isShort()) {
            kept.removeFirst();
        }
    }

    private Snapshot second() {
        return kept.stream().skip(1).findFirst().orElseThrow();
    }

    /** The last version of which something holds, of the current one and those that are kept. */
    public synchronized Optional<Snapshot> last(Predicate<Snapshot> which) {
        Snapshot now = current;
        if (now != null && which.test(now)) {
            return Optional.of(now);
        }
        for (Iterator<Snapshot> each = kept.descendingIterator(); each.hasNext(); ) {
            Snapshot former = each.next();
            if (which.test(former)) {
                return Optional.of(former);
            }
        }
        return Optional.empty();
    }

    /**
     * Puts a former version, or none, in place of one that proved damaged.
     *
     * @return whether it was current
     */
    public synchronized boolean withdraw(Snapshot damaged, @Nullable Snapshot former) {
        boolean isCurrent = current == damaged;
        if (isCurrent) {
            show(former);
        }
        return isCurrent;
    }

    /** Retires the current version, if there is one, and puts none in its place. */
    public synchronized void clear() {
        kept.clear();
        show(null);
    }
}
