package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A generator of random Java expressions on the getters of one entity, as users write them in lambdas. If a shape may
 * not throw, its expressions throw for no row, whichever values are null.
 */
final class PlainSource {
    /** The inverse of the share of tests that call an opaque method. */
    private static final int OPAQUE = 30;

    /** A getter without parameters, and the Speedment field whose values it returns. */
    record Getter(Field<?> field, String name, Class<?> type, Class<?> value) {
        boolean isOptional() {
            return type == Optional.class;
        }

        /** Returns whether the type has a natural order. */
        boolean isComparable() {
            return !isOptional() && (type.isPrimitive() || Comparable.class.isAssignableFrom(type));
        }
    }

    /**
     * A variable outside of the lambda. Its value has this class, and comes from the values of the field if there is
     * one.
     */
    record Variable(Class<?> type, @Nullable Field<?> field) {}

    final List<Getter> getters;
    private final RandomGenerator random;
    private List<Variable> variables = new ArrayList<>();
    private boolean mayThrow;
    private int names;

    PlainSource(Class<?> entity, List<? extends Field<?>> fields, RandomGenerator random) {
        this.random = random;
        this.getters = Arrays.stream(entity.getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .flatMap(method -> getter(method, fields))
                .sorted(java.util.Comparator.comparing(Getter::name))
                .toList();
    }

    private static Stream<Getter> getter(Method method, List<? extends Field<?>> fields) {
        return fields.stream()
                .filter(field -> method.getName()
                        .toLowerCase(Locale.ROOT)
                        .equals("get" + letters(field.identifier().getColumnId())))
                .map(field -> new Getter(field, method.getName(), method.getReturnType(), value(method)));
    }

    private static String letters(String column) {
        return column.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private static Class<?> value(Method method) {
        return method.getGenericReturnType() instanceof ParameterizedType type
                        && type.getActualTypeArguments()[0] instanceof Class<?> value
                ? value
                : method.getReturnType();
    }

    /** Begins another shape. */
    void begin(boolean throwing) {
        variables = new ArrayList<>();
        mayThrow = throwing;
    }

    /** Returns the variables that the shape has captured, in the order of their names {@code c0, c1, …} */
    List<Variable> variables() {
        return variables;
    }

    int chance(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T pick(T... from) {
        return from[random.nextInt(from.length)];
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private String captured(Class<?> type, @Nullable Field<?> field) {
        variables.add(new Variable(type, field));
        return "c" + (variables.size() - 1);
    }

    private String unboxed(Class<?> primitive, Class<?> box) {
        return chance(2) == 0 ? captured(primitive, null) : "(+" + captured(box, null) + ")";
    }

    private String relation() {
        return pick(" < ", " <= ", " > ", " >= ", " == ", " != ");
    }

    /** Returns a condition on the entity with this name. */
    String test(String f, int depth) {
        if (depth > 0 && chance(5) < 2) {
            return switch (chance(4)) {
                case 0 -> "(" + test(f, depth - 1) + " && " + test(f, depth - 1) + ")";
                case 1 -> "(" + test(f, depth - 1) + " || " + test(f, depth - 1) + ")";
                case 2 -> "!(" + test(f, depth - 1) + ")";
                default -> "(%s ? %s : %s)".formatted(test(f, depth - 1), test(f, depth - 1), test(f, depth - 1));
            };
        }
        if (chance(OPAQUE) == 0) {
            return "itself(" + test(f, 0) + ")";
        }
        Getter getter = pick(getters);
        String get = f + "." + getter.name + "()";
        Class<?> type = getter.type;
        if (getter.isOptional()) {
            return optional(get, getter);
        } else if (type == boolean.class) {
            return get;
        } else if (type == long.class || type == OptionalLong.class) {
            return longs(f, 1) + relation() + (chance(2) == 0 ? captured(long.class, getter.field) : longs(f, 0));
        } else if (type == double.class || type == float.class || type == OptionalDouble.class) {
            return doubles(f, 1) + relation() + (chance(2) == 0 ? captured(double.class, getter.field) : doubles(f, 0));
        } else if (type == OptionalInt.class && chance(3) == 0) {
            return get + pick(".isPresent()", ".isEmpty()", ".equals(java.util.OptionalInt.of(7))");
        } else if (type.isPrimitive() || type == OptionalInt.class) {
            return chance(2) == 0
                    ? number(get, getter) + relation() + captured(pick(int.class, Integer.class), getter.field)
                    : ints(f, 2) + relation() + ints(f, 1);
        } else if (type.getPackageName().startsWith("com.speedment")) {
            return get + ".isPresent()";
        }
        return reference(get, getter);
    }

    /** Returns a condition on a reference that may be null. */
    private String reference(String get, Getter getter) {
        return switch (chance(mayThrow ? 5 : 4)) {
            case 0 -> get + pick(" != null", " == null");
            case 1 -> "(" + get + " != null && " + value(get, getter.type, getter.field) + ")";
            case 2 -> "(" + get + " == null || " + value(get, getter.type, getter.field) + ")";
            case 3 ->
                isPlain(getter.type)
                        ? "java.util.Objects.equals(" + get + ", " + captured(getter.type, getter.field) + ")"
                        : get + " != null";
            default -> value(get, getter.type, getter.field);
        };
    }

    private String optional(String get, Getter getter) {
        String v = "v" + names++;
        Class<?> type = getter.value;
        return switch (chance(mayThrow ? 9 : 7)) {
            case 0 -> get + pick(".isPresent()", ".isEmpty()");
            case 1 ->
                get + ".map(" + v + " -> " + value(v, type, getter.field) + ").orElse(" + pick("true", "false") + ")";
            case 2 ->
                get + ".filter(" + v + " -> " + value(v, type, getter.field) + ")" + pick(".isPresent()", ".isEmpty()");
            case 3 -> "(" + get + ".isPresent() && " + value(get + ".get()", type, getter.field) + ")";
            case 4 -> "(" + get + ".isEmpty() || " + value(get + ".orElseThrow()", type, getter.field) + ")";
            case 5 ->
                isPlain(type)
                        ? "java.util.Objects.equals(" + get + ".orElse(null), " + captured(type, getter.field) + ")"
                        : get + ".equals(java.util.Optional.empty())";
            case 6 ->
                isPlain(type)
                        ? value(get + ".orElse(" + captured(type, getter.field) + ")", type, getter.field)
                        : get + ".orElse(null) != null";
            case 7 -> value(get + ".get()", type, getter.field);
            default -> value(get + ".orElse(null)", type, getter.field);
        };
    }

    /** Returns whether {@code equals} compares values of a class by content. */
    static boolean isPlain(Class<?> type) {
        return Comparable.class.isAssignableFrom(type);
    }

    /** Returns a condition on a value that is not null. */
    private String value(String v, Class<?> type, Field<?> field) {
        if (type == String.class) {
            return text(v, field);
        } else if (type.isEnum()) {
            return enumeration(v, type, field);
        } else if (!isPlain(type)) {
            return pick("true", v + " != null");
        }
        boolean isNumber =
                Number.class.isAssignableFrom(type) && type.getPackageName().equals("java.lang");
        boolean isOfTime = type.getPackageName().equals("java.time");
        boolean isDate = java.util.Date.class.isAssignableFrom(type);
        String operand = captured(type, field);
        return switch (chance(5)) {
            case 0 -> v + ".equals(" + operand + ")";
            case 1 -> operand + ".equals(" + v + ")";
            case 2 -> operand + ".compareTo(" + v + ")" + relation() + "0";
            case 3 ->
                isNumber
                        ? v + pick(" < ", " <= ", " > ", " >= ") + operand
                        : isOfTime
                                ? v + pick(".isBefore(", ".isAfter(") + operand + ")"
                                : isDate
                                        ? v
                                                + pick(
                                                        ".before(" + operand + ")",
                                                        ".getTime() > " + captured(long.class, null))
                                        : Number.class.isAssignableFrom(type)
                                                ? v + ".signum()" + relation() + pick("-1", "0", "1")
                                                : v + ".equals(" + operand + ")";
            default -> v + ".compareTo(" + operand + ")" + relation() + "0";
        };
    }

    private String text(String v, Field<?> field) {
        String operand = captured(String.class, field);
        return switch (chance(mayThrow ? 14 : 12)) {
            case 0 -> v + ".startsWith(" + pick(operand, "\"a\"", "\"\"") + ")";
            case 1 -> v + ".endsWith(" + pick(operand, "\"B\"") + ")";
            case 2 -> v + ".contains(" + pick(operand, "\"z\"") + ")";
            case 3 -> v + ".equals(" + operand + ")";
            case 4 -> operand + ".equals(" + v + ")";
            case 5 -> v + ".equalsIgnoreCase(" + pick(operand, "\"AB\"") + ")";
            case 6 -> v + ".compareTo(" + operand + ")" + relation() + "0";
            case 7 -> operand + ".compareTo(" + v + ")" + relation() + "0";
            case 8 -> v + pick(".isEmpty()", ".isBlank()", ".trim().isEmpty()");
            case 9 -> v + ".length()" + relation() + chance(5);
            case 10 -> v + ".indexOf('a')" + relation() + "0";
            case 11 -> operand + ".startsWith(" + v + ")";
            case 12 -> v + ".charAt(" + chance(3) + ") == 'a'";
            default -> v + ".substring(1).equals(" + operand + ")";
        };
    }

    private String enumeration(String v, Class<?> type, Field<?> field) {
        Object constant = pick(type.getEnumConstants());
        String name = type.getCanonicalName() + "." + ((Enum<?>) constant).name();
        return switch (chance(6)) {
            case 0 -> v + " == " + name;
            case 1 -> v + " != " + name;
            case 2 -> v + ".equals(" + name + ")";
            case 3 -> v + ".ordinal()" + relation() + "1";
            case 4 -> v + ".compareTo(" + name + ")" + relation() + "0";
            default -> v + " == " + captured(type, field);
        };
    }

    /** Returns the number of a primitive getter or of an optional one. */
    private String number(String get, Getter getter) {
        if (getter.type.isPrimitive()) {
            return get;
        }
        String kind = getter.type == OptionalInt.class ? "Int" : getter.type == OptionalLong.class ? "Long" : "Double";
        return mayThrow && chance(3) == 0
                ? get + ".getAs" + kind + "()"
                : get + ".orElse(" + pick("0", "-1", "7") + ")";
    }

    private List<Getter> of(Class<?>... types) {
        return getters.stream()
                .filter(getter -> List.of(types).contains(getter.type))
                .toList();
    }

    String ints(String f, int depth) {
        if (depth == 0 || chance(3) == 0) {
            List<Getter> ints = of(int.class, short.class, byte.class, OptionalInt.class);
            List<Getter> texts = of(String.class);
            if (!texts.isEmpty() && chance(5) == 0) {
                String text = f + "." + pick(texts).name + "()";
                return mayThrow ? text + ".length()" : "(" + text + " == null ? -1 : " + text + ".length())";
            }
            if (ints.isEmpty() || chance(4) == 0) {
                return chance(2) == 0 ? unboxed(int.class, Integer.class) : String.valueOf(chance(90));
            }
            Getter getter = pick(ints);
            return number(f + "." + getter.name + "()", getter);
        }
        String a = ints(f, depth - 1);
        return switch (chance(12)) {
            case 0 -> "(" + a + " + " + ints(f, depth - 1) + ")";
            case 1 -> "(" + a + " - " + ints(f, depth - 1) + ")";
            case 2 -> "(" + a + " * " + ints(f, depth - 1) + ")";
            case 3 -> "(" + a + pick(" / ", " % ") + (mayThrow ? ints(f, 0) : "" + (1 + chance(9))) + ")";
            case 4 -> "(" + a + pick(" & ", " | ", " ^ ", " << ", " >> ", " >>> ") + ints(f, 0) + ")";
            case 5 -> "-(" + a + ")";
            case 6 -> "Math.abs(" + a + ")";
            case 7 -> "Math." + pick("min", "max") + "(" + a + ", " + ints(f, depth - 1) + ")";
            case 8 -> "(" + pick("byte", "short", "char") + ") " + a;
            case 9 -> "(" + test(f, 0) + " ? " + a + " : " + ints(f, depth - 1) + ")";
            case 10 -> "(int) (" + pick(longs(f, 0), doubles(f, 0)) + ")";
            default -> "Integer.compare(" + a + ", " + ints(f, depth - 1) + ")";
        };
    }

    String longs(String f, int depth) {
        if (depth == 0 || chance(3) == 0) {
            List<Getter> longs = of(long.class, OptionalLong.class);
            if (longs.isEmpty() || chance(4) == 0) {
                return chance(2) == 0 ? unboxed(long.class, Long.class) : "(long) " + ints(f, 0);
            }
            Getter getter = pick(longs);
            return number(f + "." + getter.name + "()", getter);
        }
        String a = longs(f, depth - 1);
        return switch (chance(5)) {
            case 0 -> "(" + a + pick(" + ", " - ", " * ", " & ", " ^ ") + longs(f, depth - 1) + ")";
            case 1 -> "(" + a + pick(" / ", " % ") + (mayThrow ? longs(f, 0) : (1 + chance(9)) + "L") + ")";
            case 2 -> "Math.abs(" + a + ")";
            case 3 -> "(" + test(f, 0) + " ? " + a + " : " + longs(f, depth - 1) + ")";
            default -> "(" + a + pick(" << ", " >> ", " >>> ") + ints(f, 0) + ")";
        };
    }

    String doubles(String f, int depth) {
        if (depth == 0 || chance(3) == 0) {
            List<Getter> doubles = of(double.class, float.class, OptionalDouble.class);
            List<Getter> decimals = of(java.math.BigDecimal.class);
            if (!decimals.isEmpty() && chance(2) == 0) {
                String decimal = f + "." + pick(decimals).name + "()";
                return mayThrow
                        ? decimal + ".doubleValue()"
                        : "(" + decimal + " == null ? 0.5 : " + decimal + ".doubleValue())";
            }
            if (doubles.isEmpty() || chance(4) == 0) {
                return chance(2) == 0 ? captured(double.class, null) : "(double) " + ints(f, 0);
            }
            Getter getter = pick(doubles);
            return number(f + "." + getter.name + "()", getter);
        }
        String a = doubles(f, depth - 1);
        return switch (chance(4)) {
            case 0 -> "(" + a + pick(" + ", " - ", " * ", " / ", " % ") + doubles(f, depth - 1) + ")";
            case 1 -> "Math.abs(" + a + ")";
            case 2 -> "Math." + pick("min", "max") + "(" + a + ", " + doubles(f, depth - 1) + ")";
            default -> "(" + test(f, 0) + " ? " + a + " : " + doubles(f, depth - 1) + ")";
        };
    }

    /**
     * Returns an expression for a text that may be null. If the shape may not throw, only the text of a getter may be
     * null.
     */
    String text(String f) {
        List<Getter> texts = of(String.class);
        if (texts.isEmpty() || chance(5) == 0) {
            return "(" + test(f, 0) + " ? \"a\" : " + captured(String.class, null) + ")";
        }
        String get = f + "." + pick(texts).name + "()";
        return mayThrow ? get + pick("", ".trim()", ".substring(1)", ".concat(\"x\")") : get;
    }
}
