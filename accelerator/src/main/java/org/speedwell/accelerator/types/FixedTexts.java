package org.speedwell.accelerator.types;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/**
 * The MariaDB types UUID, INET4 and INET6. Their values are bytes of a fixed length, without the zeros at the end in
 * the binlog.
 */
final class FixedTexts {
    private static final int WORDS = 8;

    private FixedTexts() {}

    /** A function from all bytes of a value to its text. */
    interface Form {
        String text(byte[] value);
    }

    static ImageDecoder decoder(int bytes, Form form, ImageColumn in) {
        return (event, start, target) -> target.append(form.text(Arrays.copyOf(in.bytes(event, start), bytes)));
    }

    /** Returns the text of a UUID. MariaDB stores versions 1 to 5 with their five groups in reverse order. */
    static String uuid(byte[] kept) {
        ByteBuffer uuid = ByteBuffer.wrap(kept);
        if ((kept[6] & -kept[8] & 0x80) != 0) {
            uuid = ByteBuffer.allocate(16)
                    .put(kept, 12, 4)
                    .put(kept, 10, 2)
                    .put(kept, 8, 2)
                    .put(kept, 6, 2)
                    .put(kept, 0, 6)
                    .flip();
        }
        return new UUID(uuid.getLong(), uuid.getLong()).toString();
    }

    static String inet4(byte[] address) {
        return dotted(address, 0);
    }

    /** Returns the text of an IPv6 address. The first of the longest runs of zero words becomes {@code ::}. */
    static String inet6(byte[] address) {
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

    private static int word(byte[] address, int word) {
        return (address[2 * word] & 0xFF) << 8 | address[2 * word + 1] & 0xFF;
    }

    private static String dotted(byte[] address, int from) {
        return (address[from] & 0xFF) + "." + (address[from + 1] & 0xFF) + "." + (address[from + 2] & 0xFF) + "."
                + (address[from + 3] & 0xFF);
    }
}
