package org.speedwell.accelerator.memory;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The location of a region's bytes in a file.
 *
 * @param offset the position of the first byte in the file
 * @param size the number of bytes
 * @param checksum the CRC-32C of the bytes
 */
public record Extent(long offset, long size, int checksum) {
    public static Extent read(DataInput in) throws IOException {
        return new Extent(in.readLong(), in.readLong(), in.readInt());
    }

    public void write(DataOutput out) throws IOException {
        out.writeLong(offset);
        out.writeLong(size);
        out.writeInt(checksum);
    }
}
