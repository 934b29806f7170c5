package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/**
 * Scans with the plain instructions of 64-bit words: eight codes of one byte, or four of two bytes, at once. The
 * arithmetic within words is that of Lamport, "Multiple byte processing with full-word instructions" (1975), and
 * Warren, "Hacker's Delight", 2-18.
 */
final class WordScan implements CodeScan {
    /** Of so few rows a word, each is read by itself; of more, all 64 are and those not selected masked. */
    private static final int FEW = 12;

    private static final long BYTES = 0x0101_0101_0101_0101L;
    private static final long BYTE_SIGNS = 0x8080_8080_8080_8080L;
    private static final long SHORTS = 0x0001_0001_0001_0001L;
    private static final long SHORT_SIGNS = 0x8000_8000_8000_8000L;

    @Override
    public void refine(
            Region codes, int width, int firstRow, int count, long low, long span, boolean inverted, long[] words) {
        long flip = inverted ? -1L : 0;
        for (int i = 0; i < count; i++) {
            if (words[i] != 0) {
                long at = (firstRow + 64L * i) * width;
                long inside = switch (width) {
                    case 1 -> bytes(codes, at, low * BYTES, span * BYTES);
                    case 2 -> shorts(codes, at, low * SHORTS, span * SHORTS);
                    case 4 -> ints(codes, at, (int) low, (int) span + Integer.MIN_VALUE);
                    default -> longs(codes, at, low, span + Long.MIN_VALUE);
                };
                words[i] &= inside ^ flip;
            }
        }
    }

    @Override
    public void total(Codes codes, int firstRow, int count, long[] words, CodeTotals totals) {
        long[] decoded = new long[64];
        for (int i = 0; i < count; i++) {
            long word = words[i];
            int row = firstRow + 64 * i;
            if (Long.bitCount(word) <= FEW) {
                for (long left = word; left != 0; left &= left - 1) {
                    totals.add(codes.get(row + Long.numberOfTrailingZeros(left)));
                }
            } else {
                decode(codes.region(), codes.width(), row, decoded);
                addMasked(word, decoded, totals);
            }
        }
    }

    private static void addMasked(long word, long[] decoded, CodeTotals totals) {
        long sum = 0;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < 64; i++) {
            long mask = -(word >>> i & 1);
            long code = decoded[i] & mask;
            sum += code;
            least = Math.min(least, code | ~mask & Long.MAX_VALUE);
            greatest = Math.max(greatest, code | ~mask & Long.MIN_VALUE);
        }
        totals.merge(sum, least, greatest);
    }

    private static void decode(Region codes, int width, long first, long[] into) {
        switch (width) {
            case 1 -> {
                for (int i = 0; i < 64; i++) {
                    into[i] = codes.getByte(first + i) & 0xFFL;
                }
            }
            case 2 -> {
                for (int i = 0; i < 64; i++) {
                    into[i] = codes.getShort((first + i) << 1) & 0xFFFFL;
                }
            }
            case 4 -> {
                for (int i = 0; i < 64; i++) {
                    into[i] = codes.getInt((first + i) << 2) & 0xFFFF_FFFFL;
                }
            }
            default -> {
                for (int i = 0; i < 64; i++) {
                    into[i] = codes.getLong((first + i) << 3);
                }
            }
        }
    }

    private static long bytes(Region codes, long at, long low, long span) {
        long word = 0;
        for (int i = 0; i < 8; i++) {
            long distance = difference(codes.getLong(at + 8L * i), low, BYTE_SIGNS);
            long inside = ~borrow(span, distance, BYTE_SIGNS) & BYTE_SIGNS;
            // Gathers the eight flags, which now stand at bits 0, 8, …, into the highest byte
            word |= ((inside >>> 7) * 0x0102_0408_1020_4080L >>> 56) << (8 * i);
        }
        return word;
    }

    private static long shorts(Region codes, long at, long low, long span) {
        long word = 0;
        for (int i = 0; i < 16; i++) {
            long distance = difference(codes.getLong(at + 8L * i), low, SHORT_SIGNS);
            long inside = ~borrow(span, distance, SHORT_SIGNS) & SHORT_SIGNS;
            // Gathers the four flags, which now stand at bits 0, 16, 32 and 48, into bits 48 to 51
            word |= ((inside >>> 15) * 0x0001_0002_0004_0008L >>> 48 & 0xF) << (4 * i);
        }
        return word;
    }

    private static long ints(Region codes, long at, int low, int span) {
        long word = 0;
        for (int row = 0; row < 64; row++) {
            int distance = codes.getInt(at + 4L * row) - low + Integer.MIN_VALUE;
            word |= (distance <= span ? 1L : 0L) << row;
        }
        return word;
    }

    private static long longs(Region codes, long at, long low, long span) {
        long word = 0;
        for (int row = 0; row < 64; row++) {
            long distance = codes.getLong(at + 8L * row) - low + Long.MIN_VALUE;
            word |= (distance <= span ? 1L : 0L) << row;
        }
        return word;
    }

    /** {@code a − b} in each lane, whose highest bits are {@code signs}. */
    private static long difference(long a, long b, long signs) {
        return ((a | signs) - (b & ~signs)) ^ ((a ^ ~b) & signs);
    }

    /** In the highest bit of each lane: whether {@code a < b}, unsigned. */
    private static long borrow(long a, long b, long signs) {
        return (~a & b) | ((~a | b) & difference(a, b, signs));
    }
}
