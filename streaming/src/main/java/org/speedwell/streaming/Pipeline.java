package org.speedwell.streaming;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A whole definition, from sources to a sink. Started by an {@link Engine}; once, as its sources can be read once. */
public final class Pipeline {
    private final Consumer<Assembly> assembler;

    private final AtomicBoolean started = new AtomicBoolean();

    Pipeline(Consumer<Assembly> assembler) {
        this.assembler = assembler;
    }

    void assemble(Assembly assembly) {
        if (started.getAndSet(true)) {
            throw new IllegalStateException("The pipeline was started before, and its sources can be read once.");
        }
        assembler.accept(assembly);
    }
}
