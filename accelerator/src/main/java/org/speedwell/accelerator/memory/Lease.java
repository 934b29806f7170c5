package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An owner of regions that returns the memory of all of them together. It does so when {@link #release()} is called, or
 * when neither the lease nor any of its regions is reachable. Readers therefore need no lock and no reference count: a
 * reachable region keeps its memory.
 *
 * <p>A lease {@linkplain #byRegion by region} returns the memory of each region as soon as that region is unreachable.
 *
 * <p>Allocation is thread-safe. {@link #release()} is for memory that no other thread can see (staging, a failed load).
 */
public final class Lease {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().name("speedwell-memory").daemon().factory());
    private static final LongAdder ALLOCATED = new LongAdder();
    private static final int READ_BLOCK = 1 << 20;

    private final MemoryBudget budget;
    private final boolean isBounded;

    /** The bytes that the regions of this lease replace. They may exceed the budget by this amount. */
    private volatile long replaced;

    /** The part of {@link #replaced} that new regions have not used up yet. */
    private final AtomicLong allowance = new AtomicLong();

    private final Stores stores;

    /**
     * The memory of each region of a lease by region; null for other leases. The queue holds no leases. A lease in it
     * would stay reachable, and so would its region's memory.
     */
    private final @Nullable Queue<Stores> regions;

    /**
     * The lease by region that created this lease for one of its regions; null for other leases. This field keeps it
     * reachable.
     */
    @SuppressWarnings("unused") // keeps the lease reachable
    private final @Nullable Lease whole;

    /** A field that is never written. Reading it keeps this object reachable. */
    private volatile int anchor;

    /** The cleaning action; null while there is no memory to return. */
    private Cleaner.@Nullable Cleanable cleanable;

    /**
     * Creates a staging lease, limited only by the machine. It counts in the budget of the application for which the
     * thread works, if there is one. The code that fills it checks that budget from time to time.
     */
    public Lease() {
        this(MemoryBudget.current(), false, false, null);
    }

    /** Creates a lease that refuses regions beyond the budget. */
    public Lease(MemoryBudget budget) {
        this(budget, true, false, null);
    }

    private Lease(MemoryBudget budget, boolean isBounded, boolean isByRegion, @Nullable Lease whole) {
        this.budget = budget;
        this.isBounded = isBounded;
        this.stores = new Stores(budget);
        this.regions = isByRegion ? new ConcurrentLinkedQueue<>() : null;
        this.whole = whole;
    }

    /**
     * Creates a lease like {@link #Lease(MemoryBudget)}, except that each region's memory returns on its own. {@link
     * #release} returns all of it.
     */
    public static Lease byRegion(MemoryBudget budget) {
        return new Lease(budget, true, true, null);
    }

    /**
     * Creates a lease by region that counts in the budget and may exceed it. It is for a replacement of something
     * larger, whose memory returns afterwards.
     */
    public static Lease unbounded(MemoryBudget budget) {
        return new Lease(budget, false, true, null);
    }

    /**
     * Allows the regions of a lease by region, and their staging memory, to exceed the budget by the bytes that they
     * replace.
     */
    public void replace(long bytes) {
        allowance.set(bytes);
        replaced = bytes;
    }

    /**
     * Checks that the budget is exceeded by no more than this lease allows.
     *
     * @throws MemoryBudgetException if the excess is greater
     */
    public void requireRoom() {
        if (isBounded) {
            budget.requireWithin(2 * replaced);
        }
    }

    private boolean isAllowed(long bytes) {
        return allowance.getAndUpdate(left -> left < bytes ? left : left - bytes) >= bytes;
    }

    /**
     * Returns whether a region is the only memory of this lease. The memory then returns when the region is
     * unreachable.
     */
    boolean holdsOnly(Region region) {
        return stores.isOne(region.address(), Math.max(1, region.size()));
    }

    /**
     * Notes that a later version replaces a region. The budget counts its bytes only if this lease has no other memory.
     */
    void retire(Region region) {
        if (holdsOnly(region)) {
            stores.retire();
        }
    }

    /** Returns the budget that counts the memory. */
    public MemoryBudget budget() {
        return budget;
    }

    /**
     * Sets the version that owns the memory. The budget reports it until the memory returns, and the return is a flight
     * recorder event.
     */
    public void belongsTo(long version) {
        watch();
        stores.belongTo(version, bytes());
    }

    /** Returns the native bytes that this JVM holds now, in regions and in pieces shared by versions. */
    public static long allocatedBytes() {
        return ALLOCATED.sum();
    }

    /** Adds to the bytes held now. */
    static void count(long bytes) {
        ALLOCATED.add(bytes);
    }

    /**
     * Requests a garbage collection and waits, for at most a second, until the memory of unreachable leases has
     * returned. An idle application may not collect for hours.
     */
    public static void reclaim() {
        reclaim(() -> false);
    }

    /** Reclaims memory like {@link #reclaim()}, but stops waiting as soon as {@code enough} holds. */
    static void reclaim(BooleanSupplier enough) {
        CountDownLatch collected = new CountDownLatch(1);
        CountDownLatch swept = CopyOnWritePieces.afterCollection();
        CLEANER.register(new Object(), collected::countDown);
        try {
            OldCollection.collectUntil(enough);
            collected.await(1, TimeUnit.SECONDS); // the cleaner runs this action with those of the leases
            swept.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Allocates a region of zeroed bytes. It takes at least one byte, so that every region has an address.
     *
     * @throws MemoryBudgetException if the budget does not allow it
     */
    public Region allocate(long bytes) {
        if (regions != null) {
            stores.requireUnreleased();
            Lease one = new Lease(budget, isBounded && !isAllowed(Math.max(1, bytes)), false, this);
            Region region = one.allocate(bytes);
            regions.add(one.stores);
            return region;
        }
        long capacity = Math.max(1, bytes);
        if (isBounded) {
            budget.take(capacity);
        } else {
            budget.add(capacity);
        }
        boolean added = false;
        try {
            watch();
            long address = stores.add(capacity);
            added = true;
            return new Region(this, address, bytes);
        } finally {
            if (!added) {
                budget.release(capacity);
            }
        }
    }

    /**
     * Reads a file into a new region.
     *
     * @throws MemoryBudgetException if the budget does not allow it
     */
    public Region read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Region region = allocate(channel.size());
            byte[] block = new byte[(int) Math.min(READ_BLOCK, region.size())];
            for (long at = 0; at < region.size(); ) {
                int read = channel.read(ByteBuffer.wrap(block, 0, (int) Math.min(block.length, region.size() - at)));
                if (read < 0) {
                    throw new IOException("it has been cut off at byte " + at + " while it was read");
                }
                region.putBytes(at, block, 0, read);
                at += read;
            }
            return region;
        }
    }

    /**
     * Maps a file read-only. Its pages are read on access. It does not count as held memory, because the operating
     * system may drop its pages.
     */
    public Region map(Path file) throws IOException {
        Arena arena = Arena.ofShared();
        MemorySegment bytes;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            bytes = mapped(channel, size, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
        watch();
        long address = stores.add(arena, bytes);
        return new Region(this, address, bytes.byteSize());
    }

    private static MemorySegment mapped(FileChannel channel, long size, Arena arena) throws IOException {
        try {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
        } catch (IOException e) {
            if (channel.size() < size) { // the JDK then reports that it cannot extend the file
                throw new IOException(
                        "it was cut off from %,d to %,d bytes while it was opened".formatted(size, channel.size()), e);
            }
            throw e;
        }
    }

    /** Returns the bytes that this lease holds. */
    public long bytes() {
        long bytes = stores.bytes();
        if (regions != null) {
            for (Stores region : regions) {
                bytes += region.bytes();
            }
        }
        return bytes;
    }

    /**
     * Keeps this lease and its memory reachable until the call returns. Call it after the last read of a loop over raw
     * memory. Compiled code does not always honour the fence alone (JDK-8290892), but it honours a volatile read.
     *
     * @return a meaningless value
     */
    public int keepAlive() {
        int value = anchor;
        Reference.reachabilityFence(this);
        return value;
    }

    /** Returns the memory now. Regions of this lease must not be used afterwards. Further calls do nothing. */
    public synchronized void release() {
        watch().clean();
        if (regions != null) {
            regions.forEach(Stores::run);
        }
    }

    /** Registers this lease with the cleaner, which returns the memory when the lease is unreachable. */
    private synchronized Cleaner.Cleanable watch() {
        if (cleanable == null) {
            cleanable = CLEANER.register(this, stores);
        }
        return cleanable;
    }

    private record Block(long address, long capacity) {}

    private record Mapping(Arena arena, long address, long bytes) {}

    /** The cleaning action. It must not refer to the lease, because it runs after the lease became unreachable. */
    private static final class Stores implements Runnable {
        private final MemoryBudget budget;
        private final List<Block> blocks = new ArrayList<>();
        private final List<Mapping> mappings = new ArrayList<>();
        private long bytes;
        private long mapped;
        private long retired;
        private boolean released;
        private long version;
        private long bytesOfVersion;

        Stores(MemoryBudget budget) {
            this.budget = budget;
        }

        synchronized long add(long capacity) {
            requireUnreleased();
            Block block = new Block(NativeMemory.allocateZeroed(capacity), capacity);
            blocks.add(block);
            bytes += capacity;
            ALLOCATED.add(capacity);
            return block.address;
        }

        synchronized long add(Arena arena, MemorySegment file) throws IOException {
            boolean isAdded = false;
            try {
                requireUnreleased();
                Mapping mapping = new Mapping(arena, NativeMemory.map(file), file.byteSize());
                mappings.add(mapping);
                isAdded = true;
                mapped += mapping.bytes;
                budget.map(mapping.bytes);
                return mapping.address;
            } finally {
                if (!isAdded) {
                    arena.close();
                }
            }
        }

        synchronized boolean isOne(long address, long capacity) {
            return mappings.isEmpty() && blocks.equals(List.of(new Block(address, capacity)));
        }

        synchronized void retire() {
            budget.retire(bytes - retired);
            retired = bytes;
        }

        synchronized void requireUnreleased() {
            if (released) {
                throw new IllegalStateException("The lease is released; its memory must not be used.");
            }
        }

        synchronized long bytes() {
            return bytes;
        }

        synchronized void belongTo(long owner, long bytesOfOwner) {
            requireUnreleased();
            version = owner;
            bytesOfVersion = bytesOfOwner;
            budget.holds(owner);
        }

        @Override
        public synchronized void run() {
            released = true;
            blocks.forEach(block -> NativeMemory.free(block.address, block.capacity));
            blocks.clear();
            mappings.forEach(mapping -> {
                NativeMemory.unmap(mapping.address, mapping.bytes);
                mapping.arena.close();
            });
            mappings.clear();
            budget.map(-mapped);
            mapped = 0;
            ALLOCATED.add(-bytes);
            budget.release(bytes);
            budget.retire(-retired);
            retired = 0;
            if (version > 0) {
                budget.returned(version);
            }
            MemoryReturnedEvent event = new MemoryReturnedEvent();
            if (version > 0 && event.isEnabled()) {
                event.version = version;
                event.bytes = bytesOfVersion;
                event.commit();
            }
            bytes = 0;
        }
    }
}
