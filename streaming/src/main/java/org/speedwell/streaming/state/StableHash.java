package org.speedwell.streaming.state;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.URI;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A hash of keys that is the same in every process. It selects the thread that has the state of a key, also after a
 * restart from a checkpoint. {@link Object#hashCode} may differ between processes. The hash code of an enum constant
 * depends on its address in memory, and so does that of every object that contains one. Thread-safe.
 */
public final class StableHash {
    /** The final classes whose {@code hashCode} depends only on the value. */
    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            URI.class,
            Inet4Address.class,
            Inet6Address.class,
            Date.class,
            java.sql.Date.class,
            java.sql.Time.class,
            java.sql.Timestamp.class);

    private static final ClassValue<Hash> HASHES = new ClassValue<>() {
        @Override
        protected Hash computeValue(Class<?> type) {
            return hash(type);
        }
    };

    /** A hash function for the objects of one class. */
    @FunctionalInterface
    private interface Hash {
        int of(Object key);
    }

    private StableHash() {}

    /**
     * Returns the hash of a key, or of a part of a key, which may be null.
     *
     * @throws IllegalArgumentException if the class of the key has no hash that is the same in another process
     */
    public static int of(@Nullable Object key) {
        return key == null ? 0 : HASHES.get(key.getClass()).of(key);
    }

    private static Hash hash(Class<?> type) {
        if (isPlain(type)) {
            return Object::hashCode;
        }
        if (Enum.class.isAssignableFrom(type)) {
            return key -> ofEnum((Enum<?>) key);
        }
        if (List.class.isAssignableFrom(type)) {
            return key -> {
                int hash = 1;
                for (Object element : (List<?>) key) {
                    hash = 31 * hash + of(element);
                }
                return hash;
            };
        }
        if (Set.class.isAssignableFrom(type)) {
            return key -> ((Set<?>) key).stream().mapToInt(StableHash::of).sum();
        }
        if (Map.class.isAssignableFrom(type)) {
            return key -> ((Map<?, ?>) key)
                    .entrySet().stream()
                            .mapToInt(entry -> of(entry.getKey()) ^ of(entry.getValue()))
                            .sum();
        }
        if (type.isRecord() && isComparedByComponents(type)) {
            return ofRecord(type);
        }
        String reason = whyNotStable(type);
        if (reason == null) {
            return Object::hashCode;
        }
        return key -> {
            throw new IllegalArgumentException(
                    "A job with checkpoints cannot have keys, or parts of keys, of " + type + ": " + reason
                            + ". After a restart, events would not find the state of their keys. Use a String, a"
                            + " number, an enum, a UUID, a value of java.time, or a record or list of these.");
        };
    }

    private static boolean isPlain(Class<?> type) {
        return PLAIN.contains(type) || type.getPackageName().equals("java.time") && !type.isEnum();
    }

    private static int ofEnum(Enum<?> constant) {
        return 31 * constant.getDeclaringClass().getName().hashCode()
                + constant.name().hashCode();
    }

    private static Hash ofRecord(Class<?> type) {
        Method[] accessors = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getAccessor)
                .toArray(Method[]::new);
        for (Method accessor : accessors) {
            accessor.setAccessible(true);
        }
        return key -> {
            int hash = 0;
            for (Method accessor : accessors) {
                hash = 31 * hash + of(component(accessor, key));
            }
            return hash;
        };
    }

    private static @Nullable Object component(Method accessor, Object of) {
        try {
            return accessor.invoke(of);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(accessor + " failed: " + e.getCause(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "The library cannot call " + accessor + " of a key. Open its package to the library.", e);
        }
    }

    /**
     * Returns whether the compiler generated {@code equals} and {@code hashCode} of a record. Other implementations may
     * treat records with different components as equal.
     */
    private static boolean isComparedByComponents(Class<?> type) {
        String name = type.getName();
        try (InputStream in = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return in != null
                    && ClassFile.of().parse(in.readAllBytes()).methods().stream()
                            .filter(method -> isNamed(method, "hashCode", "()I")
                                    || isNamed(method, "equals", "(Ljava/lang/Object;)Z"))
                            .allMatch(StableHash::isGenerated);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isNamed(MethodModel method, String name, String type) {
        return method.methodName().equalsString(name) && method.methodType().equalsString(type);
    }

    private static boolean isGenerated(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(element -> element instanceof InvokeDynamicInstruction call
                        && call.bootstrapMethod()
                                .owner()
                                .descriptorString()
                                .equals("Ljava/lang/runtime/ObjectMethods;"));
    }

    /**
     * Returns the reason why a class's own {@code hashCode} may differ in another process, or null if it cannot differ.
     */
    private static @Nullable String whyNotStable(Class<?> type) {
        if (type.isArray()) {
            return "the hash code of an array depends on its address in memory";
        }
        if (!Serializable.class.isAssignableFrom(type)) {
            return type + " is not Serializable";
        }
        try {
            if (type.getMethod("hashCode").getDeclaringClass() == Object.class) {
                return "it does not override hashCode, so its hash code depends on its address in memory";
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // every class has hashCode
        }
        for (Class<?> each = type;
                each != null && each != Object.class && each != Record.class;
                each = each.getSuperclass()) {
            if (each.getName().startsWith("java.")) {
                return "its hashCode may depend on more than its value";
            }
            for (Field field : each.getDeclaredFields()) {
                boolean counts =
                        !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
                if (counts && !field.getType().isPrimitive() && !isPlain(field.getType())) {
                    return "its hashCode may depend on field " + field.getName() + " of " + field.getType()
                            + ", so that it may differ in another process";
                }
            }
        }
        return null;
    }
}
