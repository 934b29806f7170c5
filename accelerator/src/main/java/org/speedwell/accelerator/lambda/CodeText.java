package org.speedwell.accelerator.lambda;

import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes what a function does as Java has it, for a person: {@code f -> f.length > 60}. */
final class CodeText {
    private static final String[] NAMES = {"f", "g"};

    private final @Nullable EntityCode entity;
    private final List<? extends @Nullable Object> captured;

    private CodeText(@Nullable EntityCode entity, List<? extends @Nullable Object> captured) {
        this.entity = entity;
        this.captured = captured;
    }

    /** Of a function that has been read. */
    static String of(Known<?, ?> known) {
        return "f -> " + new CodeText(null, known.captured()).text(known.code());
    }

    /** Of a comparator or collector, by the calls that make it. */
    static String of(Code made, EntityCode entity) {
        return new CodeText(entity, List.of()).text(made);
    }

    private String text(Code code) {
        return switch (code) {
            case Code.Element element -> NAMES[element.index()];
            case Code.Read read -> NAMES[read.element()] + "." + read.field();
            case Code.Captured of -> value(captured.get(of.index()));
            case Code.Literal literal -> value(literal.value());
            case Code.Maybe maybe -> maybe.kind().getSimpleName() + "(" + text(maybe.value()) + ")";
            case Code.Require require -> text(require.value());
            case Code.Choice choice -> choice(choice);
            case Code.Compare compare ->
                operand(compare.first()) + " " + compare.operator().java() + " " + operand(compare.second());
            case Code.IsNull isNull -> operand(isNull.value()) + " == null";
            case Code.Same same -> operand(same.first()) + " == " + operand(same.second());
            case Code.Operator operator -> operator(operator);
            case Code.Invoke invoke -> invoke(invoke);
            case Code.Function function -> function(function);
            case Code.Call call -> call(call);
            case Code.Static field -> field.owner().getSimpleName() + "." + field.name();
            case Code.Unknown _ -> "…";
        };
    }

    private static String value(@Nullable Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case Enum<?> constant -> constant.name();
            case null, default -> String.valueOf(value);
        };
    }

    /** What may bind less than the operators around it stands in parentheses. */
    private String operand(Code code) {
        boolean isPlain = switch (code) {
            case Code.Choice _, Code.Compare _, Code.IsNull _, Code.Same _ -> false;
            case Code.Operator operator -> operator.operands().size() == 1;
            default -> true;
        };
        return isPlain ? text(code) : "(" + text(code) + ")";
    }

    private String choice(Code.Choice choice) {
        Code condition = choice.condition();
        Code then = choice.then();
        Code otherwise = choice.otherwise();
        if (Code.FALSE.equals(then) && Code.TRUE.equals(otherwise)) {
            return not(condition);
        }
        if (then.isTruth() && otherwise.isTruth()) {
            if (Code.FALSE.equals(otherwise)) {
                return operand(condition) + " && " + operand(then);
            }
            if (Code.TRUE.equals(then)) {
                return operand(condition) + " || " + operand(otherwise);
            }
            if (Code.FALSE.equals(then)) {
                return not(condition) + " && " + operand(otherwise);
            }
            if (Code.TRUE.equals(otherwise)) {
                return not(condition) + " || " + operand(then);
            }
        }
        return operand(condition) + " ? " + operand(then) + " : " + operand(otherwise);
    }

    private String not(Code condition) {
        return switch (condition) {
            case Code.IsNull isNull -> operand(isNull.value()) + " != null";
            case Code.Same same -> operand(same.first()) + " != " + operand(same.second());
            default -> "!" + operand(condition);
        };
    }

    private String operator(Code.Operator operator) {
        Opcode opcode = operator.opcode();
        String first = operand(operator.operands().getFirst());
        String name = opcode.name();
        if (operator.operands().size() == 1) {
            return name.endsWith("NEG") ? "-" + first : first; // or a conversion
        }
        String sign = switch (name.substring(1)) {
            case "ADD" -> "+";
            case "SUB" -> "-";
            case "MUL" -> "*";
            case "DIV" -> "/";
            case "REM" -> "%";
            case "AND" -> "&";
            case "OR" -> "|";
            case "XOR" -> "^";
            case "SHL" -> "<<";
            case "SHR" -> ">>";
            case "USHR" -> ">>>";
            default -> "<=>"; // a comparison of which only the sign counts
        };
        return first + " " + sign + " " + operand(operator.operands().getLast());
    }

    private String invoke(Code.Invoke invoke) {
        PureMethod method = invoke.method();
        if (method.isBoxing()) {
            return text(invoke.arguments().getFirst());
        }
        return method.isStatic()
                ? method.name() + texts(invoke.arguments())
                : operand(invoke.arguments().getFirst())
                        + method.name().substring(method.name().indexOf('.'))
                        + texts(invoke.arguments().subList(1, invoke.arguments().size()));
    }

    private String function(Code.Function function) {
        String method = function.implementation().methodName();
        if (!method.startsWith("lambda$") || entity == null) {
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
        return (elements == 1 ? "f -> " : "(f, g) -> ") + text(entity.read(function, elements));
    }

    /** Methods of interfaces are called on their first argument. */
    private String call(Code.Call call) {
        int dot = call.method().lastIndexOf('.');
        boolean isStatic = call.type().parameterCount() == call.arguments().size();
        return isStatic
                ? call.method().substring(call.method().lastIndexOf('/', dot) + 1) + texts(call.arguments())
                : text(call.arguments().getFirst())
                        + call.method().substring(dot)
                        + texts(call.arguments().subList(1, call.arguments().size()));
    }

    private String texts(List<Code> arguments) {
        return arguments.stream().map(this::text).collect(Collectors.joining(", ", "(", ")"));
    }
}
