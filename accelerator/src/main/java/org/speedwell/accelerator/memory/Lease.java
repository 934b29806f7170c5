package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import net.openhft.chronicle.bytes.BytesStore;

/**
 * Owns regions and returns their memory all at once: when {@link #release()} is called, or when neither the lease nor any
 * of its regions can be reached any more. Readers therefore need no lock and no count: to hold a region is to hold its
 * memory.
 *
 * <p>Allocation is thread-safe. {@link #release()} is for memory that no other thread can see (staging, a failed load).
 */
public final class Lease {
    private static final Cleaner CLEANER =
            Cleaner.create(Thread.ofPlatform().name("speedwell-memory").daemon().factory());
    private static final LongAdder ALLOCATED = new LongAdder();

    private final Stores stores = new Stores();
    private final MemoryBudget budget;

    /** Never written: read only to need this object. */
    private volatile int anchor;

    private final Cleaner.Cleanable cleanable = CLEANER.register(this, stores);

    /** A lease that is bounded by the machine alone: for staging. */
    public Lease() {
        this(MemoryBudget.UNLIMITED);
    }

    /** A lease whose regions are refused where they exceed the budget. */
    public Lease(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Names the version to which the memory belongs: its return is then an event of the flight recorder. */
    public void belongsTo(long version) {
        stores.version = version;
    }

    /** The bytes that all leases of this JVM hold now. */
    public static long allocatedBytes() {
        return ALLOCATED.sum();
    }

    /**
     * Asks the collector for leases that nobody can reach, and waits until their memory has been returned, or for a second:
     * an idle application may not collect for hours.
     */
    public static void reclaim() {
        CountDownLatch collected = new CountDownLatch(1);
        CLEANER.register(new Object(), collected::countDown);
        System.gc();
        try {
            collected.await(1, TimeUnit.SECONDS); // its action is run with those of the leases
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
        budget.require(bytes);
        BytesStore<?, Void> store = stores.add(Math.max(1, bytes));
        return new Region(this, store.addressForRead(0), bytes);
    }

    /**
     * A region over a file, read-only; its pages are read when they are asked for. It counts as no memory held: the
     * operating system may drop its pages.
     */
    public Region map(Path file) throws IOException {
        Arena arena = Arena.ofShared();
        MemorySegment bytes;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
        stores.add(arena);
        return new Region(this, bytes.address(), bytes.byteSize());
    }

    /** The bytes that this lease holds. */
    public long bytes() {
        return stores.bytes();
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
    public void release() {
        cleanable.clean();
    }

    /** Must not refer to the lease: it runs because the lease is gone. */
    private static final class Stores implements Runnable {
        private final List<BytesStore<?, Void>> stores = new ArrayList<>();
        private final List<Arena> mappings = new ArrayList<>();
        private long bytes;
        private boolean released;
        private volatile long version;

        synchronized BytesStore<?, Void> add(long capacity) {
            if (released) {
                throw new IllegalStateException("The lease has been released.");
            }
            BytesStore<?, Void> store = BytesStore.nativeStoreWithFixedCapacity(capacity);
            stores.add(store);
            bytes += capacity;
            ALLOCATED.add(capacity);
            return store;
        }

        synchronized void add(Arena mapping) {
            mappings.add(mapping);
        }

        synchronized long bytes() {
            return bytes;
        }

        @Override
        public synchronized void run() {
            released = true;
            stores.forEach(BytesStore::releaseLast);
            stores.clear();
            mappings.forEach(Arena::close);
            mappings.clear();
            ALLOCATED.add(-bytes);
            MemoryReturnedEvent event = new MemoryReturnedEvent();
            if (version > 0 && event.isEnabled()) {
                event.version = version;
                event.bytes = bytes;
                event.commit();
            }
            bytes = 0;
        }
    }
}
