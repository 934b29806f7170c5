package org.speedwell.accelerator.memory;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Small pieces of native memory that the versions of one structure share. A version has the pieces of the version
 * before it, except those that it replaces. The sweeper thread frees a piece when no version that has it is reachable.
 *
 * <p>Readers need no lock and no reference count for this. The cost of a version is the number of pieces that it
 * replaces. Each version keeps a list of the pieces that its successor no longer has. When a version becomes
 * unreachable, the sweeper goes through its list. If the version before also has a piece, the sweeper moves the piece
 * to the list of that version. Otherwise it frees the piece. File systems free the blocks of snapshots in the same way
 * (the "dead lists" of ZFS).
 *
 * <p>Versions follow one another in a line. A second successor of the same version begins a line of its own, which
 * keeps that version reachable. Thread-safe.
 */
public final class CopyOnWritePieces {
    private static final System.Logger LOG = System.getLogger(CopyOnWritePieces.class.getName());
    /**
     * The bytes before a piece. They hold the number of the version that allocated it, and its size including this
     * header.
     */
    private static final int HEADER = 2 * Long.BYTES;

    /** The divisor for leaving a region: a version leaves it when more than 1/8 of its bytes are replaced. */
    private static final int LEAVE_DIVISOR = 8;

    /**
     * The pause after which the results of one collection count as complete. They arrive one by one and in any order.
     */
    private static final int QUIET_MILLIS = 20;

    /** The last number given to a version of any line. */
    private static final AtomicLong NUMBERS = new AtomicLong();

    /**
     * The lines and sentinels. The garbage collector reports a reference only while the reference itself is reachable.
     */
    private static final Set<Object> KEPT = ConcurrentHashMap.newKeySet();

    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

    static {
        Thread.ofPlatform().name("speedwell-memory-pieces").daemon().start(CopyOnWritePieces::sweepForever);
    }

    private final MemoryBudget budget;

    /** The start of the memory that contains no pieces. {@code baseEnd} is its end. */
    private final long base;

    private final long baseEnd;

    /** The number of the first version of this line. Pieces with a lower number belong to the line of the origin. */
    private final long firstNumber = NUMBERS.incrementAndGet();

    @SuppressWarnings("unused") // keeps it reachable
    private final @Nullable Version origin;

    private @Nullable Entry first;
    private @Nullable Entry last;

    /** The addresses of all pieces of the last version. */
    private Table table = new Table(new long[0][], (entry, _) -> entry);

    private boolean hasDraft;

    private CopyOnWritePieces(@Nullable Region base, MemoryBudget budget, @Nullable Version origin) {
        this.base = base == null ? 0 : base.address();
        this.baseEnd = base == null ? 0 : base.address() + base.size();
        this.budget = budget;
        this.origin = origin;
    }

    /**
     * A handle of a version. All pieces of the version exist as long as the handle is reachable, so that each reader
     * must hold it.
     */
    public static final class Version {
        private final CopyOnWritePieces line;
        private final Entry entry;

        private Version(CopyOnWritePieces line, Entry entry) {
            this.line = line;
            this.entry = entry;
        }
    }

    /** The bookkeeping of a version. It remains after the version has become unreachable. Guarded by its line. */
    private static final class Entry {
        private final long number;

        /** The pieces of this version that the next one does not have. */
        private final Addresses replaced = new Addresses();

        private @Nullable Entry next;

        @SuppressWarnings("unused") // keeps it reachable
        private @Nullable Reference<?> reference;

        private boolean isUnreachable;

        Entry(long number) {
            this.number = number;
        }
    }

    /**
     * The addresses of the pieces of a version. The parts may also contain addresses of other memory.
     *
     * @param address returns the address for an entry and its place in its part
     */
    @SuppressWarnings("ArrayRecordComponent") // no code compares it
    public record Table(long[][] parts, Address address) {
        private void forEach(LongConsumer action) {
            for (long[] part : parts) {
                for (int place = 0; place < part.length; place++) {
                    action.accept(address.of(part[place], place));
                }
            }
        }
    }

    /** A function that returns the address of an entry of a table. */
    @FunctionalInterface
    public interface Address {
        long of(long entry, int place);
    }

    /** A reference that reports when a version has become unreachable. */
    private static final class VersionReference extends PhantomReference<Object> {
        private final CopyOnWritePieces line;
        private final Entry entry;

        VersionReference(Version version) {
            super(version, GONE);
            this.line = version.line;
            this.entry = version.entry;
        }
    }

    /** A reference that reports when the garbage collector has run. */
    private static final class Sentinel extends PhantomReference<Object> {
        private final CountDownLatch latch = new CountDownLatch(1);

        Sentinel() {
            super(new Object(), GONE);
        }
    }

    /**
     * Begins the version after another one. The caller must close the draft.
     *
     * @param former the version before, or null if there is none
     * @param base memory that contains no pieces; negative addresses are not pieces either
     */
    public static Draft after(@Nullable Version former, @Nullable Region base, MemoryBudget budget) {
        if (former != null && former.line.budget == budget && former.line.draw(former.entry)) {
            return former.line.new Draft(former.entry);
        }
        CopyOnWritePieces line = new CopyOnWritePieces(base, budget, former);
        line.hasDraft = true;
        return line.new Draft(null);
    }

    /**
     * Returns whether the next version should copy all that it still shares of a region to pieces. A version that needs
     * one part of a region keeps the whole region. The copy pays off once enough of the region is replaced.
     *
     * @param bytes the number of bytes to copy
     */
    public static boolean shouldLeaveRegion(Region region, long replaced, long bytes, MemoryBudget budget) {
        return replaced > region.size() / LEAVE_DIVISOR && region.lease().holdsOnly(region) && budget.allows(bytes);
    }

    /** Returns the number at an absolute address, in a piece or in other memory. */
    public static int getInt(long address) {
        return NativeMemory.getInt(address);
    }

    public static void putInt(long address, int value) {
        NativeMemory.putInt(address, value);
    }

    public static void putShort(long address, short value) {
        NativeMemory.putShort(address, value);
    }

    public static void putByte(long address, byte value) {
        NativeMemory.putByte(address, value);
    }

    /** Copies bytes from one absolute address to another. */
    public static void copy(long from, long to, long bytes) {
        NativeMemory.copy(from, to, bytes);
    }

    private synchronized boolean draw(Entry former) {
        boolean isFree = former == last && !hasDraft;
        hasDraft |= isFree;
        return isFree;
    }

    /** A version under construction. For one thread. */
    public final class Draft implements AutoCloseable {
        private final @Nullable Entry former;
        private final long number;
        private final Addresses made = new Addresses();
        private final Addresses replaced = new Addresses();
        private boolean isDone;

        private Draft(@Nullable Entry former) {
            this.former = former;
            this.number = former == null ? firstNumber : NUMBERS.incrementAndGet();
        }

        /**
         * Allocates a piece and returns its address. The bytes are not initialised.
         *
         * @throws MemoryBudgetException if the budget does not allow it
         */
        public long allocate(long bytes) {
            long piece = CopyOnWritePieces.this.allocate(bytes, number);
            made.add(piece);
            return piece;
        }

        /**
         * Notes that this version replaces the piece at an address of the former version. Ignores addresses of other
         * memory.
         */
        public void replace(long address) {
            if (isPiece(address)) {
                replaced.add(address);
            }
        }

        /** Completes the version. The table contains the addresses of all its pieces. */
        public Version finish(Table all) {
            isDone = true;
            return append(new Entry(number), all, former, replaced);
        }

        @Override
        public void close() {
            if (!isDone) {
                made.forEach(CopyOnWritePieces.this::free);
                drop();
            }
        }
    }

    private synchronized void drop() {
        hasDraft = false;
    }

    private synchronized Version append(Entry entry, Table all, @Nullable Entry former, Addresses replaced) {
        if (former == null) {
            first = entry;
            KEPT.add(this);
        } else {
            former.next = entry;
            former.replaced.addAll(replaced);
            budget.retire(replaced.bytes());
        }
        last = entry;
        table = all;
        hasDraft = false;
        Version version = new Version(this, entry);
        entry.reference = new VersionReference(version);
        return version;
    }

    private boolean isPiece(long address) {
        return address > 0 && (address < base || address >= baseEnd) && number(address) >= firstNumber;
    }

    private static long number(long piece) {
        return NativeMemory.getLong(piece - HEADER);
    }

    private static long bytes(long piece) {
        return NativeMemory.getLong(piece - Long.BYTES);
    }

    private long allocate(long bytes, long number) {
        long all = bytes + HEADER;
        budget.take(all);
        long address = 0;
        try {
            address = NativeMemory.allocate(all);
        } finally {
            if (address == 0) {
                budget.release(all);
            }
        }
        Lease.count(all);
        NativeMemory.putLong(address, number);
        NativeMemory.putLong(address + Long.BYTES, all);
        return address + HEADER;
    }

    private void free(long piece) {
        long all = bytes(piece);
        NativeMemory.free(piece - HEADER, all);
        Lease.count(-all);
        budget.release(all);
    }

    /** Frees the pieces that only unreachable versions have. */
    private synchronized void sweep() {
        Entry reachable = null;
        for (Entry entry = first; entry != null; entry = entry.next) {
            if (!entry.isUnreachable || hasDraft && entry == last) {
                link(reachable, entry);
                reachable = entry;
            } else if (entry.next == null) {
                sweepLast(reachable);
            } else {
                sweep(reachable, entry);
            }
        }
        link(reachable, null);
        last = reachable;
        if (reachable == null) {
            KEPT.remove(this);
        }
    }

    private void link(@Nullable Entry entry, @Nullable Entry next) {
        if (entry == null) {
            first = next;
        } else {
            entry.next = next;
        }
    }

    /**
     * Goes through the list of a version that became unreachable.
     *
     * @param before the nearest earlier version that is reachable, or null
     */
    private void sweep(@Nullable Entry before, Entry gone) {
        gone.replaced.forEach(piece -> {
            if (before != null && number(piece) <= before.number) {
                before.replaced.add(piece);
            } else {
                budget.retire(-bytes(piece));
                free(piece);
            }
        });
    }

    /** Frees the pieces of the last version that the reachable version before does not have. */
    private void sweepLast(@Nullable Entry before) {
        Addresses kept = new Addresses();
        table.forEach(address -> {
            if (isPiece(address) && (before == null || number(address) > before.number)) {
                free(address);
            } else if (isPiece(address)) {
                kept.add(address);
            }
        });
        if (before != null) {
            budget.retire(-before.replaced.bytes());
            kept.addAll(before.replaced);
            before.replaced.clear();
        }
        table = new Table(new long[][] {kept.toArray()}, (entry, _) -> entry);
    }

    @SuppressWarnings("InfiniteLoopStatement")
    private static void sweepForever() {
        Set<CopyOnWritePieces> lines = new HashSet<>();
        Set<Sentinel> sentinels = new HashSet<>();
        while (true) {
            try {
                for (Reference<?> gone = GONE.remove();
                        gone != null;
                        gone = sentinels.isEmpty() ? GONE.poll() : GONE.remove(QUIET_MILLIS)) {
                    if (gone instanceof VersionReference farewell) {
                        farewell.line.recordUnreachable(farewell.entry);
                        lines.add(farewell.line);
                    } else if (gone instanceof Sentinel sentinel) {
                        sentinels.add(sentinel);
                    }
                }
                lines.forEach(CopyOnWritePieces::sweep);
                sentinels.forEach(sentinel -> sentinel.latch.countDown());
                KEPT.removeAll(sentinels);
                lines.clear();
                sentinels.clear();
            } catch (InterruptedException e) {
                // no code interrupts this thread, so that it continues
            } catch (Throwable e) { // without this thread, nothing is freed any more
                try {
                    LOG.log(System.Logger.Level.ERROR, "Speedwell could not free memory of former versions", e);
                } catch (Throwable unlogged) {
                    e.addSuppressed(unlogged);
                }
            }
        }
    }

    private synchronized void recordUnreachable(Entry gone) {
        gone.isUnreachable = true;
    }

    /** Returns a latch that reaches zero after the sweeper has freed what the next collection finds. */
    static CountDownLatch afterCollection() {
        Sentinel sentinel = new Sentinel();
        KEPT.add(sentinel);
        return sentinel.latch;
    }

    private static final class Addresses {
        private long[] addresses = {};
        private int size;

        void add(long address) {
            if (size == addresses.length) {
                addresses = Arrays.copyOf(addresses, Math.max(16, 2 * size));
            }
            addresses[size++] = address;
        }

        void addAll(Addresses others) {
            others.forEach(this::add);
        }

        void forEach(LongConsumer action) {
            for (int i = 0; i < size; i++) {
                action.accept(addresses[i]);
            }
        }

        void clear() {
            addresses = new long[0];
            size = 0;
        }

        long[] toArray() {
            return Arrays.copyOf(addresses, size);
        }

        long bytes() {
            long bytes = 0;
            for (int i = 0; i < size; i++) {
                bytes += CopyOnWritePieces.bytes(addresses[i]);
            }
            return bytes;
        }
    }
}
