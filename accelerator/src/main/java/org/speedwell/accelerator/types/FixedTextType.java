package org.speedwell.accelerator.types;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;

/** MariaDB's UUID, INET4 and INET6: bytes of a fixed length, of which the binlog leaves out the zeroes at the end. */
enum FixedTextType implements ColumnType {
    UUID(16) {
        /** Versions 1 to 5 are kept with their five groups in the opposite order. */
        @Override
        String text(byte[] kept) {
            byte[] uuid = kept;
            if ((kept[6] & -kept[8] & 0x80) != 0) {
                uuid = new byte[16];
                System.arraycopy(kept, 12, uuid, 0, 4);
                System.arraycopy(kept, 10, uuid, 4, 2);
                System.arraycopy(kept, 8, uuid, 6, 2);
                System.arraycopy(kept, 6, uuid, 8, 2);
                System.arraycopy(kept, 0, uuid, 10, 6);
            }
            String hex = HexFormat.of().formatHex(uuid);
            return hex.substring(0, 8) + "-" + hex.substring(8, 12) + "-" + hex.substring(12, 16) + "-"
                    + hex.substring(16, 20) + "-" + hex.substring(20);
        }
    },
    INET4(4) {
        @Override
        String text(byte[] address) {
            return dotted(address, 0);
        }
    },
    INET6(16) {
        /** The longest row of zero words, and the first of several, is written as {@code ::}. */
        @Override
        String text(byte[] address) {
            int gap = 0;
            int gapLength = 0;
            for (int i = 0; i < WORDS; i++) {
                int end = i;
                while (end < WORDS && word(address, end) == 0) {
                    end++;
                }
                if (end - i > gapLength) {
                    gap = i;
                    gapLength = end - i;
                }
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < WORDS; i++) {
                if (gapLength > 0 && i == gap) {
                    text.append(i == 0 ? "::" : ":");
                    i += gapLength - 1;
                } else if (i == 6 && gap == 0 && (gapLength == 6 || gapLength == 5 && word(address, 5) == 0xFFFF)) {
                    return text.append(dotted(address, 12)).toString();
                } else {
                    text.append(Integer.toHexString(word(address, i))).append(i < WORDS - 1 ? ":" : "");
                }
            }
            return text.toString();
        }
    };

    private static final int WORDS = 8;
    private final int bytes;

    FixedTextType(int bytes) {
        this.bytes = bytes;
    }

    abstract String text(byte[] value);

    private static int word(byte[] address, int word) {
        return (address[2 * word] & 0xFF) << 8 | address[2 * word + 1] & 0xFF;
    }

    private static String dotted(byte[] address, int from) {
        return (address[from] & 0xFF) + "." + (address[from + 1] & 0xFF) + "." + (address[from + 2] & 0xFF) + "."
                + (address[from + 3] & 0xFF);
    }

    @Override
    public int width() {
        return Integer.BYTES;
    }

    @Override
    public ImageDecoder imageDecoder(ImageColumn in) {
        return (event, start, target) -> {
            byte[] kept = Arrays.copyOfRange(event, in.from(start), in.end(event, start));
            return target.append(text(Arrays.copyOf(kept, bytes)));
        };
    }

    @Override
    public @Nullable String difference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        return now.type() == ImageType.STRING && now.length() == bytes ? null : "it is a " + now.type();
    }
}
