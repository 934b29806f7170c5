package org.speedwell.accelerator.replication;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;

/** What was read of a binlog and is not applied yet: so many bytes at most, then its reader waits, and the server with it. */
public final class EntryQueue {
    private static final int MOST_BYTES = 64 << 20;

    /** What an entry takes beside its rows. */
    private static final int ENTRY_BYTES = 256;

    private final LinkedBlockingQueue<Item> items = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(MOST_BYTES);

    /** An entry and when it came, or why none comes any more. */
    public record Item(
            @Nullable BinlogEntry entry, @Nullable BinlogException end, long arrived, int bytes) {}

    /** Waits until there is room. */
    void put(BinlogEntry entry) throws InterruptedException {
        int bytes = bytes(entry);
        room.acquire(bytes);
        items.add(new Item(entry, null, System.nanoTime(), bytes));
    }

    /** Returns false where there is no room: then it is not put, and forgotten. */
    boolean offer(BinlogEntry entry) {
        int bytes = bytes(entry);
        boolean hasRoom = room.tryAcquire(bytes);
        if (hasRoom) {
            items.add(new Item(entry, null, System.nanoTime(), bytes));
        } else {
            forget(entry);
        }
        return hasRoom;
    }

    private static int bytes(BinlogEntry entry) {
        return ENTRY_BYTES
                + (entry instanceof BinlogEntry.Transaction transaction
                        ? Math.min(transaction.rows().bytesInMemory(), MOST_BYTES / 4)
                        : 0);
    }

    private static void forget(@Nullable BinlogEntry entry) {
        if (entry instanceof BinlogEntry.Transaction transaction) {
            transaction.rows().close();
        }
    }

    void end(BinlogException reason) {
        items.add(new Item(null, reason, System.nanoTime(), 0));
    }

    /** The next one; null where none comes in time. */
    @Nullable
    public Item poll(long nanos) throws InterruptedException {
        Item next = items.poll(nanos, TimeUnit.NANOSECONDS);
        if (next != null) {
            room.release(next.bytes());
        }
        return next;
    }

    public boolean isEmpty() {
        return items.isEmpty();
    }

    /** Forgets all. Nobody may be putting anything. */
    void clear() {
        for (Item item = items.poll(); item != null; item = items.poll()) {
            room.release(item.bytes());
            forget(item.entry());
        }
    }
}
