package org.speedwell.accelerator.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32C;

/** Writes regions one behind the other, each at a multiple of 64 bytes. For one thread. */
public final class RegionWriter {
    private static final int ALIGNMENT = 64;
    private static final int BLOCK = 1 << 16;

    private final WritableByteChannel target;
    private final byte[] block = new byte[BLOCK];
    private long position;

    public RegionWriter(WritableByteChannel target) {
        this.target = target;
    }

    /** Where the next byte goes. */
    public long position() {
        return position;
    }

    /** The first place from here on at which a region may lie. */
    public static long aligned(long from) {
        return from + (-from & (ALIGNMENT - 1));
    }

    /** Writes a region and tells where it lies. */
    public Extent write(Region region) throws IOException {
        write(new byte[(int) (aligned(position) - position)]);
        long offset = position;
        CRC32C checksum = new CRC32C();
        for (long at = 0; at < region.size(); at += BLOCK) {
            int length = (int) Math.min(BLOCK, region.size() - at);
            region.copyTo(at, block, length);
            checksum.update(block, 0, length);
            write(ByteBuffer.wrap(block, 0, length));
        }
        return new Extent(offset, region.size(), (int) checksum.getValue());
    }

    /** Writes bytes as they are. */
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
