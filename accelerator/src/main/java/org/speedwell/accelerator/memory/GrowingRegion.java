package org.speedwell.accelerator.memory;

/**
 * Staging memory of unknown length for one writer: it doubles its region as it grows. Holds a lease of its own, which
 * {@link #close()} returns.
 */
public final class GrowingRegion implements AutoCloseable {
    private static final long INITIAL = 1 << 12;

    private Lease lease = new Lease();
    private Region region = lease.allocate(INITIAL);
    private long size;

    /** The bytes written so far. */
    public long size() {
        return size;
    }

    /** The bytes so far; valid until the next append. */
    public Region region() {
        return region;
    }

    public void appendLong(long value) {
        long at = grow(Long.BYTES);
        region.putLong(at, value);
    }

    public void appendInt(int value) {
        long at = grow(Integer.BYTES);
        region.putInt(at, value);
    }

    public void appendBytes(byte[] bytes, int from, int length) {
        long at = grow(length);
        region.putBytes(at, bytes, from, length);
    }

    /** A region of exactly the bytes written, owned by the given lease. */
    public Region copyTo(Lease owner) {
        Region copy = owner.allocate(size);
        copy.copyFrom(region, 0, 0, size);
        return copy;
    }

    @Override
    public void close() {
        lease.release();
    }

    private long grow(long bytes) {
        long at = size;
        if (at + bytes > region.size()) {
            Lease larger = new Lease();
            Region copy = larger.allocate(Math.max(2 * region.size(), at + bytes));
            copy.copyFrom(region, 0, 0, at);
            lease.release();
            lease = larger;
            region = copy;
        }
        size = at + bytes;
        return at;
    }
}
