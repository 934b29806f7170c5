package org.speedwell.accelerator.index;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.CopyOnWritePieces;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;

/**
 * A long list of row numbers in chunks, of which versions share those that did not change: the leaves of a tree that is
 * copied on write, of two levels above them, in which places are counted. A chunk of numbers that follow one another takes no
 * memory. Immutable.
 */
final class RowIdTree {
    /** Bytes of a chunk that was changed. */
    private static final int BYTES = 1 << 9;

    /** Chunks a node, at most twice as many. */
    static final int FAN = 1 << 5;

    private static final int GUIDE_SHIFT = 12;

    private final int width;
    private final int mask;

    /** The list as it was made first; null where there was none, or no chunk is in it any more. */
    private final @Nullable Region list;

    /** How many numbers of the list have been replaced. */
    private final long replaced;

    /** How many chunks there are. */
    private final int count;

    /** Of an entry, below the address: the place of the chunk's first number, from that of the node. */
    private static final int START_BITS = 16;

    /**
     * By node, by chunk: where its numbers are, or, if they follow one another, all bits turned of the first of them, and the
     * place of the first; one more for the end. Both are in one number, so that who looks for a chunk waits for the memory
     * once.
     */
    private final long[][] chunks;

    /** By node: the place of its first number; one more for the end. */
    private final int[] nodes;

    /** Where to look for the node of a place. */
    private final int[] guide;

    /** Chunks a number, to guess where one is in a node. */
    private final double chunkDensity;

    /** Keeps the chunks that were changed. */
    private final CopyOnWritePieces.@Nullable Version version;

    private RowIdTree(
            int width,
            @Nullable Region list,
            long replaced,
            long[][] chunks,
            int count,
            int[] nodes,
            CopyOnWritePieces.@Nullable Version version) {
        this.width = width;
        this.mask = RowNumbers.mask(width);
        this.list = list;
        this.replaced = replaced;
        this.count = count;
        this.chunks = chunks;
        this.nodes = nodes;
        this.version = version;
        this.guide = guide(nodes);
        this.chunkDensity = (double) count / Math.max(1, nodes[nodes.length - 1]);
    }

    /** Those of a list in one piece, or, where that is null, of the numbers from 0 on in order. */
    static RowIdTree of(@Nullable Region list, int size, int width) {
        int length = capacity(width) * 3 / 4; // leaves some room
        ChunkNodes all = new ChunkNodes(size / length / FAN + 1);
        for (int place = 0; place < size; place += length) {
            all.add(list == null ? ~place : list.address() + (long) place * width, Math.min(length, size - place));
        }
        if (size == 0) {
            all.add(~0, 0);
        }
        return made(all, width, list, 0, 0, null);
    }

    /** @param kept how many chunks are in nodes of other versions */
    private static RowIdTree made(
            ChunkNodes nodes,
            int width,
            @Nullable Region list,
            long replaced,
            int kept,
            CopyOnWritePieces.@Nullable Draft draft) {
        nodes.finish();
        long[][] all = nodes.chunks();
        CopyOnWritePieces.Version version =
                draft == null ? null : draft.finish(new CopyOnWritePieces.Table(all, (entry, _) -> address(entry)));
        return new RowIdTree(width, list, replaced, all, kept + nodes.made(), nodes.starts(), version);
    }

    /** How many numbers a chunk may have. */
    private static int capacity(int width) {
        return (BYTES - RowNumbers.SPARE) / width;
    }

    int size() {
        return nodes[nodes.length - 1];
    }

    int width() {
        return width;
    }

    int get(int place) {
        int node = node(place);
        int inNode = place - nodes[node];
        long chunk = chunks[node][chunk(chunks[node], inNode)];
        return number(address(chunk), inNode - start(chunk));
    }

    static long entry(long address, int start) {
        return address << START_BITS | start;
    }

    private static long address(long entry) {
        return entry >> START_BITS;
    }

    private static int start(long entry) {
        return (int) entry & (1 << START_BITS) - 1;
    }

    /**
     * The numbers from a place on that are in its chunk: {@link #length} of them, each told by {@link #numberOf}. For loops
     * that read something by each: without a call between them the processor waits for many at once.
     */
    long stretch(int place) {
        int node = node(place);
        long[] all = chunks[node];
        int inNode = place - nodes[node];
        int chunk = chunk(all, inNode);
        long address = address(all[chunk]);
        int within = inNode - start(all[chunk]);
        return entry(address < 0 ? address - within : address + (long) within * width, start(all[chunk + 1]) - inNode);
    }

    /** How many numbers a {@link #stretch} has. */
    static int length(long stretch) {
        return start(stretch);
    }

    /** One of a {@link #stretch}, from 0 on. */
    int numberOf(long stretch, int index) {
        return number(address(stretch), index);
    }

    /** The numbers from one place to another, in order. */
    void forEach(int from, int to, IntConsumer action) {
        for (int place = from; place < to; ) {
            int node = node(place);
            long[] all = chunks[node];
            int chunk = chunk(all, place - nodes[node]);
            for (; place < to && chunk < all.length - 1; chunk++) {
                long address = address(all[chunk]);
                int start = nodes[node] + start(all[chunk]);
                int end = Math.min(to, nodes[node] + start(all[chunk + 1]));
                for (; place < end; place++) {
                    action.accept(number(address, place - start));
                }
            }
        }
    }

    /** As {@link #forEach}, to an array, from its place {@code at} on. */
    void copy(int from, int to, int[] target, int at) {
        int shift = at - from;
        for (int place = from; place < to; ) {
            int node = node(place);
            long[] all = chunks[node];
            int chunk = chunk(all, place - nodes[node]);
            for (; place < to && chunk < all.length - 1; chunk++) {
                long address = address(all[chunk]);
                int start = nodes[node] + start(all[chunk]);
                int end = Math.min(to, nodes[node] + start(all[chunk + 1]));
                for (; place < end; place++) {
                    target[place + shift] = number(address, place - start);
                }
            }
        }
    }

    /** Keeps the chunk that was read last. For one thread. */
    IntUnaryOperator reader() {
        return new IntUnaryOperator() {
            private long address;
            private int start;
            private int end;

            @Override
            public int applyAsInt(int place) {
                if (place < start || place >= end) {
                    int node = node(place);
                    int chunk = chunk(chunks[node], place - nodes[node]);
                    address = address(chunks[node][chunk]);
                    start = nodes[node] + start(chunks[node][chunk]);
                    end = nodes[node] + start(chunks[node][chunk + 1]);
                }
                return number(address, place - start);
            }
        };
    }

    private int number(long address, int within) {
        return address < 0 ? (int) ~address + within : CopyOnWritePieces.getInt(address + (long) within * width) & mask;
    }

    private boolean isInList(long address) {
        return list != null && address >= list.address() && address < list.address() + list.size();
    }

    private int node(int place) {
        int low = guide[place >>> GUIDE_SHIFT];
        int high = guide[(place >>> GUIDE_SHIFT) + 1];
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (nodes[middle] <= place) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** For each so many places the node of the first of them, and at the end the last node. */
    private static int[] guide(int[] nodes) {
        int size = nodes[nodes.length - 1];
        int[] guide = new int[(size >>> GUIDE_SHIFT) + 2];
        int node = 0;
        for (int i = 0; i < guide.length; i++) {
            while (node < nodes.length - 2 && nodes[node + 1] <= (long) i << GUIDE_SHIFT) {
                node++;
            }
            guide[i] = node;
        }
        return guide;
    }

    /** Which chunk of a node has a place in it. */
    private int chunk(long[] all, int inNode) {
        int guess = Math.min((int) (inNode * chunkDensity), all.length - 2);
        while (start(all[guess]) > inNode) {
            guess--;
        }
        while (start(all[guess + 1]) <= inNode) {
            guess++;
        }
        return guess;
    }

    /** A later version, whose numbers take as many bytes. */
    RowIdTree edit(RowListEdit splices, MemoryBudget budget) {
        boolean leaves =
                list != null && CopyOnWritePieces.isToBeLeft(list, replaced * width, (long) size() * width, budget);
        try (CopyOnWritePieces.Draft draft =
                leaves ? CopyOnWritePieces.after(null, null, budget) : CopyOnWritePieces.after(version, list, budget)) {
            return new Successor(splices, draft, leaves).chunks();
        }
    }

    /** The next version while it is put together. */
    private final class Successor implements RowListEdit.Target {
        private final RowListEdit.Cursor cursor;
        private final CopyOnWritePieces.Draft draft;
        private final ChunkNodes next = new ChunkNodes(chunks.length);

        /** Whether all chunks are copied, so that none is left in the list. */
        private final boolean leaves;

        private long nextReplaced = replaced;

        /** Chunks of nodes that are not shared. */
        private int unshared;

        /** The chunk that is copied: where it is, and the place of its first number. */
        private long source;

        private int sourceStart;

        /** The chunk that is written, of which there are so many numbers, of so many. */
        private long target;

        private int written;
        private int limit;

        /** How many numbers are still to be written to this chunk and those that follow in its place. */
        private int remaining;

        Successor(RowListEdit splices, CopyOnWritePieces.Draft draft, boolean leaves) {
            this.cursor = splices.new Cursor();
            this.draft = draft;
            this.leaves = leaves;
        }

        RowIdTree chunks() {
            int shared = 0;
            for (; leaves && shared < chunks.length; shared++) {
                edit(shared);
            }
            for (int place = cursor.next(); place < Integer.MAX_VALUE; place = cursor.next()) {
                int node = place < size() ? node(place) : chunks.length - 1;
                next.share(RowIdTree.this.chunks, nodes, shared, node);
                edit(node);
                shared = node + 1;
            }
            next.share(RowIdTree.this.chunks, nodes, shared, chunks.length);
            int kept = count - unshared;
            return leaves
                    ? made(next, width, null, 0, kept, draft)
                    : made(next, width, list, nextReplaced, kept, draft);
        }

        private void edit(int node) {
            long[] all = chunks[node];
            unshared += all.length - 1;
            for (int chunk = 0; chunk < all.length - 1; chunk++) {
                int from = nodes[node] + start(all[chunk]);
                int to = nodes[node] + start(all[chunk + 1]);
                boolean isLast = to == size();
                boolean isChanged = cursor.next() < to || isLast && cursor.next() <= to;
                if (isChanged || leaves && address(all[chunk]) > 0) {
                    edit(address(all[chunk]), from, to, isLast);
                } else {
                    next.add(address(all[chunk]), to - from);
                }
            }
        }

        /** Copies a chunk with what is put in: to one, or to several of like length; what comes last fills its chunks. */
        private void edit(long chunk, int from, int to, boolean isLast) {
            remaining = to - from + cursor.growth(isLast ? Integer.MAX_VALUE : to);
            int most = capacity(width);
            int pieces = (remaining + most - 1) / most;
            limit = pieces <= 1 || isLast ? most : (remaining + pieces - 1) / pieces;
            if (!leaves) {
                draft.replace(chunk);
                nextReplaced += isInList(chunk) ? to - from : 0;
            }
            source = chunk;
            sourceStart = from;
            cursor.give(from, to, this);
            if (isLast) {
                cursor.giveEnd(this);
            }
            endChunk();
        }

        @Override
        public void copy(int from, int to) {
            for (int place = from; place < to; ) {
                int count = Math.min(to - place, room());
                int within = place - sourceStart;
                if (source < 0) {
                    for (int i = 0; i < count; i++) {
                        put((int) ~source + within + i);
                    }
                } else {
                    CopyOnWritePieces.copy(
                            source + (long) within * width, target + (long) written * width, (long) count * width);
                    written += count;
                }
                place += count;
            }
        }

        @Override
        public void add(int row) {
            room();
            put(row);
        }

        private void put(int row) {
            RowNumbers.put(target + (long) written++ * width, width, row);
        }

        /** How many numbers there is room for in the chunk that is written, which may be a new one. */
        private int room() {
            if (target != 0 && written == limit) {
                endChunk();
            }
            if (target == 0) {
                limit = Math.min(limit, remaining);
                target = draft.allocate(RowNumbers.bytes(limit, width));
            }
            return limit - written;
        }

        private void endChunk() {
            if (target != 0) {
                next.add(target, written);
                remaining -= written;
            }
            target = 0;
            written = 0;
        }
    }
}
