package org.speedwell.accelerator.memory;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A request for more memory than the budget or the heap allows. The message states the bytes needed, the bytes allowed
 * and the versions that hold native memory.
 */
public final class MemoryBudgetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryBudgetException(long needed, long held, long allowed, Collection<Long> versions) {
        super("%,d bytes are needed in addition to the %,d in use, but the memory budget allows %,d in total%s"
                .formatted(needed, held, allowed, retained(versions)));
    }

    /**
     * Creates the refusal of a query that would fill the heap.
     *
     * @param collected the approximate number of bytes that the query has collected
     * @param free the free bytes of the heap
     * @param maximum the size of the heap
     */
    MemoryBudgetException(long collected, long free, long maximum) {
        super(("The query has collected about %,d bytes, and only %,d of the heap's %,d bytes are free."
                        + " Filter or limit the stream, or raise the heap's size (-Xmx).")
                .formatted(collected, free, maximum));
    }

    private static String retained(Collection<Long> versions) {
        if (versions.size() < 2) {
            return "";
        }
        return "; versions %s hold memory, because streams, iterators or views of them are reachable"
                        .formatted(versions.stream().map(String::valueOf).collect(Collectors.joining(", ")))
                + (OldCollection.isExplicitAllowed()
                        ? ""
                        : ", or because the garbage collector has not run yet: -XX:+DisableExplicitGC turns off"
                                + " requests for it");
    }
}
