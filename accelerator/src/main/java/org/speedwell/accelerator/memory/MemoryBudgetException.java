package org.speedwell.accelerator.memory;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * More native memory was asked for than the budget allows; the message tells the bytes needed and those allowed, and which
 * versions hold memory.
 */
public final class MemoryBudgetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryBudgetException(long needed, long held, long allowed, Collection<Long> versions) {
        super("%,d bytes are needed beside the %,d held now, but the memory budget allows %,d in all%s"
                .formatted(needed, held, allowed, retained(versions)));
    }

    private static String retained(Collection<Long> versions) {
        if (versions.size() < 2) {
            return "";
        }
        return "; versions %s hold memory, as streams, iterators or views of them are reachable"
                        .formatted(versions.stream().map(String::valueOf).collect(Collectors.joining(", ")))
                + (OldCollection.isExplicitAllowed()
                        ? ""
                        : " or the collector, which -XX:+DisableExplicitGC keeps from being asked, has not yet found"
                                + " out that none is");
    }
}
