package org.speedwell.accelerator.memory;

/**
 * A staging buffer of unknown length for one writer. Its region doubles as it grows. It has its own lease, which {@link
 * #close()} releases.
 */
public final class GrowingRegion implements AutoCloseable {
    private static final long INITIAL = 1 << 8;

    /** The capacity up to which a copy costs more than the spare bytes. */
    private static final long SMALL = 1 << 12;

    private Lease lease = new Lease();
    private Region region = lease.allocate(INITIAL);
    private long size;

    /** Returns the number of bytes written so far. */
    public long size() {
        return size;
    }

    /** Returns the bytes written so far; valid until the next append. */
    public Region region() {
        return region;
    }

    public void appendLong(long value) {
        long at = extend(Long.BYTES);
        region.putLong(at, value);
    }

    public void appendInt(int value) {
        long at = extend(Integer.BYTES);
        region.putInt(at, value);
    }

    public void appendBytes(byte[] bytes, int from, int length) {
        long at = extend(length);
        region.putBytes(at, bytes, from, length);
    }

    /** Appends {@code length} bytes at {@code from} of another region. */
    public void append(Region source, long from, long length) {
        long at = extend(length);
        region.copyFrom(source, from, at, length);
    }

    /** Returns a copy of exactly the bytes written, owned by the given lease. */
    public Region copyTo(Lease owner) {
        Region copy = owner.allocate(size);
        copy.copyFrom(region, 0, 0, size);
        return copy;
    }

    /** Releases the unused capacity, unless it is small. */
    public void trim() {
        if (region.size() > SMALL) {
            resize(size);
        }
    }

    @Override
    public void close() {
        lease.release();
    }

    /** Extends the buffer by {@code bytes}, which the caller writes, and returns their offset. */
    public long extend(long bytes) {
        long at = size;
        if (at + bytes > region.size()) {
            resize(Math.max(2 * region.size(), at + bytes));
        }
        size = at + bytes;
        return at;
    }

    private void resize(long bytes) {
        Lease next = new Lease();
        Region copy = next.allocate(bytes);
        copy.copyFrom(region, 0, 0, size);
        lease.release();
        lease = next;
        region = copy;
    }
}
