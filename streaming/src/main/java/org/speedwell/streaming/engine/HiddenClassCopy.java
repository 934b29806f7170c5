package org.speedwell.streaming.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
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
public final class HiddenClassCopy {
    private static final ClassValue<byte[]> FILES = new ClassValue<>() {
        @Override
        protected byte[] computeValue(Class<?> type) {
            return read(type);
        }
    };

    private final MethodHandle constructor;

    private HiddenClassCopy(MethodHandle constructor) {
        this.constructor = constructor;
    }

    /**
     * Copies a class that has one constructor, and whose objects are used through the interfaces that it implements: those
     * of the copy are of no other class.
     *
     * @param lookup of the package of the class
     * @throws IllegalStateException if the class file is not where the class is
     */
    public static HiddenClassCopy of(MethodHandles.Lookup lookup, Class<?> type) {
        try {
            return new HiddenClassCopy(constructor(lookup.defineHiddenClass(FILES.get(type), true)));
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

    /**
     * The only object of a copy, which the copy's code may take from {@link #only} for a constant: then the compiler knows all
     * its final fields, and those of objects of other copies that they lead to.
     *
     * @param lookup of the package of the class
     * @param arguments of the one constructor of the class
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an interface of the class that was copied
    public static <S> S makeOnly(MethodHandles.Lookup lookup, Class<?> type, @Nullable Object... arguments) {
        Only only = new Only(arguments);
        try {
            lookup.defineHiddenClassWithClassData(FILES.get(type), only, true);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type + " cannot be copied", e);
        } catch (ExceptionInInitializerError e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw e;
        }
        return (S) requireNonNull(only.object, "The class does not ask for its only object.");
    }

    /**
     * Makes the only object of a copy; null in a class that is none. For the static initializer of the class.
     *
     * @param lookup of the class itself
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // asked for by the class itself
    public static <S> @Nullable S only(MethodHandles.Lookup lookup) {
        try {
            Only only = MethodHandles.classData(lookup, ConstantDescs.DEFAULT_NAME, Only.class);
            if (only == null) {
                return null;
            }
            only.object = constructor(lookup).invokeExact(only.arguments);
            return (S) only.object;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a constructor of ours declares none
        }
    }

    private static MethodHandle constructor(MethodHandles.Lookup copy) throws IllegalAccessException {
        MethodHandle constructor = copy.unreflectConstructor(copy.lookupClass().getDeclaredConstructors()[0]);
        return constructor
                .asSpreader(Object[].class, constructor.type().parameterCount())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    /** What the only object of a copy is made of, and it itself. */
    private static final class Only {
        private final @Nullable Object[] arguments;
        private @Nullable Object object;

        Only(@Nullable Object[] arguments) {
            this.arguments = arguments;
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
