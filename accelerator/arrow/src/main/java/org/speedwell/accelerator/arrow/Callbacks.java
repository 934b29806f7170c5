package org.speedwell.accelerator.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * The functions that consumers call. Their addresses stay valid until the JVM ends. An exception that reached native
 * code would end the JVM, so none leaves these functions.
 */
final class Callbacks {
    /** The codes of C's {@code errno.h} that mean the same on Linux, macOS and Windows. */
    private static final int EIO = 5, ENOMEM = 12;

    static final long RELEASE_SCHEMA = address("releaseSchema", void.class, long.class);
    static final long RELEASE_ARRAY = address("releaseArray", void.class, long.class);
    static final long RELEASE_STREAM = address("releaseStream", void.class, long.class);
    static final long GET_SCHEMA = address("getSchema", int.class, long.class, long.class);
    static final long GET_NEXT = address("getNext", int.class, long.class, long.class);
    static final long GET_LAST_ERROR = address("getLastError", long.class, long.class);

    private Callbacks() {}

    /** Returns the address of a function in C. It takes pointers, which are numbers of 8 bytes. */
    @SuppressWarnings("restricted")
    private static long address(String name, Class<?> result, Class<?>... parameters) {
        try {
            MethodHandle method =
                    MethodHandles.lookup().findStatic(Callbacks.class, name, MethodType.methodType(result, parameters));
            MemoryLayout[] pointers = new MemoryLayout[parameters.length];
            Arrays.fill(pointers, ValueLayout.JAVA_LONG);
            FunctionDescriptor descriptor = result == void.class
                    ? FunctionDescriptor.ofVoid(pointers)
                    : FunctionDescriptor.of(
                            result == int.class ? ValueLayout.JAVA_INT : ValueLayout.JAVA_LONG, pointers);
            return Linker.nativeLinker()
                    .upcallStub(method, descriptor, Arena.global())
                    .address();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void releaseSchema(long schema) {
        quietly(() -> CData.releaseSchema(schema));
    }

    static void releaseArray(long array) {
        quietly(() -> CData.releaseArray(array));
    }

    static void releaseStream(long stream) {
        quietly(() -> CStream.release(stream));
    }

    private static void quietly(Runnable release) {
        try {
            release.run();
        } catch (Throwable e) { // the consumer can do nothing about it
            System.getLogger(Callbacks.class.getName())
                    .log(System.Logger.Level.WARNING, "A release of Arrow data failed.", e);
        }
    }

    static int getSchema(long stream, long target) {
        return guarded(stream, () -> CStream.of(stream).putSchema(target));
    }

    static int getNext(long stream, long target) {
        return guarded(stream, () -> CStream.of(stream).putNext(target));
    }

    private static int guarded(long stream, Runnable work) {
        try {
            work.run();
            CStream.of(stream).setError(null);
            return 0;
        } catch (Throwable e) {
            try {
                CStream.of(stream).setError(e);
            } catch (Throwable second) {
                return EIO; // without a message
            }
            return e instanceof OutOfMemoryError ? ENOMEM : EIO;
        }
    }

    static long getLastError(long stream) {
        try {
            return CStream.of(stream).error();
        } catch (Throwable e) {
            return 0;
        }
    }
}
