package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.speedwell.accelerator.stream.PlainShapes.Kind;
import org.speedwell.accelerator.stream.PlainShapes.Shape;
import org.speedwell.accelerator.stream.PlainSource.Getter;
import org.speedwell.accelerator.stream.PlainSource.Variable;

/** A generator of Java source for random operations with plain lambdas on a stream of one table's entities. */
final class PlainOperations {
    private final PlainSource from;

    /** The class name of the entity. */
    private final String type;

    private StringBuilder constants = new StringBuilder();
    private int constant;

    PlainOperations(PlainSource from, String type) {
        this.from = from;
        this.type = type;
    }

    /** Returns the head of a class that supplies a list of functions of a stream and captured values. */
    String begin(String name) {
        return """
                @SuppressWarnings({"all", "unchecked"})
                public static final class %1$s implements java.util.function.Supplier<java.util.List<%2$s>> {
                    private static boolean itself(boolean value) { return value; }
                    private static java.util.stream.Stream<%3$s> filtered(
                            java.util.stream.Stream<%3$s> stream, java.util.function.Predicate<%3$s> predicate) {
                        return stream.filter(predicate);
                    }
                    public java.util.List<%2$s> get() {
                        java.util.List<%2$s> all = new java.util.ArrayList<>();
                """.formatted(name, "java.util.function.BiFunction<java.util.stream.Stream<?>, Object[], Object>", type);
    }

    /** Returns the source of one shape. It follows the head. */
    String text(Shape shape) {
        StringBuilder text = new StringBuilder("all.add((given, c) -> {\n");
        text.append("java.util.stream.Stream<%1$s> s = (java.util.stream.Stream<%1$s>) given;\n".formatted(type));
        List<Variable> variables = shape.variables();
        for (int i = 0; i < variables.size(); i++) {
            Class<?> variable = variables.get(i).type();
            Class<?> box =
                    java.lang.invoke.MethodType.methodType(variable).wrap().returnType();
            text.append("%s c%d = (%s) c[%d];\n".formatted(variable.getCanonicalName(), i, box.getCanonicalName(), i));
        }
        return text.append(shape.source()).append("\n});\n").toString();
    }

    /** Returns the tail of the class. */
    String end() {
        String all = constants.toString();
        constants = new StringBuilder();
        return "return all;\n}\n" + all + "}\n";
    }

    Shape next() {
        boolean mayThrow = from.chance(4) == 0;
        from.begin(mayThrow);
        Kind kind = Kind.values()[Math.max(0, from.chance(Kind.values().length + 3) - 3)];
        boolean isHelped = kind == Kind.FILTERED && from.chance(8) == 0;
        String source = isHelped
                ? from.pick("return filtered(s, f -> %s);", "return s.filter(f -> %s\n ? true : false);")
                        .formatted(from.test("f", 1))
                : source(kind);
        if (isHelped && !source.contains("filtered(")) {
            source = "java.util.function.Predicate<%s> p = c.length > 0 ? f -> %s : f -> true;\nreturn s.filter(p);"
                    .formatted(type, from.test("f", 1));
        }
        boolean isOrder = kind == Kind.SORTED || kind == Kind.FIRST;
        return new Shape(
                kind, source, isHelped, mayThrow || isOrder || kind == Kind.COLLECTED, from.variables(), NOTHING);
    }

    private static final BiFunction<Stream<?>, Object[], Object> NOTHING = (_, _) -> {
        throw new AssertionError("is not compiled yet");
    };

    private String source(Kind kind) {
        return switch (kind) {
            case FILTERED -> filtered();
            case SORTED -> "return s.sorted(" + order() + ");";
            case MAPPED -> isMulti() ? multi("<Object>mapMulti", value()) : "return s.map(" + mapper() + ");";
            case INTS -> {
                String ints = from.ints("f", 2);
                yield isMulti()
                        ? multi("mapMultiToInt", ints)
                        : "return s.mapToInt(" + number(List.of(int.class, short.class, byte.class), "f -> " + ints)
                                + ");";
            }
            case LONGS -> {
                String longs = from.longs("f", 2);
                yield isMulti()
                        ? multi("mapMultiToLong", longs)
                        : "return s.mapToLong(" + number(List.of(long.class, int.class, short.class), "f -> " + longs)
                                + ");";
            }
            case DOUBLES -> {
                String doubles = from.doubles("f", 2);
                yield isMulti()
                        ? multi("mapMultiToDouble", doubles)
                        : "return s.mapToDouble("
                                + number(List.of(double.class, float.class, int.class), "f -> " + doubles) + ");";
            }
            case MATCHED ->
                "return s." + from.pick("anyMatch", "allMatch", "noneMatch") + "(f -> " + from.test("f", 1) + ");";
            case FIRST -> "return s." + from.pick("min", "max") + "(" + order() + ");";
            case COLLECTED -> "return s.collect(" + collector(2) + ");";
        };
    }

    private boolean isMulti() {
        return from.chance(4) == 0;
    }

    /** Returns an operation that passes on a value for all or some elements. */
    private String multi(String operation, String value) {
        String accept = "sink.accept(" + value + ");";
        return "return s." + operation + "((f, sink) -> {\n"
                + switch (from.chance(4)) {
                    case 0 -> "if (" + from.test("f", 1) + ") {\n" + accept + "\n}";
                    case 1 -> "if (" + from.test("f", 1) + ") {\nreturn;\n}\n" + accept;
                    case 2 -> "if (" + from.test("f", 1) + ") {\n" + accept + "\n} else {\n" + accept + "\n}";
                    default -> accept;
                }
                + "\n});";
    }

    private String filtered() {
        String test = from.test("f", 2);
        return switch (from.chance(8)) {
            case 0 -> "return s.takeWhile(f -> " + test + ");";
            case 1 -> "return s.dropWhile(f -> " + test + ");";
            case 2 -> "java.util.function.Predicate<" + type + "> p = f -> " + test + ";\nreturn s.filter(p);";
            case 3 -> {
                if (!from.variables().isEmpty()) {
                    yield "return s.filter(f -> { return " + test + "; });";
                }
                String name = "PREDICATE_" + constant++;
                constants.append("private static final java.util.function.Predicate<%s> %s = f -> %s;\n"
                        .formatted(type, name, test));
                yield "return s.filter(" + name + ");";
            }
            case 4 ->
                "return s.filter(f -> {\nif (" + test + ") {\nreturn " + from.test("f", 1) + ";\n}\nreturn "
                        + from.test("f", 0) + ";\n});";
            default -> "return s.filter(f -> " + test + ");";
        };
    }

    private String number(List<Class<?>> types, String lambda) {
        List<Getter> fit = from.getters.stream()
                .filter(getter -> types.contains(getter.type()))
                .toList();
        return fit.isEmpty() || from.chance(3) > 0 ? lambda : reference(from.pick(fit));
    }

    private String reference(Getter getter) {
        return type + "::" + getter.name();
    }

    /** Returns the getters whose values {@code equals} compares by content. */
    private List<Getter> plain() {
        return from.getters.stream()
                .filter(getter -> getter.type().isPrimitive()
                        || getter.type().getName().startsWith("java.util.Optional")
                                && (getter.value() == getter.type() || PlainSource.isPlain(getter.value()))
                        || PlainSource.isPlain(getter.type()))
                .toList();
    }

    private String mapper() {
        List<Getter> plain = plain();
        if (!plain.isEmpty() && from.chance(2) == 0) {
            return reference(from.pick(plain));
        }
        return "f -> " + value();
    }

    private String value() {
        List<Getter> plain = plain();
        return switch (from.chance(6)) {
            case 0 -> from.test("f", 1);
            case 1 -> from.ints("f", 2);
            case 2 -> from.longs("f", 1);
            case 3 -> from.doubles("f", 1);
            case 4 -> from.text("f");
            default -> plain.isEmpty() ? "1" : "f." + from.pick(plain).name() + "()";
        };
    }

    private String key(String f) {
        List<Getter> comparable =
                from.getters.stream().filter(Getter::isComparable).toList();
        return !comparable.isEmpty() && from.chance(4) > 0
                ? f + "." + from.pick(comparable).name() + "()"
                : from.pick(from.ints(f, 1), from.longs(f, 1), from.test(f, 0));
    }

    private String order() {
        StringBuilder order = new StringBuilder(comparator());
        while (from.chance(3) == 0) {
            order.append(
                    switch (from.chance(3)) {
                        case 0 -> ".reversed()";
                        case 1 -> ".thenComparing(" + comparator() + ")";
                        default -> ".thenComparing((" + type + " f) -> " + key("f") + ")";
                    });
        }
        return from.chance(10) == 0 ? "java.util.Collections.reverseOrder(" + order + ")" : order.toString();
    }

    private String comparator() {
        List<Getter> comparable =
                from.getters.stream().filter(Getter::isComparable).toList();
        String comparator = "java.util.Comparator.comparing";
        String cast = "((java.util.Comparator<" + type + ">) ";
        return switch (from.chance(comparable.isEmpty() ? 4 : 8)) {
            case 0 -> comparator + "Int((" + type + " f) -> " + from.ints("f", 1) + ")";
            case 1 -> comparator + "Long((" + type + " f) -> " + from.longs("f", 1) + ")";
            case 2 -> comparator + "Double((" + type + " f) -> " + from.doubles("f", 1) + ")";
            case 3 -> comparator + "((" + type + " f) -> " + key("f") + ")";
            case 4 -> {
                Getter getter = from.pick(comparable);
                yield cast
                        + (getter.type().isPrimitive()
                                ? "(a, b) -> " + box(getter) + ".compare(a.%1$s(), b.%1$s()))".formatted(getter.name())
                                : "(a, b) -> b.%1$s().compareTo(a.%1$s()))".formatted(getter.name()));
            }
            case 5 ->
                cast + comparator + "(" + reference(from.pick(comparable)) + ", java.util.Comparator."
                        + from.pick(
                                "reverseOrder()",
                                "naturalOrder()",
                                "nullsFirst(java.util.Comparator.naturalOrder())",
                                "nullsLast(java.util.Comparator.reverseOrder())")
                        + "))";
            default -> cast + comparator + "(" + reference(from.pick(comparable)) + "))";
        };
    }

    private static String box(Getter getter) {
        return java.lang.invoke.MethodType.methodType(getter.type())
                .wrap()
                .returnType()
                .getSimpleName();
    }

    /** Returns a function for a collector. It declares its type, because the compiler does not infer it there. */
    private String keyOf() {
        List<Getter> plain = plain();
        return plain.isEmpty() || from.chance(3) == 0
                ? "(" + type + " f) -> " + from.pick(from.ints("f", 1), from.test("f", 1))
                : reference(from.pick(plain));
    }

    private String collector(int depth) {
        String name = "java.util.stream.Collectors.";
        String f = "(" + type + " f) -> ";
        List<Getter> decimals = from.getters.stream()
                .filter(getter -> getter.type() == BigDecimal.class)
                .toList();
        return name
                + switch (from.chance(depth > 0 ? 18 : 9)) {
                    case 0 -> "counting()";
                    case 1 ->
                        from.pick("summingInt(", "averagingInt(", "summarizingInt(") + f + from.ints("f", 1) + ")";
                    case 2 ->
                        from.pick("summingLong(", "averagingLong(", "summarizingLong(") + f + from.longs("f", 1) + ")";
                    case 3 ->
                        from.pick("summingDouble(", "averagingDouble(", "summarizingDouble(") + f + from.doubles("f", 1)
                                + ")";
                    case 4 -> "mapping(" + keyOf() + ", " + name + from.pick("toList())", "toSet())", "counting())");
                    case 5 -> from.pick("minBy(", "maxBy(") + order() + ")";
                    case 6 ->
                        decimals.isEmpty()
                                ? "toList()"
                                : "reducing(java.math.BigDecimal.ZERO, " + reference(from.pick(decimals))
                                        + ", java.math.BigDecimal::add)";
                    case 7 -> "toList()";
                    case 8 -> "averagingInt(" + f + from.ints("f", 1) + ")";
                    case 9 -> "toMap(" + keyOf() + ", " + keyOf() + ")";
                    case 10 -> "toMap(" + keyOf() + ", " + keyOf() + ", (x, y) -> y)";
                    case 11 -> "filtering(" + f + from.test("f", 1) + ", " + collector(depth - 1) + ")";
                    case 12 -> "partitioningBy(" + f + from.test("f", 1) + ", " + collector(depth - 1) + ")";
                    case 13 -> "partitioningBy(" + f + from.test("f", 1) + ")";
                    case 14 -> "groupingBy(" + keyOf() + ")";
                    case 15 ->
                        "groupingBy(" + f + from.ints("f", 1) + ", java.util.TreeMap::new, " + collector(depth - 1)
                                + ")";
                    default -> "groupingBy(" + keyOf() + ", " + collector(depth - 1) + ")";
                };
    }
}
