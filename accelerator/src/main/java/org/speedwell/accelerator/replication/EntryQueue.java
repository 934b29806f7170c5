package org.speedwell.accelerator.replication;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;

/**
 * A bounded queue of binlog entries that are read but not applied. When its bytes reach the limit, the reader waits,
 * and so does the server.
 */
public final class EntryQueue {
    private static final int MAX_BYTES = 64 << 20;

    /** The bytes of an entry without its rows. */
    private static final int ENTRY_BYTES = 256;

    private final LinkedBlockingQueue<Item> items = new LinkedBlockingQueue<>();
    private final Semaphore room = new Semaphore(MAX_BYTES);

    /** An entry and its time of arrival, or the reason why no more entries follow. */
    public record Item(
            @Nullable BinlogEntry entry, @Nullable BinlogException end, long arrived, int bytes) {}

    /** Adds an entry, and waits until there is room. */
    public void put(BinlogEntry entry) throws InterruptedException {
        int bytes = bytes(entry);
        room.acquire(bytes);
        items.add(new Item(entry, null, System.nanoTime(), bytes));
    }

    /**
     * Adds a sign that the server has nothing new.
     *
     * @param at the {@link System#nanoTime} at which this was true
     */
    public void put(BinlogEntry.Heartbeat sign, long at) throws InterruptedException {
        room.acquire(ENTRY_BYTES);
        items.add(new Item(sign, null, at, ENTRY_BYTES));
    }

    /** Adds an entry if there is room; otherwise drops it and returns false. */
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
                        ? Math.min(transaction.rows().bytesInMemory(), MAX_BYTES / 4)
                        : 0);
    }

    private static void forget(@Nullable BinlogEntry entry) {
        if (entry instanceof BinlogEntry.Transaction transaction) {
            transaction.rows().close();
        }
    }

    /** Adds the reason why no more entries follow. */
    public void end(BinlogException reason) {
        items.add(new Item(null, reason, System.nanoTime(), 0));
    }

    /** Returns the next item; null if none arrives in time. */
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

    /** Removes all items. No thread may be adding one. */
    public void clear() {
        for (Item item = items.poll(); item != null; item = items.poll()) {
            room.release(item.bytes());
            forget(item.entry());
        }
    }
}
