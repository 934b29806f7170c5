package org.speedwell.accelerator.memory;

import static net.openhft.chronicle.core.UnsafeMemory.UNSAFE;

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
 * Small pieces of native memory that the versions of one structure share: each has those of the one before it but for some,
 * which it replaces. A piece is freed when no version that has it can be reached. Readers need no lock and no count for that,
 * and a version costs what it replaces: with it is kept what the next one has no longer. When it is gone, a piece of that list
 * goes too or, if it is so old that the version before has it, to the list of that one. So file systems free the blocks of
 * snapshots (the "dead lists" of ZFS).
 *
 * <p>Versions follow one another in a line; who makes a second one of the same version begins a line of its own, by which
 * that version is kept. Thread-safe.
 */
public final class CopyOnWritePieces {
    private static final System.Logger LOG = System.getLogger(CopyOnWritePieces.class.getName());
    /** Before a piece: the number of the version that it was made for, and its bytes with these. */
    private static final int HEADER = 2 * Long.BYTES;

    /** A region is left when one byte of so many is replaced. */
    private static final int LEFT_AT = 8;

    /** What one collection has found comes one by one, in any order: all of it has come when nothing does for so long. */
    private static final int QUIET_MILLIS = 20;

    /** Of the versions of all lines. */
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** What the collector tells of must be reachable itself: lines, and by them the references to their versions. */
    private static final Set<Object> KEPT = ConcurrentHashMap.newKeySet();

    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

    static {
        Thread.ofPlatform().name("speedwell-memory-pieces").daemon().start(CopyOnWritePieces::sweepForever);
    }

    private final MemoryBudget budget;

    /** Addresses from here on, up to the end, are those of no pieces. */
    private final long base;

    private final long baseEnd;

    /** A piece with a lower number is of the line from which this one was begun. */
    private final long firstNumber = NUMBERS.incrementAndGet();

    @SuppressWarnings("unused") // kept alive
    private final @Nullable Version origin;

    private @Nullable Entry first;
    private @Nullable Entry last;

    /** Where all pieces of the last version are. */
    private Table table = new Table(new long[0][], (entry, _) -> entry);

    private boolean hasDraft;

    private CopyOnWritePieces(@Nullable Region base, MemoryBudget budget, @Nullable Version origin) {
        this.base = base == null ? 0 : base.address();
        this.baseEnd = base == null ? 0 : base.address() + base.size();
        this.budget = budget;
        this.origin = origin;
    }

    /** To be held by whoever reads pieces: while it can be reached, all that its version has are there. */
    public static final class Version {
        private final CopyOnWritePieces line;
        private final Entry entry;

        private Version(CopyOnWritePieces line, Entry entry) {
            this.line = line;
            this.entry = entry;
        }
    }

    /** What is known of a version, and goes on being known when it is gone. Guarded by its line. */
    private static final class Entry {
        private final long number;

        /** Pieces that it has and the next one has not. */
        private final Addresses replaced = new Addresses();

        private @Nullable Entry next;

        @SuppressWarnings("unused") // kept alive
        private @Nullable Reference<?> reference;

        private boolean isGone;

        Entry(long number) {
            this.number = number;
        }
    }

    /**
     * Where the pieces of a version are; there may be other addresses in it.
     *
     * @param address tells it by an entry and its place in its part
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Table(long[][] parts, Address address) {
        private void forEach(LongConsumer action) {
            for (long[] part : parts) {
                for (int place = 0; place < part.length; place++) {
                    action.accept(address.of(part[place], place));
                }
            }
        }
    }

    /** What an entry of a table stands for. */
    @FunctionalInterface
    public interface Address {
        long of(long entry, int place);
    }

    /** Tells that a version is gone. */
    private static final class Farewell extends PhantomReference<Object> {
        private final CopyOnWritePieces line;
        private final Entry entry;

        Farewell(Version version) {
            super(version, GONE);
            this.line = version.line;
            this.entry = version.entry;
        }
    }

    /** Tells that the collector has looked. */
    private static final class Sentinel extends PhantomReference<Object> {
        private final CountDownLatch latch = new CountDownLatch(1);

        Sentinel() {
            super(new Object(), GONE);
        }
    }

    /**
     * The version after another; to be closed.
     *
     * @param former null for one that has no pieces
     * @param base addresses in it are those of no pieces, nor are negative ones
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
     * Whether what versions share of a region had better be in pieces too, as by then enough of it is replaced: who holds a part
     * of the region holds all of it.
     *
     * @param bytes that are copied then
     */
    public static boolean isToBeLeft(Region region, long replaced, long bytes, MemoryBudget budget) {
        return replaced > region.size() / LEFT_AT && region.lease().holdsOnly(region) && budget.allows(bytes);
    }

    /** The number at an absolute address, in a piece or elsewhere. */
    public static int getInt(long address) {
        return UNSAFE.getInt(address);
    }

    public static void putInt(long address, int value) {
        UNSAFE.putInt(address, value);
    }

    public static void putShort(long address, short value) {
        UNSAFE.putShort(address, value);
    }

    public static void putByte(long address, byte value) {
        UNSAFE.putByte(address, value);
    }

    /** Copies bytes from one absolute address to another. */
    public static void copy(long from, long to, long bytes) {
        UNSAFE.copyMemory(from, to, bytes);
    }

    private synchronized boolean draw(Entry former) {
        boolean isFree = former == last && !hasDraft;
        hasDraft |= isFree;
        return isFree;
    }

    /** A version while it is made, by one thread. */
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
         * A piece of bytes that may be anything.
         *
         * @throws MemoryBudgetException if the budget does not allow it
         */
        public long allocate(long bytes) {
            long piece = CopyOnWritePieces.this.allocate(bytes, number);
            made.add(piece);
            return piece;
        }

        /** Says that the version has something in place of what is at an address, which the former one has. */
        public void replace(long address) {
            if (isPiece(address)) {
                replaced.add(address);
            }
        }

        /** The version, with all its pieces. */
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
        entry.reference = new Farewell(version);
        return version;
    }

    private boolean isPiece(long address) {
        return address > 0 && (address < base || address >= baseEnd) && number(address) >= firstNumber;
    }

    private static long number(long piece) {
        return UNSAFE.getLong(piece - HEADER);
    }

    private static long bytes(long piece) {
        return UNSAFE.getLong(piece - Long.BYTES);
    }

    private long allocate(long bytes, long number) {
        long all = bytes + HEADER;
        budget.take(all);
        long address = 0;
        try {
            address = UNSAFE.allocateMemory(all);
        } finally {
            if (address == 0) {
                budget.giveBack(all);
            }
        }
        Lease.count(all);
        UNSAFE.putLong(address, number);
        UNSAFE.putLong(address + Long.BYTES, all);
        return address + HEADER;
    }

    private void free(long piece) {
        long all = bytes(piece);
        UNSAFE.freeMemory(piece - HEADER);
        Lease.count(-all);
        budget.giveBack(all);
    }

    /** Frees what only versions have that are gone. */
    private synchronized void sweep() {
        Entry reachable = null;
        for (Entry entry = first; entry != null; entry = entry.next) {
            if (!entry.isGone || hasDraft && entry == last) {
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

    /** @param before the version that can be reached and is next before the one that is gone */
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

    /** What the last version has and the one before has not. */
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
                    if (gone instanceof Farewell farewell) {
                        farewell.line.note(farewell.entry);
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
                // nobody has a reason to: it goes on
            } catch (Throwable e) { // without this thread nothing is freed any more
                try {
                    LOG.log(System.Logger.Level.ERROR, "Memory of former versions could not be freed", e);
                } catch (Throwable unlogged) {
                    e.addSuppressed(unlogged);
                }
            }
        }
    }

    private synchronized void note(Entry gone) {
        gone.isGone = true;
    }

    /** Is counted down when what the next collection finds has been freed. */
    static CountDownLatch afterCollection() {
        Sentinel sentinel = new Sentinel();
        KEPT.add(sentinel);
        return sentinel.latch;
    }

    /** A growing list. */
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
