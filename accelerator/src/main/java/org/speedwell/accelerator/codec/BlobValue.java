package org.speedwell.accelerator.codec;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialException;

/**
 * The bytes of a large object. Asked for more than there is, it gives what there is, and behind the last byte nothing, as
 * drivers do; the JDK's throws, of an empty one always.
 */
public final class BlobValue extends SerialBlob {
    private static final long serialVersionUID = 1L;

    public BlobValue(byte[] bytes) throws SQLException {
        super(bytes);
    }

    @Override
    public byte[] getBytes(long position, int length) throws SerialException {
        if (position < 1 || position > length() + 1 || length < 0) {
            throw new SerialException(
                    "No %,d bytes from position %,d on: the blob has %,d".formatted(length, position, length()));
        }
        int left = (int) Math.min(length, length() + 1 - position);
        return left == 0 ? new byte[0] : super.getBytes(position, left);
    }

    @Override
    public InputStream getBinaryStream(long position, long length) throws SQLException {
        return position == length() + 1 && length == 0
                ? new ByteArrayInputStream(new byte[0])
                : super.getBinaryStream(position, length);
    }
}
