package org.speedwell.accelerator.memory;

/** The Vector API of the JVM, which is an incubator module. */
public final class Vectors {
    /**
     * True if the JVM was started with {@code --add-modules jdk.incubator.vector}. Only then may code load classes that
     * use vectors.
     */
    public static final boolean ARE_PRESENT =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private Vectors() {}
}
