package org.speedwell.accelerator.lambda;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.PureMethod;

/**
 * A symbolic interpreter of a function's bytecode. The result is the tree of the computation. It follows each path
 * through the branches to its end. Backward jumps and instructions that may do more than compute end the analysis with
 * a {@link NotAnalyzableException}. For one analysis.
 */
final class BodyReader {
    private static final int MAX_STEPS = 4_000;
    private static final int MAX_DEPTH = 12;
    private static final int MAX_COMPARED = 100_000;

    private final ElementCode elements;
    private int steps;
    private int depth;
    private int compared;

    BodyReader(ElementCode elements) {
        this.elements = elements;
    }

    /** Returns the result of calling a function with these arguments. */
    Code apply(Code.Function function, List<Code> arguments) {
        DirectMethodHandleDesc implementation = function.implementation();
        MethodTypeDesc type = implementation.invocationType();
        List<Code> all = new ArrayList<>(function.captured());
        int captured = all.size();
        if (type.parameterCount() != captured + arguments.size()) {
            throw new NotAnalyzableException("is called in an unknown way");
        }
        for (int i = 0; i < arguments.size(); i++) {
            ClassDesc given = function.type().parameterType(i);
            all.add(adapt(arguments.get(i), given, type.parameterType(captured + i)));
        }
        Class<?> owner = Linkage.classOf(function.maker(), implementation.owner());
        boolean isStatic = switch (implementation.kind()) {
            case STATIC, INTERFACE_STATIC -> true;
            case VIRTUAL, INTERFACE_VIRTUAL, SPECIAL, INTERFACE_SPECIAL -> false;
            default -> throw new NotAnalyzableException("creates an object");
        };
        String name = implementation.methodName();
        MethodCode body = owner == function.maker() && name.contains("lambda$")
                ? ClassCode.of(owner).method(name, implementation.lookupDescriptor())
                : null;
        boolean isOfLambda = body != null
                && (name.startsWith("lambda$") && body.isSynthetic || isStatic && Kotlin.isBody(body, name));
        Code result = body != null && isOfLambda
                ? run(body, all)
                : call(owner, name, implementation.lookupDescriptor(), isStatic, all);
        return adapt(result, type.returnType(), function.type().returnType());
    }

    /** Returns a value boxed or unboxed, as the JDK does between a functional interface and the method it calls. */
    private Code adapt(Code value, ClassDesc from, ClassDesc to) {
        if (from.isPrimitive() && to.isPrimitive()) {
            return widened(value, from, to);
        }
        if (!from.isPrimitive() && !to.isPrimitive()) {
            return value;
        }
        if (from.isPrimitive()) {
            Class<?> primitive = Linkage.typeOf(Object.class, from);
            Class<?> box =
                    java.lang.invoke.MethodType.methodType(primitive).wrap().returnType();
            if (!to.descriptorString().equals(box.descriptorString())
                    && !to.descriptorString().equals("Ljava/lang/Object;")) {
                throw new NotAnalyzableException("widens a number");
            }
            return box(box, from, value);
        }
        Class<?> given = Linkage.typeOf(Object.class, from);
        Class<?> own = java.lang.invoke.MethodType.methodType(given).unwrap().returnType();
        if (!own.isPrimitive()) {
            throw new NotAnalyzableException("unboxes an object of class " + given.getSimpleName());
        }
        ClassDesc unboxed = own.describeConstable().orElseThrow();
        return widened(unbox(given, unboxed, value), unboxed, to);
    }

    private static Code widened(Code value, ClassDesc from, ClassDesc to) {
        String change = onStack(from) + onStack(to);
        return switch (change) {
            case "II", "JJ", "FF", "DD", "VV" -> value;
            case "IJ" -> new Code.Operator(Opcode.I2L, List.of(value));
            case "IF" -> new Code.Operator(Opcode.I2F, List.of(value));
            case "ID" -> new Code.Operator(Opcode.I2D, List.of(value));
            case "JF" -> new Code.Operator(Opcode.L2F, List.of(value));
            case "JD" -> new Code.Operator(Opcode.L2D, List.of(value));
            case "FD" -> new Code.Operator(Opcode.F2D, List.of(value));
            default -> throw new NotAnalyzableException("converts a number to another type");
        };
    }

    private static String onStack(ClassDesc primitive) {
        String type = primitive.descriptorString();
        return "ZBSC".contains(type) ? "I" : type;
    }

    private Code box(Class<?> box, ClassDesc primitive, Code value) {
        return pure(box, "valueOf", MethodTypeDesc.of(box.describeConstable().orElseThrow(), primitive), true, value);
    }

    private Code unbox(Class<?> box, ClassDesc primitive, Code value) {
        return pure(box, primitive.displayName() + "Value", MethodTypeDesc.of(primitive), false, value);
    }

    private static Code pure(Class<?> owner, String name, MethodTypeDesc type, boolean isStatic, Code argument) {
        PureMethod method = PureMethod.find(owner, name, type.descriptorString(), isStatic);
        if (method == null) {
            throw new NotAnalyzableException("calls " + owner.getSimpleName() + "." + name + ", which is not known");
        }
        return invoke(method, List.of(argument));
    }

    /** Returns the code of a call. A result that is only unboxed again is not boxed. */
    private static Code invoke(PureMethod method, List<Code> arguments) {
        return arguments.size() == 1
                        && arguments.getFirst() instanceof Code.Invoke boxing
                        && boxing.method().isBoxing()
                        && method.isUnboxingOf(boxing.method().result())
                ? boxing.arguments().getFirst()
                : new Code.Invoke(method, arguments);
    }

    /** Returns the result of calling a method with these arguments. */
    Code run(MethodCode method, List<Code> arguments) {
        if (method.isSynchronized) {
            throw new NotAnalyzableException("is synchronized");
        }
        if (method.hasHandlers) {
            throw new NotAnalyzableException("catches exceptions");
        }
        if (++depth > MAX_DEPTH) {
            throw new NotAnalyzableException("nests too many calls");
        }
        Map<Integer, Code> locals = new HashMap<>();
        int slot = 0;
        for (int i = 0; i < arguments.size(); i++) {
            locals.put(slot, arguments.get(i));
            int parameter = method.isStatic ? i : i - 1;
            String type =
                    parameter < 0 ? "" : method.type.parameterType(parameter).descriptorString();
            slot += type.equals("J") || type.equals("D") ? 2 : 1;
        }
        Code result = new Run(method, locals, new ArrayDeque<>()).from(0);
        depth--;
        return result;
    }

    /** Returns whether computing the result always computes the value, or every part of it that may throw. */
    @SuppressWarnings("ReferenceEquality") // the same node is the same computation
    private boolean covers(Code result, Code value) {
        if (++compared > MAX_COMPARED) {
            throw new NotAnalyzableException("is too long");
        }
        if (result == value || !value.canThrow()) {
            return true;
        }
        if (result instanceof Code.Choice choice) {
            if (covers(choice.condition(), value)
                    || covers(choice.then(), value) && covers(choice.otherwise(), value)
                    || value instanceof Code.Choice same
                            && choice.condition() == same.condition()
                            && covers(choice.then(), same.then())
                            && covers(choice.otherwise(), same.otherwise())) {
                return true;
            }
        } else if (result.parts().stream().anyMatch(part -> covers(part, value))) {
            return true;
        }
        if (value instanceof Code.Choice choice) {
            return !choice.then().canThrow() && !choice.otherwise().canThrow() && covers(result, choice.condition());
        }
        return !value.mayThrow() && value.parts().stream().allMatch(part -> covers(result, part));
    }

    /** One path through a method. */
    @SuppressWarnings("ReferenceEquality") // Emission.CONSUMER and Emission.NOTHING are markers
    private final class Run {
        private final MethodCode method;
        private final Map<Integer, Code> locals;
        private final Deque<Code> stack;

        /** The computations on the path that may throw, and so must remain part of the result. */
        private final List<Code> mayThrow = new ArrayList<>();

        /** The value that the path passes to the consumer. */
        private Code emitted = Emission.NOTHING;

        Run(MethodCode method, Map<Integer, Code> locals, Deque<Code> stack) {
            this.method = method;
            this.locals = locals;
            this.stack = stack;
        }

        Code from(int start) {
            int place = start;
            while (true) {
                if (++steps > MAX_STEPS) {
                    throw new NotAnalyzableException("is too long");
                }
                Instruction instruction = method.instructions.get(place);
                switch (instruction) {
                    case ReturnInstruction end -> {
                        return checked(end.opcode() == Opcode.RETURN ? emitted() : stack.pop());
                    }
                    case BranchInstruction branch -> {
                        int target = method.place(branch.target());
                        if (target <= place) {
                            throw new NotAnalyzableException("has a loop");
                        }
                        if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
                            place = target;
                            continue;
                        }
                        Code condition = condition(branch.opcode());
                        if (condition instanceof Code.Literal known) {
                            place = Integer.valueOf(0).equals(known.value()) ? place + 1 : target;
                            continue;
                        }
                        Code jumped = fork().from(target);
                        Code passed = fork().from(place + 1);
                        return checked(Code.choice(condition, jumped, passed));
                    }
                    default -> step(instruction);
                }
                place++;
            }
        }

        private Run fork() {
            Run other = new Run(method, new HashMap<>(locals), new ArrayDeque<>(stack));
            other.emitted = emitted;
            return other;
        }

        /** Returns the value that a void function passes to its consumer. */
        private Code emitted() {
            if (depth > 1) {
                throw new NotAnalyzableException("calls a method without a result");
            }
            return emitted;
        }

        private void emit(Code value) {
            if (emitted != Emission.NOTHING) {
                throw new NotAnalyzableException("passes on more than one value");
            }
            emitted = value;
        }

        private Code checked(Code result) {
            for (Code computed : mayThrow) {
                if (!covers(result, computed)) {
                    throw new NotAnalyzableException("may throw in a computation whose result it does not use");
                }
            }
            return result;
        }

        private void push(Code value) {
            if (value.canThrow()) {
                mayThrow.add(value);
            }
            stack.push(value);
        }

        private void step(Instruction instruction) {
            switch (instruction) {
                case LoadInstruction load -> {
                    Code value = locals.get(load.slot());
                    if (value == null) {
                        throw new NotAnalyzableException("reads an unknown variable");
                    }
                    stack.push(value);
                }
                case StoreInstruction store -> locals.put(store.slot(), stack.pop());
                case ConstantInstruction constant -> {
                    Code literal = CallerReader.literal(constant);
                    if (!(literal instanceof Code.Literal)) {
                        throw new NotAnalyzableException("has an unknown constant");
                    }
                    stack.push(literal);
                }
                case FieldInstruction field -> push(field(field));
                case InvokeInstruction call -> invoke(call);
                case InvokeDynamicInstruction made -> {
                    Code.Function function = Linkage.function(method.owner, made, popArguments(made.typeSymbol()));
                    if (function == null) {
                        throw new NotAnalyzableException("joins strings");
                    }
                    stack.push(function);
                }
                case TypeCheckInstruction check -> check(check);
                case OperatorInstruction operator -> operator(operator);
                case ConvertInstruction conversion ->
                    push(new Code.Operator(conversion.opcode(), List.of(number(stack.pop()))));
                case IncrementInstruction increment ->
                    locals.compute(
                            increment.slot(),
                            (_, value) -> value == null
                                    ? new Code.Unknown("increments an unknown variable")
                                    : new Code.Operator(
                                            Opcode.IADD, List.of(value, new Code.Literal(increment.constant()))));
                case NopInstruction _ -> {}
                case NewObjectInstruction object ->
                    throw new NotAnalyzableException("creates an object of class "
                            + object.className().asInternalName().replace('/', '.'));
                case ThrowInstruction _ -> throw new NotAnalyzableException("throws");
                default -> other(instruction.opcode());
            }
        }

        private void other(Opcode opcode) {
            switch (opcode) {
                case DUP -> stack.push(stack.getFirst());
                case POP -> stack.pop();
                case MONITORENTER, MONITOREXIT -> throw new NotAnalyzableException("is synchronized");
                case TABLESWITCH, LOOKUPSWITCH -> throw new NotAnalyzableException("has a switch");
                default -> throw new NotAnalyzableException("has the unknown instruction " + opcode);
            }
        }

        private List<Code> popArguments(MethodTypeDesc type) {
            LinkedList<Code> arguments = new LinkedList<>();
            for (int i = 0; i < type.parameterCount(); i++) {
                arguments.addFirst(stack.pop());
            }
            return arguments;
        }

        private void check(TypeCheckInstruction check) {
            Class<?> type = Linkage.classOf(method.owner, check.type().asSymbol());
            Code value = stack.getFirst();
            if (isObject(value)) {
                stack.pop();
                push(check.opcode() == Opcode.CHECKCAST ? cast(value, type) : instance(value, type));
                return;
            }
            boolean holds = value instanceof Code.Tuple ? elements.isTuple(type) : isOf(type, value);
            if (check.opcode() != Opcode.CHECKCAST || !holds) {
                throw new NotAnalyzableException("casts to a class or tests for it, " + type.getSimpleName());
            }
        }

        /** Returns whether a value is certainly of a class, or null. */
        private static boolean isOf(Class<?> type, Code value) {
            return switch (value) {
                case Code.Entity entity -> type.isAssignableFrom(entity.code().type());
                case Code.Maybe maybe -> type == maybe.kind();
                case Code.Read read -> type.isAssignableFrom(read.type());
                case Code.Captured captured -> type.isAssignableFrom(captured.type());
                case Code.Literal literal -> literal.value() == null || type.isInstance(literal.value());
                case Code.Require require -> isOf(type, require.value());
                case Code.Choice choice -> isOf(type, choice.then()) && isOf(type, choice.otherwise());
                case Code.Invoke invoke ->
                    type.isAssignableFrom(invoke.method().result())
                            || invoke.method().name().equals("Objects.requireNonNull")
                                    && isOf(type, invoke.arguments().getFirst());
                case Code.NonValue _, Code.Compare _, Code.IsNull _, Code.Same _, Code.Operator _ -> false;
            };
        }

        private void operator(OperatorInstruction operator) {
            Code second = number(stack.pop());
            List<Code> operands = switch (operator.opcode()) {
                case INEG, LNEG, FNEG, DNEG -> List.of(second);
                case ARRAYLENGTH -> throw new NotAnalyzableException("reads an array");
                default -> List.of(number(stack.pop()), second);
            };
            if (!ExprReader.isKnown(operator.opcode())) {
                throw new NotAnalyzableException("has the unknown instruction " + operator.opcode());
            }
            push(new Code.Operator(operator.opcode(), operands));
        }

        /** Returns the value if arithmetic can use it; throws {@link NotAnalyzableException} otherwise. */
        private Code number(Code value) {
            return switch (value) {
                case Code.Entity _, Code.Tuple _, Code.Maybe _, Code.Function _ ->
                    throw new NotAnalyzableException("computes with an object");
                case Code.Value _, Code.Call _, Code.Static _, Code.Unknown _ -> value;
            };
        }

        private Code condition(Opcode opcode) {
            Code second = stack.pop();
            return switch (opcode) {
                case IFNULL -> Code.isNull(second);
                case IFNONNULL -> Code.not(Code.isNull(second));
                case IFEQ -> compare(ComparisonOperator.EQUAL, second);
                case IFNE -> compare(ComparisonOperator.NOT_EQUAL, second);
                case IFLT -> compare(ComparisonOperator.LESS_THAN, second);
                case IFGE -> compare(ComparisonOperator.GREATER_OR_EQUAL, second);
                case IFGT -> compare(ComparisonOperator.GREATER_THAN, second);
                case IFLE -> compare(ComparisonOperator.LESS_OR_EQUAL, second);
                case IF_ICMPEQ -> compare(ComparisonOperator.EQUAL, stack.pop(), second);
                case IF_ICMPNE -> compare(ComparisonOperator.NOT_EQUAL, stack.pop(), second);
                case IF_ICMPLT -> compare(ComparisonOperator.LESS_THAN, stack.pop(), second);
                case IF_ICMPGE -> compare(ComparisonOperator.GREATER_OR_EQUAL, stack.pop(), second);
                case IF_ICMPGT -> compare(ComparisonOperator.GREATER_THAN, stack.pop(), second);
                case IF_ICMPLE -> compare(ComparisonOperator.LESS_OR_EQUAL, stack.pop(), second);
                case IF_ACMPEQ -> same(stack.pop(), second);
                case IF_ACMPNE -> Code.not(same(stack.pop(), second));
                default -> throw new NotAnalyzableException("has the unknown instruction " + opcode);
            };
        }

        private Code compare(ComparisonOperator operator, Code value) {
            if (value.isBoolean() && operator == ComparisonOperator.EQUAL) {
                return Code.not(value);
            }
            if (value.isBoolean() && operator == ComparisonOperator.NOT_EQUAL) {
                return value;
            }
            return value instanceof Code.Operator longs && longs.opcode() == Opcode.LCMP
                    ? compare(
                            operator,
                            longs.operands().getFirst(),
                            longs.operands().getLast())
                    : compare(operator, value, new Code.Literal(0));
        }

        private Code compare(ComparisonOperator operator, Code first, Code second) {
            return new Code.Compare(operator, number(first), number(second));
        }

        /**
         * Compares the identity of two values. Only null and enum constants are allowed, because other equal objects
         * need not be identical.
         */
        private Code same(Code first, Code second) {
            if (first instanceof Code.Literal literal && literal.value() == null) {
                return Code.isNull(second);
            }
            if (second instanceof Code.Literal literal && literal.value() == null) {
                return Code.isNull(first);
            }
            if (isEnum(first) || isEnum(second)) {
                return new Code.Same(first, second);
            }
            throw new NotAnalyzableException("compares the identity of objects");
        }

        private boolean isEnum(Code value) {
            return value instanceof Code.Read read && read.type().isEnum()
                    || value instanceof Code.Literal literal && literal.value() instanceof Enum<?>
                    || value instanceof Code.Captured captured
                            && captured.type().isEnum();
        }

        private Code field(FieldInstruction field) {
            Class<?> owner = Linkage.classOf(method.owner, field.owner().asInternalName());
            String name = field.name().stringValue();
            return switch (field.opcode()) {
                case GETFIELD -> {
                    Code object = stack.pop();
                    if (!isObject(object)) {
                        throw new NotAnalyzableException(
                                "reads " + owner.getSimpleName() + "." + name + ", which may change");
                    }
                    Class<?> type = Linkage.typeOf(method.owner, field.typeSymbol());
                    yield ofObject(object, entity -> entity.code().field(entity, name, type, elements));
                }
                case GETSTATIC -> Constants.of(method.owner, owner, name);
                default -> throw new NotAnalyzableException("writes " + owner.getSimpleName() + "." + name);
            };
        }

        private void invoke(InvokeInstruction call) {
            List<Code> arguments = new LinkedList<>(popArguments(call.typeSymbol()));
            boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
            if (!isStatic) {
                arguments.addFirst(stack.pop());
            }
            if (!isStatic
                    && arguments.getFirst() == Emission.CONSUMER
                    && call.name().equalsString("accept")) {
                emit(arguments.getLast());
                return;
            }
            Class<?> owner = Linkage.classOf(method.owner, call.owner().asInternalName());
            if (isStatic && Kotlin.isNullCheck(owner, call.name().stringValue(), arguments)) {
                return;
            }
            if (call.opcode() == Opcode.INVOKESPECIAL) {
                throw new NotAnalyzableException(
                        "calls " + owner.getSimpleName() + "." + call.name() + ", which is not known");
            }
            push(call(owner, call.name().stringValue(), call.type().stringValue(), isStatic, List.copyOf(arguments)));
        }
    }

    /** Returns whether a value is an object whose fields are columns, or null. */
    private static boolean isObject(Code value) {
        return value instanceof Code.Entity || value instanceof Code.Choice choice && choice.isObject();
    }

    /**
     * Returns the result of an operation on an object, such as a read of a field. The result throws where the object
     * is null.
     */
    private static Code ofObject(Code object, Function<Code.Entity, Code> operation) {
        return switch (object) {
            case Code.Entity entity -> Code.choice(Code.isNull(entity), Code.THROW, operation.apply(entity.present()));
            case Code.Choice choice ->
                Code.choice(
                        choice.condition(),
                        ofObject(choice.then(), operation),
                        ofObject(choice.otherwise(), operation));
            case Code.Literal literal when literal.value() == null -> Code.THROW;
            case Code.Require require when Code.THROW.equals(require) -> Code.THROW;
            case Code.NonValue _, Code.Value _ ->
                throw new NotAnalyzableException("uses either an object of the entity or another one");
        };
    }

    /** Returns an object that is cast to a class. The result throws where the object has another class. */
    private static Code cast(Code object, Class<?> type) {
        return switch (object) {
            case Code.Entity entity ->
                type.isAssignableFrom(entity.code().type())
                        ? entity
                        : Code.choice(Code.isNull(entity), Code.NULL, Code.THROW);
            case Code.Choice choice ->
                Code.choice(choice.condition(), cast(choice.then(), type), cast(choice.otherwise(), type));
            case Code.NonValue _, Code.Value _ -> object; // null, or a failure
        };
    }

    /** Returns whether an object is an instance of a class. */
    private static Code instance(Code object, Class<?> type) {
        return switch (object) {
            case Code.Entity entity ->
                type.isAssignableFrom(entity.code().type()) ? Code.not(Code.isNull(entity)) : Code.FALSE;
            case Code.Choice choice ->
                Code.choice(choice.condition(), instance(choice.then(), type), instance(choice.otherwise(), type));
            case Code.Literal literal when literal.value() == null -> Code.FALSE;
            case Code.Require require when Code.THROW.equals(require) -> Code.THROW;
            case Code.NonValue _, Code.Value _ ->
                throw new NotAnalyzableException("tests either an object of the entity or another one");
        };
    }

    /** Returns the result of a call. */
    private Code call(Class<?> owner, String name, String descriptor, boolean isStatic, List<Code> arguments) {
        if (!isStatic && arguments.getFirst() instanceof Code.Tuple tuple) {
            return elements.called(tuple, owner, name);
        }
        if (!isStatic && isObject(arguments.getFirst())) {
            return ofObject(arguments.getFirst(), entity -> {
                if (!owner.isAssignableFrom(entity.code().type())) {
                    return Code.THROW; // as the cast to the class of the method
                }
                MethodCode method = entity.code().method(name, descriptor);
                if (method == null) {
                    throw new NotAnalyzableException(
                            "calls " + owner.getSimpleName() + "." + name + ", which cannot be read");
                }
                List<Code> all = new ArrayList<>(arguments);
                all.set(0, entity);
                return run(method, all);
            });
        }
        if (owner == Class.class
                && arguments.getFirst() instanceof Code.Literal literal
                && literal.value() instanceof Class<?> type
                && isObject(arguments.getLast())) {
            if (name.equals("isInstance")) {
                return instance(arguments.getLast(), type);
            }
            if (name.equals("cast")) {
                return cast(arguments.getLast(), type);
            }
        }
        if (owner == Objects.class && arguments.size() == 1 && isObject(arguments.getFirst())) {
            Code known = Optionals.ofObject(name, arguments.getFirst());
            if (known != null) {
                return known;
            }
        }
        if (owner == Objects.class
                && name.equals("requireNonNull")
                && arguments.getFirst() instanceof Code.Literal literal
                && literal.value() != null) {
            return literal;
        }
        Code known = Optionals.call(this, owner, name, descriptor, isStatic, arguments);
        if (known != null) {
            return known;
        }
        if (!isStatic && arguments.getFirst() instanceof Code.Function function && Kotlin.isCall(owner, name)) {
            return apply(function, arguments.subList(1, arguments.size()));
        }
        PureMethod ofJava = PureMethod.find(owner, name, descriptor, isStatic);
        PureMethod method = ofJava == null ? Kotlin.find(owner, name, descriptor, arguments) : ofJava;
        if (method == null) {
            throw new NotAnalyzableException("calls " + owner.getSimpleName() + "." + name + ", which is not known");
        }
        arguments.forEach(argument -> requireValue(owner, name, argument));
        return invoke(method, arguments);
    }

    /** Requires that the engine knows the methods of an argument's class. A known method might call them. */
    private static void requireValue(Class<?> owner, String name, Code argument) {
        boolean isValue = switch (argument) {
            case Code.Read read -> PureMethod.isKnown(read.type());
            case Code.Captured captured -> PureMethod.isKnown(captured.type());
            case Code.Choice choice -> {
                requireValue(owner, name, choice.then());
                requireValue(owner, name, choice.otherwise());
                yield true;
            }
            case Code.Require require -> {
                requireValue(owner, name, require.value());
                yield true;
            }
            case Code.Literal _, Code.Compare _, Code.IsNull _, Code.Same _, Code.Operator _, Code.Invoke _ -> true;
            case Code.NonValue _ -> false;
        };
        if (!isValue) {
            throw new NotAnalyzableException(
                    "calls " + owner.getSimpleName() + "." + name + " with an unknown argument");
        }
    }
}
