package org.speedwell.accelerator.lambda;

import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.ExprText;
import org.speedwell.accelerator.expr.Row;

/** A formatter of analysed functions as Java source for people: {@code f -> f.length > 60}. */
record CodeText(ElementCode entity) {
    /** The names of elements. Each entity of a tuple has its own name. */
    private static final String NAMES = "fghijklmnopqrstuvwxyz";

    private static final ExprText TEXT = new ExprText(CodeText::name);

    private static String name(Expr leaf) {
        return switch (leaf) {
            case Expr.Column column -> name(column.row()) + "." + column.id();
            case Expr.Exists exists -> name(exists.row()) + " != null";
            case Expr.Given _, Expr.Constant _, Expr.Parameter _, Expr.Operation _, Expr.Condition _ ->
                String.valueOf(leaf);
        };
    }

    /** Returns the name of a row: that of its element, with the foreign keys that lead to the row. */
    private static String name(Row row) {
        return switch (row) {
            case Row.Element(int place) -> name(place);
            case Row.Referenced referenced ->
                referenced.foreignKey().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining("+", name(referenced.from()) + ".", ""));
        };
    }

    private static String name(int place) {
        return NAMES.substring(place, place + 1);
    }

    private static String head(int elements) {
        return elements == 1
                ? "f -> "
                : IntStream.range(0, elements).mapToObj(CodeText::name).collect(Collectors.joining(", ", "(", ") -> "));
    }

    private static int last(Expr of) {
        Row row = of.row();
        int last = row == null ? 0 : row.root().place();
        for (Expr operand : of.operands()) {
            last = Math.max(last, last(operand));
        }
        return last;
    }

    /** Returns the text of an analysed function. */
    static String of(AnalyzedFunction<?, ?> known) {
        return head(1 + last(known.code())) + TEXT.of(known.expr());
    }

    /** Returns the text of a comparator or collector, as the calls that create it. */
    String of(Code made) {
        return switch (made) {
            case Code.Entity entity when entity.isWhole() && !entity.isNullable() -> name(entity.row());
            case Code.Entity _, Code.Tuple _ -> "…";
            case Code.Function function -> function(function);
            case Code.Call call -> call(call);
            case Code.Static field -> field.owner().getSimpleName() + "." + field.name();
            case Code.Captured _, Code.Unknown _ -> "…";
            case Code.Read _,
                    Code.Literal _,
                    Code.Maybe _,
                    Code.Require _,
                    Code.Choice _,
                    Code.Compare _,
                    Code.IsNull _,
                    Code.Same _,
                    Code.Operator _,
                    Code.Invoke _ -> TEXT.of(ExprReader.read(made, Object.class));
        };
    }

    private String function(Code.Function function) {
        String method = function.implementation().methodName();
        if (!method.startsWith("lambda$")) {
            boolean isOfArgument = switch (function.implementation().kind()) {
                case VIRTUAL, INTERFACE_VIRTUAL -> function.captured().isEmpty();
                default -> false;
            };
            ClassDesc of = isOfArgument
                    ? function.type().parameterType(0)
                    : function.implementation().owner();
            return of.displayName() + "::" + method;
        }
        int elements = function.type().parameterCount();
        Class<?> result = Linkage.typeOf(function.maker(), function.type().returnType());
        return head(elements * entity.size()) + TEXT.of(ExprReader.read(entity.read(function, elements), result));
    }

    /** Returns the text of a call. The receiver of an instance method is the first argument of the call. */
    private String call(Code.Call call) {
        int dot = call.method().lastIndexOf('.');
        boolean isStatic = call.type().parameterCount() == call.arguments().size();
        return isStatic
                ? call.method().substring(call.method().lastIndexOf('/', dot) + 1) + texts(call.arguments())
                : of(call.arguments().getFirst())
                        + call.method().substring(dot)
                        + texts(call.arguments().subList(1, call.arguments().size()));
    }

    private String texts(List<Code> arguments) {
        return arguments.stream().map(this::of).collect(Collectors.joining(", ", "(", ")"));
    }
}
