package org.speedwell.accelerator.arrow;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** A consumer of the structs in C. It calls the functions of the producer as native code does. */
@SuppressWarnings("restricted")
final class Consumer {
    static final long ARRAY_SIZE = 80;
    static final long SCHEMA_SIZE = 72;

    private static final Linker LINKER = Linker.nativeLinker();

    private Consumer() {}

    /** An {@code ArrowArrayStream}. */
    record Stream(MemorySegment struct) {
        Stream(long address) {
            this(at(address, CStream.SIZE));
        }

        int next(MemorySegment array) {
            return call(1, array);
        }

        int schema(MemorySegment schema) {
            return call(0, schema);
        }

        private int call(int function, MemorySegment target) {
            MethodHandle handle = LINKER.downcallHandle(
                    at(number(struct, function), 0),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
            try {
                return (int) handle.invokeExact(struct, target);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        @Nullable
        String lastError() {
            MethodHandle handle = LINKER.downcallHandle(
                    at(number(struct, 2), 0), FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
            try {
                long text = (long) handle.invokeExact(struct);
                return text == 0 ? null : text(text);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        boolean isReleased() {
            return number(struct, 3) == 0;
        }

        void release() {
            Consumer.release(struct, number(struct, 3));
        }
    }

    /** Returns the array at an address, or a part of a schema. */
    static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** Returns the field of 8 bytes with a number. */
    static long number(MemorySegment struct, long field) {
        return struct.get(ValueLayout.JAVA_LONG_UNALIGNED, 8 * field);
    }

    static String text(long address) {
        return at(address, 1 << 12).getString(0);
    }

    static MemorySegment child(MemorySegment array, int index) {
        return at(number(at(number(array, 6), 8L * index + 8), index), ARRAY_SIZE);
    }

    static long buffer(MemorySegment array, int index) {
        return number(at(number(array, 5), 8L * index + 8), index);
    }

    static boolean isReleased(MemorySegment array) {
        return number(array, 8) == 0;
    }

    static void releaseArray(MemorySegment array) {
        release(array, number(array, 8));
    }

    static void release(MemorySegment struct, long callback) {
        MethodHandle handle = LINKER.downcallHandle(at(callback, 0), FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
        try {
            handle.invokeExact(struct);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Moves an array to other memory, as consumers do. */
    static MemorySegment moved(MemorySegment array, Arena to) {
        MemorySegment target = to.allocate(ARRAY_SIZE, 8).copyFrom(array);
        array.set(ValueLayout.JAVA_LONG_UNALIGNED, 64, 0);
        return target;
    }
}
