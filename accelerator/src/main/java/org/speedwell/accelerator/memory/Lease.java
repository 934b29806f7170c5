package org.speedwell.accelerator.memory;

import static net.openhft.chronicle.core.UnsafeMemory.MEMORY;

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
 * Owns regions and returns their memory all at once: when {@link #release()} is called, or when neither the lease nor any
 * of its regions can be reached any more. Readers therefore need no lock and no count: to hold a region is to hold its
 * memory.
 *
 * <p>One {@linkplain #byRegion by region} returns the memory of each region as soon as that cannot be reached itself.
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

    /** Bytes that the lease replaces: as many may exceed the budget. */
    private volatile long replaced;

    /** The bytes of these that regions have not taken yet. */
    private final AtomicLong allowance = new AtomicLong();

    private final Stores stores;

    /** What each region holds, of a lease by region; null for others. None of the leases: they can be reached by them alone. */
    private final @Nullable Queue<Stores> regions;

    /** The lease by region for one of whose regions this one stands, which is kept by it. */
    @SuppressWarnings("unused") // kept alive
    private final @Nullable Lease whole;

    /** Never written: read only to need this object. */
    private volatile int anchor;

    /** Null as long as there is nothing to return. */
    private Cleaner.@Nullable Cleanable cleanable;

    /**
     * A lease that is bounded by the machine alone: for staging. It counts in the budget of the application for which the
     * thread works, if there is one, which is asked now and then by whoever fills it.
     */
    public Lease() {
        this(MemoryBudget.current(), false, false, null);
    }

    /** A lease whose regions are refused where they exceed the budget. */
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

    /** As {@link #Lease(MemoryBudget)}; each region's memory returns by itself, and all of it by {@link #release}. */
    public static Lease byRegion(MemoryBudget budget) {
        return new Lease(budget, true, true, null);
    }

    /**
     * Returns a lease by region that counts in the budget and may exceed it: for what replaces something larger, which returns
     * its memory afterwards.
     */
    public static Lease unbounded(MemoryBudget budget) {
        return new Lease(budget, false, true, null);
    }

    /**
     * Lets the regions of a lease by region exceed the budget, up to the bytes of what they replace. What is staged for them may
     * exceed it by as many.
     */
    public void replace(long bytes) {
        allowance.set(bytes);
        replaced = bytes;
    }

    /**
     * Makes sure that the budget is exceeded by no more than this lease may.
     *
     * @throws MemoryBudgetException if it is
     */
    public void requireRoom() {
        if (isBounded) {
            budget.requireWithin(2 * replaced);
        }
    }

    private boolean isAllowed(long bytes) {
        return allowance.getAndUpdate(left -> left < bytes ? left : left - bytes) >= bytes;
    }

    /** Whether its memory is that of a region alone, all of it, so that it returns when nobody has that any more. */
    boolean holdsOnly(Region region) {
        return stores.isOne(region.address(), Math.max(1, region.size()));
    }

    /** Says that a later version has something in place of a region; it counts where the lease has no other. */
    void retire(Region region) {
        if (holdsOnly(region)) {
            stores.retire();
        }
    }

    /** In which the memory is counted. */
    public MemoryBudget budget() {
        return budget;
    }

    /**
     * Names the version to which the memory belongs: the budget tells of it until it is returned, and its return is an
     * event of the flight recorder.
     */
    public void belongsTo(long version) {
        watch();
        stores.belongTo(version, bytes());
    }

    /** The native bytes that this JVM holds now, in regions and in what versions share. */
    public static long allocatedBytes() {
        return ALLOCATED.sum();
    }

    /** Counts bytes that are held now. */
    static void count(long bytes) {
        ALLOCATED.add(bytes);
    }

    /**
     * Asks the collector for leases that nobody can reach, and waits until their memory has been returned, or for a second:
     * an idle application may not collect for hours.
     */
    public static void reclaim() {
        reclaim(() -> false);
    }

    /** As {@link #reclaim()}, but waits no longer than until something has come about by it. */
    static void reclaim(BooleanSupplier enough) {
        CountDownLatch collected = new CountDownLatch(1);
        CountDownLatch swept = CopyOnWritePieces.afterCollection();
        CLEANER.register(new Object(), collected::countDown);
        try {
            OldCollection.run(enough);
            collected.await(1, TimeUnit.SECONDS); // its action is run with those of the leases
            swept.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A new region of zeroed bytes; at least one byte is allocated, so that every region has an address.
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
                budget.giveBack(capacity);
            }
        }
    }

    /**
     * A region with the bytes of a file, read now.
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
     * A region over a file, read-only; its pages are read when they are asked for. It counts as no memory held: the
     * operating system may drop its pages.
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
        stores.add(arena, bytes.byteSize());
        return new Region(this, bytes.address(), bytes.byteSize());
    }

    private static MemorySegment mapped(FileChannel channel, long size, Arena arena) throws IOException {
        try {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
        } catch (IOException e) {
            if (channel.size() < size) { // then the JDK complains that it may not write to the file
                throw new IOException(
                        "it was cut off from %,d to %,d bytes while it was opened".formatted(size, channel.size()), e);
            }
            throw e;
        }
    }

    /** The bytes that this lease holds. */
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
     * Keeps this lease, and so its memory, alive until the call returns: to be called after the last read of a loop over
     * raw memory. The fence alone is not always honoured by compiled code (JDK-8290892); a volatile read is.
     *
     * @return nothing of meaning
     */
    public int keepAlive() {
        int value = anchor;
        Reference.reachabilityFence(this);
        return value;
    }

    /** Returns the memory now; regions of this lease must not be used afterwards. Further calls do nothing. */
    public synchronized void release() {
        watch().clean();
        if (regions != null) {
            regions.forEach(Stores::run);
        }
    }

    /** Has the memory returned when the collector finds that nobody can reach this. */
    private synchronized Cleaner.Cleanable watch() {
        if (cleanable == null) {
            cleanable = CLEANER.register(this, stores);
        }
        return cleanable;
    }

    /** Native memory. A store of chronicle-bytes in its place has each program told that it lacks flags of the JVM. */
    private record Block(long address, long capacity) {}

    /** Must not refer to the lease: it runs because the lease is gone. */
    private static final class Stores implements Runnable {
        private final MemoryBudget budget;
        private final List<Block> blocks = new ArrayList<>();
        private final List<Arena> mappings = new ArrayList<>();
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
            Block block = new Block(MEMORY.allocate(capacity), capacity);
            blocks.add(block);
            bytes += capacity;
            ALLOCATED.add(capacity);
            MEMORY.setMemory(block.address, capacity, (byte) 0);
            return block.address;
        }

        synchronized void add(Arena mapping, long bytesOfFile) {
            requireUnreleased();
            mappings.add(mapping);
            mapped += bytesOfFile;
            budget.map(bytesOfFile);
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
                throw new IllegalStateException("The lease has been released.");
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
            blocks.forEach(block -> MEMORY.freeMemory(block.address, block.capacity));
            blocks.clear();
            mappings.forEach(Arena::close);
            mappings.clear();
            budget.map(-mapped);
            mapped = 0;
            ALLOCATED.add(-bytes);
            budget.giveBack(bytes);
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
