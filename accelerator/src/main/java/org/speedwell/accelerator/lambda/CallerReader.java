package org.speedwell.accelerator.lambda;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the straight-line instructions before a call. It finds the arguments: functions, and results of factory
 * methods. Everything else is {@link Code.Unknown}.
 */
final class CallerReader {
    private static final Code.Unknown ELSEWHERE = new Code.Unknown("was created elsewhere");

    private final MethodCode method;
    private final Deque<Code> stack = new ArrayDeque<>();
    private final Map<Integer, Code> locals = new HashMap<>();

    CallerReader(MethodCode method) {
        this.method = method;
    }

    /** Returns the last argument of a call, given the number of its instruction. */
    Code lastArgument(int call) {
        for (int place = method.blockStart(call); place < call; place++) {
            run(method.instructions.get(place));
        }
        return pop();
    }

    /** Returns the first argument of a method call, given the number of its instruction. */
    Code firstArgument(int call) {
        Code last = lastArgument(call);
        int others =
                ((InvokeInstruction) method.instructions.get(call)).typeSymbol().parameterCount() - 1;
        for (int i = 0; i < others; i++) {
            last = pop();
        }
        return last;
    }

    /**
     * Returns the values that a class initialiser assigns to static fields. Omits fields that it assigns more than
     * once.
     */
    Map<String, Code> constants() {
        Map<String, Code> constants = new HashMap<>();
        Set<String> again = new HashSet<>();
        int blockStart = 0;
        for (int place = 0; place < method.instructions.size(); place++) {
            Instruction instruction = method.instructions.get(place);
            if (method.blockStart(place) != blockStart) {
                blockStart = method.blockStart(place);
                forget();
            }
            Code top = stack.isEmpty() ? ELSEWHERE : stack.peek();
            run(instruction);
            if (instruction instanceof FieldInstruction field && field.opcode() == Opcode.PUTSTATIC) {
                String name = field.name().stringValue();
                if (constants.put(name, top) != null) {
                    again.add(name);
                }
            }
        }
        constants.keySet().removeAll(again);
        return constants;
    }

    private Code pop() {
        Code top = stack.poll();
        return top == null ? ELSEWHERE : top;
    }

    private LinkedList<Code> pop(MethodTypeDesc type) {
        LinkedList<Code> arguments = new LinkedList<>();
        for (int i = 0; i < type.parameterCount(); i++) {
            arguments.addFirst(pop());
        }
        return arguments;
    }

    private void forget() {
        stack.clear();
        locals.clear();
    }

    private void run(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load -> stack.push(locals.getOrDefault(load.slot(), ELSEWHERE));
            case StoreInstruction store -> {
                locals.put(store.slot(), pop());
                locals.remove(store.slot() + 1); // a long or double takes two slots
            }
            case ConstantInstruction constant ->
                stack.push(
                        constant.constantValue() instanceof ClassDesc type
                                ? new Code.Literal(Linkage.typeOf(method.owner, type))
                                : literal(constant));
            case FieldInstruction field -> run(field);
            case InvokeInstruction call -> run(call);
            case InvokeDynamicInstruction made -> {
                List<Code> captured = pop(made.typeSymbol());
                Code.Function function = Linkage.function(method.owner, made, captured);
                stack.push(function == null ? ELSEWHERE : function);
            }
            case TypeCheckInstruction check when check.opcode() == Opcode.CHECKCAST -> {}
            case NewObjectInstruction _ -> stack.push(ELSEWHERE);
            case NopInstruction _ -> {}
            default -> {
                if (instruction.opcode() == Opcode.DUP) {
                    Code top = pop();
                    stack.push(top);
                    stack.push(top);
                } else if (instruction.opcode() == Opcode.POP) {
                    pop();
                } else {
                    forget();
                }
            }
        }
    }

    static Code literal(ConstantInstruction constant) {
        if (constant.opcode() == Opcode.ACONST_NULL) {
            return Code.NULL;
        }
        return switch (constant.constantValue()) {
            case Integer number -> new Code.Literal(number);
            case Long number -> new Code.Literal(number);
            case Float number -> new Code.Literal(number);
            case Double number -> new Code.Literal(number);
            case String text -> new Code.Literal(text);
            default -> ELSEWHERE;
        };
    }

    private void run(FieldInstruction field) {
        switch (field.opcode()) {
            case GETSTATIC ->
                stack.push(
                        staticField(field.owner().asInternalName(), field.name().stringValue()));
            case GETFIELD -> {
                pop();
                stack.push(ELSEWHERE);
            }
            case PUTSTATIC -> pop();
            default -> {
                pop();
                pop();
            }
        }
    }

    private Code staticField(String owner, String name) {
        try {
            return new Code.Static(Linkage.classOf(method.owner, owner), name);
        } catch (NotAnalyzableException e) {
            return ELSEWHERE;
        }
    }

    /**
     * Simulates a call. The result of a static method, or of a method in {@code java.util}, becomes a
     * {@link Code.Call}. Other results are unknown.
     */
    private void run(InvokeInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        LinkedList<Code> arguments = pop(type);
        boolean isStatic = call.opcode() == Opcode.INVOKESTATIC;
        if (!isStatic) {
            arguments.addFirst(pop());
        }
        @Nullable String result = type.returnType().descriptorString();
        if (!result.equals("V")) {
            String owner = call.owner().asInternalName();
            boolean isKnown = isStatic || owner.startsWith("java/util/");
            stack.push(
                    isKnown
                            ? new Code.Call(owner + "." + call.name().stringValue(), type, List.copyOf(arguments))
                            : ELSEWHERE);
        }
    }
}
