package org.speedwell.accelerator.index;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/**
 * A long list of row numbers in chunks, of which versions share those that did not change: the leaves of a tree that is
 * copied on write, with one node above all of them. A chunk of numbers that follow one another takes no memory. Immutable.
 */
final class Chunks {
    /** Numbers a chunk, as it is made first. */
    private static final int LENGTH = 1 << 9;

    private final int width;
    private final int mask;

    /** By chunk; null where its numbers follow one another. */
    private final @Nullable Region[] regions;

    /** By chunk: its first number, where they follow one another. */
    private final int[] firsts;

    /** By chunk: the place of its first number; one more for the end. */
    private final int[] starts;

    /** Chunks a number, to guess where one is. */
    private final double density;

    private Chunks(int width, @Nullable Region[] regions, int[] firsts, int[] starts) {
        this.width = width;
        this.mask = RowNumbers.mask(width);
        this.regions = regions;
        this.firsts = firsts;
        this.starts = starts;
        this.density = (double) regions.length / starts[regions.length];
    }

    /** Those of a list in one piece, or, where that is null, of the numbers from 0 on in order. */
    static Chunks of(@Nullable Region list, int size, int width) {
        int count = Math.max(1, (size + LENGTH - 1) / LENGTH);
        @Nullable Region[] regions = new Region[count];
        int[] firsts = new int[count];
        int[] starts = new int[count + 1];
        for (int chunk = 0; chunk < count; chunk++) {
            starts[chunk] = chunk * LENGTH;
            firsts[chunk] = starts[chunk];
            if (list != null) {
                int length = Math.min(LENGTH, size - starts[chunk]);
                regions[chunk] = list.slice((long) starts[chunk] * width, RowNumbers.bytes(length, width));
            }
        }
        starts[count] = size;
        return new Chunks(width, regions, firsts, starts);
    }

    int size() {
        return starts[regions.length];
    }

    int width() {
        return width;
    }

    int get(int place) {
        return get(chunk(place), place);
    }

    private int get(int chunk, int place) {
        Region region = regions[chunk];
        int within = place - starts[chunk];
        return region == null ? firsts[chunk] + within : region.getInt((long) within * width) & mask;
    }

    /** The chunk of a place: most often the one that is guessed, or one beside it. */
    private int chunk(int place) {
        int guess = Math.min((int) (place * density), regions.length - 1);
        if (starts[guess] <= place && place < starts[guess + 1]) {
            return guess;
        }
        int found = Arrays.binarySearch(starts, place);
        return found < 0 ? -2 - found : found;
    }

    /** A later version, whose numbers take as many bytes. */
    Chunks edit(Splices splices, Lease lease) {
        int last = regions.length - 1;
        BitSet changed = new BitSet();
        for (int place : splices.removed()) {
            changed.set(chunk(place));
        }
        for (int place : splices.at()) {
            changed.set(place == size() ? last : chunk(place));
        }
        Successor next = new Successor(splices, changed, lease);
        int shared = 0;
        for (int chunk = changed.nextSetBit(0); chunk >= 0; chunk = changed.nextSetBit(chunk + 1)) {
            next.share(shared, chunk);
            next.copy(chunk);
            shared = chunk + 1;
        }
        next.share(shared, regions.length);
        return next.chunks();
    }

    /** The next version while it is put together. */
    private final class Successor {
        private final Splices splices;
        private final @Nullable Region[] nextRegions;
        private final int[] nextFirsts;
        private final int[] nextStarts;
        private final Region room;
        private long used;
        private int count;

        Successor(Splices splices, BitSet changed, Lease lease) {
            this.splices = splices;
            int most = regions.length;
            long bytes = 0;
            for (int chunk = changed.nextSetBit(0); chunk >= 0; chunk = changed.nextSetBit(chunk + 1)) {
                int length = length(chunk);
                int pieces = (length + LENGTH - 1) / LENGTH;
                most += pieces;
                bytes += (long) pieces * RowNumbers.bytes(LENGTH, width);
            }
            this.nextRegions = new Region[most];
            this.nextFirsts = new int[most];
            this.nextStarts = new int[most + 1];
            this.room = lease.allocate(bytes);
        }

        private int length(int chunk) {
            return splices.length(starts[chunk], starts[chunk + 1], chunk == regions.length - 1);
        }

        void share(int from, int to) {
            System.arraycopy(regions, from, nextRegions, count, to - from);
            System.arraycopy(firsts, from, nextFirsts, count, to - from);
            int moved = nextStarts[count] - starts[from];
            for (int chunk = from; chunk < to; chunk++) {
                nextStarts[count + chunk - from + 1] = starts[chunk + 1] + moved;
            }
            count += to - from;
        }

        /** The numbers of a chunk with what is put in, in as many chunks of like length as they need. */
        void copy(int chunk) {
            int[] rows = new int[length(chunk)];
            splices.copy(
                    starts[chunk],
                    starts[chunk + 1],
                    chunk == regions.length - 1,
                    place -> get(chunk, place),
                    (place, row) -> rows[place] = row);
            int pieces = (rows.length + LENGTH - 1) / LENGTH;
            for (int piece = 0; piece < pieces; piece++) {
                int from = (int) ((long) rows.length * piece / pieces);
                int to = (int) ((long) rows.length * (piece + 1) / pieces);
                Region region = room.slice(used, RowNumbers.bytes(to - from, width));
                used += region.size();
                for (int i = from; i < to; i++) {
                    RowNumbers.put(region, i - from, width, rows[i]);
                }
                nextRegions[count] = region;
                nextStarts[count + 1] = nextStarts[count] + to - from;
                count++;
            }
        }

        Chunks chunks() {
            return new Chunks(
                    width,
                    Arrays.copyOf(nextRegions, count),
                    Arrays.copyOf(nextFirsts, count),
                    Arrays.copyOf(nextStarts, count + 1));
        }
    }
}
