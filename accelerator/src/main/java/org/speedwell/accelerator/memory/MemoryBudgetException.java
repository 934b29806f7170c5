package org.speedwell.accelerator.memory;

/** More native memory was asked for than the budget allows; the message tells the bytes needed and those allowed. */
public final class MemoryBudgetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MemoryBudgetException(long needed, long held, long allowed) {
        super("%,d bytes are needed beside the %,d held now, but the memory budget allows %,d in all"
                .formatted(needed, held, allowed));
    }
}
