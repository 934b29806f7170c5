package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/** A writer of regions, one after another, each at a multiple of 64 bytes. For one thread. */
public final class RegionWriter {
    private static final int ALIGNMENT = 64;
    private static final int BLOCK = 1 << 16;

    private final WritableByteChannel target;
    private final byte[] block = new byte[BLOCK];
    private long position;

    public RegionWriter(WritableByteChannel target) {
        this.target = target;
    }

    /** Returns the position of the next byte in the output. */
    public long position() {
        return position;
    }

    /** Returns the first position at or after {@code from} at which a region may begin. */
    public static long aligned(long from) {
        return from + (-from & (ALIGNMENT - 1));
    }

    /** Writes a region and returns its location in the file. */
    public Extent write(Region region) throws IOException {
        write(new byte[(int) (aligned(position) - position)]);
        long offset = position;
        CRC32C checksum = new CRC32C();
        for (long at = 0; at < region.size(); at += BLOCK) {
            int length = (int) Math.min(BLOCK, region.size() - at);
            region.copyTo(at, block, 0, length);
            checksum.update(block, 0, length);
            write(ByteBuffer.wrap(block, 0, length));
        }
        return new Extent(offset, region.size(), (int) checksum.getValue());
    }

    /** Writes bytes without alignment. */
    public void write(byte[] bytes) throws IOException {
        write(ByteBuffer.wrap(bytes));
    }

    private void write(ByteBuffer bytes) throws IOException {
        position += bytes.remaining();
        while (bytes.hasRemaining()) {
            target.write(bytes);
        }
    }
}
