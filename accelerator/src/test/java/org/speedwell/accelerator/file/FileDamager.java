package org.speedwell.accelerator.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/**
 * A source of damage to the bytes of a snapshot file. It damages bytes as disks, broken transfers and careless copies
 * do, or corrects all checksums afterwards, as only an attacker does.
 */
public final class FileDamager {
    private static final int PAGE = 4096;
    private static final int ALIGNMENT = 64;
    private static final long[] NUMBERS = {
        0, 1, -1, 2, 7, 255, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40
    };

    private final RandomGenerator random;

    public FileDamager(RandomGenerator random) {
        this.random = random;
    }

    /** The damaged bytes and a description of the damage. */
    public record Damaged(byte[] bytes, boolean checksumsRight, String how) {}

    /** A region that the contents describe, and the offset of its description. */
    private record RegionEntry(int at, int offset, int size) {}

    /** Returns the file with random damage. */
    public Damaged damage(byte[] whole) {
        return switch (random.nextInt(10)) {
            case 0 -> accident(flip(whole.clone(), 0, whole.length), "flipped bits");
            case 1 -> accident(Arrays.copyOf(whole, random.nextInt(whole.length)), "cut off");
            case 2 -> accident(zeroPage(whole.clone()), "a page of zeros");
            case 3 -> accident(swap(whole.clone()), "two runs swapped");
            case 4 -> accident(scramble(whole.clone()), "a run of random bytes");
            case 5 -> accident(shift(whole), "bytes put in or taken out");
            case 6 -> accident(flip(whole.clone(), contents(whole), whole.length), "flipped bits of the contents");
            case 7, 8 -> damageRegionsAndFixChecksums(whole.clone());
            default -> damageContentsAndFixChecksum(whole.clone());
        };
    }

    private static Damaged accident(byte[] bytes, String how) {
        return new Damaged(bytes, false, how);
    }

    private byte[] flip(byte[] bytes, int from, int to) {
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            bytes[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    private byte[] zeroPage(byte[] bytes) {
        int from = random.nextInt(bytes.length / PAGE + 1) * PAGE;
        Arrays.fill(bytes, from, Math.min(from + PAGE, bytes.length), (byte) 0);
        return bytes;
    }

    private byte[] swap(byte[] bytes) {
        int length = 1 + random.nextInt(Math.min(1_000, bytes.length / 3));
        int first = random.nextInt(bytes.length - 2 * length);
        int second = first + length + random.nextInt(bytes.length - first - 2 * length);
        byte[] kept = Arrays.copyOfRange(bytes, first, first + length);
        System.arraycopy(bytes, second, bytes, first, length);
        System.arraycopy(kept, 0, bytes, second, length);
        return bytes;
    }

    private byte[] scramble(byte[] bytes) {
        byte[] run = new byte[1 + random.nextInt(200)];
        random.nextBytes(run);
        int from = random.nextInt(bytes.length);
        System.arraycopy(run, 0, bytes, from, Math.min(run.length, bytes.length - from));
        return bytes;
    }

    private byte[] shift(byte[] whole) {
        int at = random.nextInt(whole.length);
        int by = 1 + random.nextInt(100);
        boolean putIn = random.nextBoolean();
        byte[] bytes = new byte[Math.max(0, putIn ? whole.length + by : whole.length - by)];
        System.arraycopy(whole, 0, bytes, 0, Math.min(at, bytes.length));
        int rest = putIn ? at + by : at;
        int from = putIn ? at : at + by;
        if (rest < bytes.length && from < whole.length) {
            System.arraycopy(whole, from, bytes, rest, Math.min(bytes.length - rest, whole.length - from));
        }
        return bytes;
    }

    /** Damages regions, and then corrects their checksums and the checksum of the contents. */
    private Damaged damageRegionsAndFixChecksums(byte[] bytes) {
        List<RegionEntry> regions = regions(bytes);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            RegionEntry region = regions.get(random.nextInt(regions.size()));
            for (int k = 1 + random.nextInt(4); k > 0; k--) {
                put(bytes, region.offset, region.offset + region.size);
            }
            ByteBuffer.wrap(bytes).putInt(region.at + 16, checksum(bytes, region.offset, region.size));
        }
        sign(bytes);
        return new Damaged(bytes, true, "regions with right checksums");
    }

    /** Damages the contents and then corrects their checksum. */
    private Damaged damageContentsAndFixChecksum(byte[] bytes) {
        int from = contents(bytes);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            if (random.nextInt(4) == 0) {
                flip(bytes, from, bytes.length - SnapshotEnd.BYTES);
            } else {
                put(bytes, from, bytes.length - SnapshotEnd.BYTES);
            }
        }
        sign(bytes);
        return new Damaged(bytes, true, "contents with the right checksum");
    }

    /** Writes a number of random width at a random offset, which may be aligned to that width. */
    private void put(byte[] bytes, int from, int to) {
        int width = 1 << random.nextInt(4);
        if (to - from < width) {
            return;
        }
        int at = from + random.nextInt(to - from - width + 1);
        int place = random.nextBoolean() ? at : at & -width;
        long number = random.nextInt(3) == 0 ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)];
        for (int i = 0; i < width && place + i >= from; i++) {
            bytes[place + i] = (byte) (number >>> 8 * (random.nextBoolean() ? i : width - 1 - i));
        }
    }

    private static int contents(byte[] bytes) {
        return (int) ByteBuffer.wrap(bytes, bytes.length - SnapshotEnd.BYTES, Long.BYTES)
                .getLong();
    }

    private static void sign(byte[] bytes) {
        int from = contents(bytes);
        int size = bytes.length - SnapshotEnd.BYTES - from;
        ByteBuffer.wrap(bytes).putInt(bytes.length - SnapshotEnd.BYTES + 12, checksum(bytes, from, size));
    }

    /** Returns each entry of the contents that reads as an offset, a size and the right checksum of a region. */
    private static List<RegionEntry> regions(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int contents = contents(bytes);
        List<RegionEntry> found = new ArrayList<>();
        for (int at = contents; at <= bytes.length - SnapshotEnd.BYTES - 20; at++) {
            long offset = buffer.getLong(at);
            long size = buffer.getLong(at + 8);
            if (offset >= 0
                    && offset % ALIGNMENT == 0
                    && size > 0
                    && size <= contents
                    && offset <= contents - size
                    && buffer.getInt(at + 16) == checksum(bytes, (int) offset, (int) size)) {
                found.add(new RegionEntry(at, (int) offset, (int) size));
            }
        }
        return found;
    }

    private static int checksum(byte[] bytes, int from, int size) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, size);
        return (int) checksum.getValue();
    }
}
