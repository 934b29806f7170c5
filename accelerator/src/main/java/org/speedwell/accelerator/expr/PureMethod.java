package org.speedwell.accelerator.expr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A method whose result depends on its arguments alone, and that has no effects.
 *
 * @param name the name for a person, such as {@code String.startsWith}
 * @param type the types of the arguments and of the result. The receiver is the first argument if there is one
 * @param isStatic true if the method has no receiver
 * @param cannotThrow true if the method never throws
 */
public record PureMethod(
        Class<?> owner, String name, MethodType type, boolean isStatic, boolean cannotThrow, MethodHandle handle)
        implements Callee {
    private static final Set<String> OF_NUMBERS = Set.of(
            "valueOf",
            "booleanValue",
            "byteValue",
            "shortValue",
            "charValue",
            "intValue",
            "longValue",
            "floatValue",
            "doubleValue",
            "equals",
            "compareTo",
            "compare",
            "sum",
            "max",
            "min",
            "signum",
            "isNaN",
            "isInfinite",
            "logicalAnd",
            "logicalOr",
            "logicalXor");

    private static final Set<String> OF_DATES = Set.of("before", "after", "equals", "compareTo", "getTime", "getNanos");

    private static final Set<String> OF_LOCAL = Set.of(
            "isBefore",
            "isAfter",
            "isEqual",
            "equals",
            "compareTo",
            "getYear",
            "getMonthValue",
            "getDayOfMonth",
            "getDayOfYear",
            "getHour",
            "getMinute",
            "getSecond");

    private static final Map<Class<?>, Set<String>> KNOWN = Map.ofEntries(
            Map.entry(
                    String.class,
                    Set.of(
                            "equals",
                            "equalsIgnoreCase",
                            "startsWith",
                            "endsWith",
                            "contains",
                            "isEmpty",
                            "isBlank",
                            "length",
                            "compareTo",
                            "compareToIgnoreCase",
                            "charAt",
                            "indexOf",
                            "lastIndexOf",
                            "substring",
                            "trim",
                            "strip",
                            "concat",
                            "matches",
                            "replace")),
            Map.entry(Boolean.class, OF_NUMBERS),
            Map.entry(Byte.class, OF_NUMBERS),
            Map.entry(Short.class, OF_NUMBERS),
            Map.entry(Character.class, OF_NUMBERS),
            Map.entry(Integer.class, OF_NUMBERS),
            Map.entry(Long.class, OF_NUMBERS),
            Map.entry(Float.class, OF_NUMBERS),
            Map.entry(Double.class, OF_NUMBERS),
            Map.entry(Math.class, Set.of("abs", "max", "min", "floorMod", "floorDiv", "addExact", "signum", "sqrt")),
            Map.entry(
                    BigDecimal.class,
                    Set.of(
                            "compareTo",
                            "equals",
                            "signum",
                            "intValue",
                            "longValue",
                            "doubleValue",
                            "add",
                            "subtract",
                            "multiply",
                            "negate",
                            "abs",
                            "max",
                            "min",
                            "scale",
                            "valueOf")),
            Map.entry(BigInteger.class, Set.of("compareTo", "equals", "signum", "intValue", "longValue", "valueOf")),
            Map.entry(Date.class, OF_DATES),
            Map.entry(Timestamp.class, OF_DATES),
            Map.entry(java.sql.Date.class, OF_DATES),
            Map.entry(Time.class, OF_DATES),
            Map.entry(LocalDate.class, OF_LOCAL),
            Map.entry(LocalDateTime.class, OF_LOCAL),
            Map.entry(LocalTime.class, OF_LOCAL),
            Map.entry(Instant.class, OF_LOCAL),
            Map.entry(UUID.class, Set.of("equals", "compareTo")),
            Map.entry(Enum.class, Set.of("equals", "compareTo", "ordinal", "name")),
            Map.entry(Comparable.class, Set.of("compareTo")),
            Map.entry(Object.class, Set.of("equals")),
            Map.entry(Collection.class, Set.of("contains")),
            Map.entry(Set.class, Set.of("contains")),
            Map.entry(List.class, Set.of("contains")),
            Map.entry(Objects.class, Set.of("equals", "isNull", "nonNull", "requireNonNull")));

    /** The instance methods that throw for some arguments. */
    private static final Set<String> PARTIAL =
            Set.of("String.charAt", "String.substring", "String.matches", "Comparable.compareTo", "Enum.compareTo");

    /** The classes of immutable values whose methods are the JDK's own. Enums are immutable, too. */
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            BigDecimal.class,
            BigInteger.class,
            LocalDate.class,
            LocalDateTime.class,
            LocalTime.class,
            Instant.class,
            UUID.class);

    /** The classes of mutable values that do not change while the engine reads a row. */
    private static final Set<Class<?>> DATES = Set.of(Timestamp.class, java.sql.Date.class, Time.class, Date.class);

    /** The interfaces of {@link FixedElements}. */
    private static final Set<Class<?>> COLLECTIONS = Set.of(Collection.class, Set.class, List.class);

    private static final Map<String, PureMethod> FOUND = new ConcurrentHashMap<>();

    /** Returns whether a value of exactly this class never changes. */
    public static boolean isImmutable(Class<?> type) {
        return VALUES.contains(type) || isEnum(type);
    }

    /** Returns whether the engine knows the methods of a value of this class. */
    public static boolean isKnown(Class<?> type) {
        return type.isPrimitive() || isImmutable(type) || DATES.contains(type) || COLLECTIONS.contains(type);
    }

    /**
     * Returns a value that never changes: the given one, or {@link FixedElements} in place of a collection. Returns null
     * if the value may change.
     */
    public static @Nullable Object fixed(Object value) {
        return isImmutable(value.getClass()) ? value : FixedElements.of(value);
    }

    static boolean isEnum(Class<?> type) {
        return type.isEnum()
                || type.getSuperclass() != null && type.getSuperclass().isEnum();
    }

    /** Returns the method, or null if the engine does not know it. */
    public static @Nullable PureMethod find(Class<?> of, String name, String descriptor, boolean isStatic) {
        Class<?> owner = of.isEnum() ? Enum.class : of;
        Set<String> names = KNOWN.get(owner);
        if (names == null || !names.contains(name) || owner == Enum.class && isStatic) {
            return null;
        }
        String key = owner.getName() + name + descriptor;
        PureMethod known = FOUND.get(key);
        if (known != null) {
            return known;
        }
        PureMethod found = lookUp(owner, name, descriptor, isStatic);
        if (found != null) {
            FOUND.put(key, found);
        }
        return found;
    }

    private static @Nullable PureMethod lookUp(Class<?> owner, String name, String descriptor, boolean isStatic) {
        try {
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, PureMethod.class.getClassLoader());
            for (Class<?> parameter : type.parameterList()) {
                if (parameter.isArray()) {
                    return null;
                }
            }
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle method =
                    isStatic ? lookup.findStatic(owner, name, type) : lookup.findVirtual(owner, name, type);
            boolean cannotThrow = owner == Objects.class && !name.equals("requireNonNull")
                    || isStatic
                            && !name.endsWith("Exact")
                            && !name.startsWith("floor")
                            && type.parameterList().stream().allMatch(Class::isPrimitive)
                            && owner != BigDecimal.class;
            return new PureMethod(
                    owner, owner.getSimpleName() + "." + name, method.type(), isStatic, cannotThrow, generic(method));
        } catch (ReflectiveOperationException | TypeNotPresentException e) {
            return null;
        }
    }

    /** Returns the method as a method from an array of objects to an object. */
    private static MethodHandle generic(MethodHandle method) {
        int arguments = method.type().parameterCount();
        return MethodHandles.explicitCastArguments(method, MethodType.genericMethodType(arguments))
                .asSpreader(Object[].class, arguments);
    }

    /** Returns the declared type of the result. */
    public Class<?> result() {
        return type.returnType();
    }

    @Override
    public Kind kind() {
        return Kind.of(type.returnType());
    }

    @Override
    public boolean isTotalOfValues() {
        return cannotThrow || !isStatic && !PARTIAL.contains(name);
    }

    @Override
    public boolean isPure() {
        return true;
    }

    @Override
    public String text(List<String> arguments) {
        return isStatic
                ? name + "(" + String.join(", ", arguments) + ")"
                : arguments.getFirst()
                        + name.substring(name.indexOf('.'))
                        + "("
                        + String.join(", ", arguments.subList(1, arguments.size()))
                        + ")";
    }

    /** Returns whether the method only boxes a primitive. */
    public boolean isBoxing() {
        return isStatic && name.endsWith(".valueOf") && type.parameterType(0) == unwrapped(owner);
    }

    /** Returns the primitive of a box. For other classes it returns the class itself. */
    private static Class<?> unwrapped(Class<?> box) {
        return MethodType.methodType(box).unwrap().returnType();
    }

    /** Returns whether the method only unboxes a value of a class. */
    public boolean isUnboxingOf(Class<?> box) {
        Class<?> primitive = unwrapped(box);
        return result() == primitive && name.equals(box.getSimpleName() + "." + primitive.getName() + "Value");
    }

    /** Calls the method and throws its exceptions. */
    @Override
    public @Nullable Object call(@Nullable Object[] arguments) {
        try {
            return (Object) handle.invokeExact((Object[]) arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // the known methods throw no checked exceptions
        }
    }
}
