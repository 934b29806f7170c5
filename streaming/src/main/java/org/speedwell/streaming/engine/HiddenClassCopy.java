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
 * A hidden copy of a class, with a name of its own. Its code comes from the class file of the ordinary class.
 *
 * <p>The compiler predicts the target of a call from profiles, which it stores by method. A loop that all jobs share
 * has called the functions of all jobs. The compiler then inlines none of them and must allocate every event. A copy
 * has called the functions of one job only. The compiler compiles each copy separately. The JVM unloads a copy after
 * its last object is unreachable. Thread-safe.
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
     * Copies a class that has one constructor. Use its objects only through the interfaces of the class, because the
     * copy is a different class.
     *
     * @param lookup a lookup in the package of the class
     * @throws IllegalStateException if the class file cannot be read
     */
    public static HiddenClassCopy of(MethodHandles.Lookup lookup, Class<?> type) {
        try {
            return new HiddenClassCopy(constructor(lookup.defineHiddenClass(FILES.get(type), true)));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type + " cannot be copied", e);
        }
    }

    /** Creates an object of the copy. The arguments must fit the constructor; the call checks them. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an interface of the original class
    public <S> S make(@Nullable Object... arguments) {
        try {
            return (S) constructor.invokeExact(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // our constructors declare no checked exception
        }
    }

    /**
     * Creates a copy with a single object. The code of the copy reads the object as a constant through {@link #only}.
     * The compiler then knows all final fields of the object, and of the objects of other copies that they refer to.
     *
     * @param lookup a lookup in the package of the class
     * @param arguments the arguments of the only constructor of the class
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // an interface of the original class
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
     * Creates the only object of a copy. Returns null in a class that is not such a copy. Call it from the static
     * initializer of the class.
     *
     * @param lookup the lookup of the class itself
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the class itself calls this
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
            throw new IllegalStateException(e); // our constructors declare no checked exception
        }
    }

    private static MethodHandle constructor(MethodHandles.Lookup copy) throws IllegalAccessException {
        MethodHandle constructor = copy.unreflectConstructor(copy.lookupClass().getDeclaredConstructors()[0]);
        return constructor
                .asSpreader(Object[].class, constructor.type().parameterCount())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    /** The constructor arguments of the only object of a copy, and that object. */
    private static final class Only {
        private final @Nullable Object[] arguments;
        private @Nullable Object object;

        Only(@Nullable Object[] arguments) {
            this.arguments = arguments;
        }
    }

    /** Returns the name of a class. For a copy it returns the name of the original class. */
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
