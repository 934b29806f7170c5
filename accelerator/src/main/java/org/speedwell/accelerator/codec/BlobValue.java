package org.speedwell.accelerator.codec;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.sql.SQLException;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialException;

/**
 * The bytes of a large object. If a caller requests more bytes than exist, the blob returns the existing ones, as JDBC
 * drivers do. Directly after the last byte it returns an empty array. The JDK's class throws an exception there, and
 * always for an empty blob.
 */
public final class BlobValue extends SerialBlob {
    private static final long serialVersionUID = 1L;

    public BlobValue(byte[] bytes) throws SQLException {
        super(bytes);
    }

    @Override
    public byte[] getBytes(long position, int length) throws SerialException {
        if (position < 1 || position > length() + 1 || length < 0) {
            throw new SerialException("The blob has %3$,d bytes, so it cannot return %1$,d bytes from position %2$,d."
                    .formatted(length, position, length()));
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
