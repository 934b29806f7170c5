package org.speedwell.streaming.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A class defined once more, hidden and under a name of its own, from the class file of one that is written as any other.
 *
 * <p>The compiler knows what a call leads to by what it has seen there, and it keeps that by method: of a loop that all jobs
 * share it has seen the functions of all, takes none of them in, and must make every event. Of a copy it has seen one job. A
 * copy is compiled by itself, and goes when its last object is gone. Thread-safe.
 */
public final class ClassCopy {
    private static final ClassValue<byte[]> FILES = new ClassValue<>() {
        @Override
        protected byte[] computeValue(Class<?> type) {
            return read(type);
        }
    };

    private final MethodHandle constructor;

    private ClassCopy(MethodHandle constructor) {
        this.constructor = constructor;
    }

    /**
     * Copies a class that has one constructor, and whose objects are used through the interfaces that it implements: those
     * of the copy are of no other class.
     *
     * @param lookup of the package of the class
     * @throws IllegalStateException if the class file is not where the class is
     */
    public static ClassCopy of(MethodHandles.Lookup lookup, Class<?> type) {
        try {
            MethodHandles.Lookup copy = lookup.defineHiddenClass(FILES.get(type), true);
            MethodHandle constructor =
                    copy.unreflectConstructor(copy.lookupClass().getDeclaredConstructors()[0]);
            return new ClassCopy(constructor
                    .asSpreader(Object[].class, constructor.type().parameterCount())
                    .asType(MethodType.methodType(Object.class, Object[].class)));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type + " cannot be copied", e);
        }
    }

    /** An object of the copy. Arguments are checked when it is made: they are those of the constructor. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an interface of the class that was copied
    public <S> S make(@Nullable Object... arguments) {
        try {
            return (S) constructor.invokeExact(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a constructor of ours declares none
        }
    }

    /** The name of a class, or, of a copy, that of the class that was copied. */
    public static String nameOf(Class<?> type) {
        String name = type.getName();
        return type.isHidden() ? name.substring(0, name.indexOf('/')) : name;
    }

    private static byte[] read(Class<?> type) {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream in = requireNonNull(type.getResourceAsStream(file), file)) {
            return in.readAllBytes();
        } catch (IOException | NullPointerException e) {
            throw new IllegalStateException("The class file of " + type + " cannot be read", e);
        }
    }
}
