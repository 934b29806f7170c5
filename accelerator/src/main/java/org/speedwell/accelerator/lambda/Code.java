package org.speedwell.accelerator.lambda;

import java.lang.classfile.Opcode;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.PureMethod;
import org.speedwell.accelerator.expr.Row;

/**
 * The computation of a function, as a tree. Values are boxed JVM stack values: boolean, byte, short and char are an
 * {@code Integer}. Immutable.
 */
public sealed interface Code {
    /** A value of the JVM stack. */
    sealed interface Value extends Code {}

    /** A node that is not a value of the JVM stack. */
    sealed interface NonValue extends Code {}

    Literal FALSE = new Literal(0);
    Literal TRUE = new Literal(1);
    Literal NULL = new Literal(null);

    /** The failure of Java code that uses a null object. */
    Require THROW = new Require(NULL);

    /**
     * An object whose fields are columns: an entity, or an object inside one.
     *
     * @param code the fields and methods of its class
     * @param row the row of the columns. The first elements are the arguments of the function; a comparator has two
     * @param path the fields that lead to the object from the entity of the row, each with a dot after it
     * @param isNullable true if the object may be null
     */
    record Entity(EntityCode code, Row row, String path, boolean isNullable) implements NonValue {
        /** Returns the object for code that runs only if it is not null. */
        Entity present() {
            return isNullable ? new Entity(code, row, path, false) : this;
        }

        /** Returns whether this is the entity of a row, not an object inside it. */
        boolean isWhole() {
            return path.isEmpty();
        }
    }

    /**
     * A tuple of entities that is an argument of the function. The entities of its tables are the elements from
     * {@code first} on.
     */
    record Tuple(int first) implements NonValue {}

    /**
     * The value of a column, as an instance field has it.
     *
     * @param id the field, after the path to its object, or the id of the column
     * @param type the type of the field
     */
    record Read(Row row, Object id, Class<?> type) implements Value {}

    /** A captured value of the function. */
    record Captured(int index, Class<?> type) implements Value {}

    record Literal(@Nullable Object value) implements Value {}

    /** An {@code Optional}, or a primitive optional, of a value; empty if the value is null. */
    record Maybe(Class<?> kind, Code value) implements NonValue {}

    /** The result of {@code Optional.get()}: the value, which must not be null. */
    record Require(Code value) implements Value {}

    record Choice(Code condition, Code then, Code otherwise) implements Value {
        /** Returns whether the node is an object, or null. */
        boolean isObject() {
            return Stream.of(then, otherwise)
                    .anyMatch(part -> part instanceof Entity || part instanceof Choice choice && choice.isObject());
        }
    }

    /** A comparison of ints or longs. */
    record Compare(ComparisonOperator operator, Code first, Code second) implements Value {}

    record IsNull(Code value) implements Value {}

    /** A test whether two enum constants, or nulls, are the same. */
    record Same(Code first, Code second) implements Value {}

    /** An instruction of arithmetic, comparison or conversion. */
    record Operator(Opcode opcode, List<Code> operands) implements Value {}

    record Invoke(PureMethod method, List<Code> arguments) implements Value {}

    /**
     * A function that a lambda or method reference creates.
     *
     * @param maker the class whose code creates it
     * @param implementation the method that it calls
     * @param name the name of the functional method
     * @param type the type of the function, with its type arguments
     * @param shape the descriptor from the captured values' types to the functional interface
     * @param captured the captured values
     */
    record Function(
            Class<?> maker,
            DirectMethodHandleDesc implementation,
            String name,
            MethodTypeDesc type,
            MethodTypeDesc shape,
            List<Code> captured)
            implements NonValue {}

    /**
     * A call of an unknown method, such as {@code java/util/Comparator.comparing}. Its arguments are analysed as far as
     * possible.
     */
    record Call(String method, MethodTypeDesc type, List<Code> arguments) implements NonValue {}

    /** A static field. */
    record Static(Class<?> owner, String name) implements NonValue {}

    /** A computation that the engine cannot analyse. */
    record Unknown(String reason) implements NonValue {}

    /** Returns the operands in evaluation order. A choice always evaluates only its condition. */
    default List<Code> parts() {
        return switch (this) {
            case Entity _, Tuple _, Read _, Captured _, Literal _, Static _, Unknown _ -> List.of();
            case Maybe maybe -> List.of(maybe.value);
            case Require require -> List.of(require.value);
            case Choice choice -> List.of(choice.condition, choice.then, choice.otherwise);
            case Compare compare -> List.of(compare.first, compare.second);
            case IsNull isNull -> List.of(isNull.value);
            case Same same -> List.of(same.first, same.second);
            case Operator operator -> operator.operands;
            case Invoke invoke -> invoke.arguments;
            case Function function -> function.captured;
            case Call call -> call.arguments;
        };
    }

    /** Returns whether this node itself, without its operands, may throw. */
    default boolean mayThrow() {
        return switch (this) {
            case Require _ -> true;
            case Invoke invoke -> !invoke.method.cannotThrow();
            case Operator operator ->
                switch (operator.opcode) {
                    case IDIV, IREM, LDIV, LREM ->
                        !(operator.operands.get(1) instanceof Literal literal
                                && literal.value instanceof Number divisor
                                && divisor.longValue() != 0);
                    default -> false;
                };
            case NonValue _, Read _, Captured _, Literal _, Choice _, Compare _, IsNull _, Same _ -> false;
        };
    }

    /** Returns whether this node or one of its operands may throw. */
    default boolean canThrow() {
        return mayThrow() || parts().stream().anyMatch(Code::canThrow);
    }

    /** Returns whether the value is a boolean, 1 or 0. */
    default boolean isBoolean() {
        return switch (this) {
            case Compare _, IsNull _, Same _ -> true;
            case Invoke invoke -> invoke.method.result() == boolean.class;
            case Read read -> read.type == boolean.class;
            case Captured captured -> captured.type == boolean.class;
            case Literal literal -> FALSE.equals(literal) || TRUE.equals(literal);
            case Choice choice ->
                THROW.equals(choice.then)
                        ? choice.otherwise.isBoolean()
                        : choice.then.isBoolean() && (THROW.equals(choice.otherwise) || choice.otherwise.isBoolean());
            case NonValue _, Require _, Operator _ -> false;
        };
    }

    /** Returns a choice. Simplifies it if the result is certain. */
    static Code choice(Code condition, Code then, Code otherwise) {
        if (condition instanceof Literal literal) {
            return Integer.valueOf(0).equals(literal.value) ? otherwise : then;
        }
        if (then.equals(otherwise) && !condition.canThrow()) {
            return then;
        }
        if (TRUE.equals(then) && FALSE.equals(otherwise) && condition.isBoolean()) {
            return condition;
        }
        if (condition instanceof Choice not && FALSE.equals(not.then) && TRUE.equals(not.otherwise)) {
            return choice(not.condition, otherwise, then);
        }
        if (condition instanceof Compare compare
                && (FALSE.equals(then) || TRUE.equals(otherwise))
                && !then.equals(otherwise)) {
            return choice(new Compare(compare.operator.negated(), compare.first, compare.second), otherwise, then);
        }
        return new Choice(condition, then, otherwise);
    }

    static Code not(Code truth) {
        return choice(truth, FALSE, TRUE);
    }

    static Code isNull(Code value) {
        return switch (value) {
            case Literal literal -> literal.value == null ? TRUE : FALSE;
            case Entity entity -> entity.isNullable ? new IsNull(entity) : FALSE;
            case Require require when THROW.equals(require) -> THROW;
            case Tuple _, Maybe _, Require _ -> FALSE;
            case Choice choice
            when choice.isObject() -> choice(choice.condition, isNull(choice.then), isNull(choice.otherwise));
            case Read _,
                    Captured _,
                    Choice _,
                    Compare _,
                    IsNull _,
                    Same _,
                    Operator _,
                    Invoke _,
                    Function _,
                    Call _,
                    Static _,
                    Unknown _ -> new IsNull(value);
        };
    }
}
