package org.speedwell.accelerator.lambda;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.speedwell.accelerator.expr.Row;

/**
 * A search for the fields that a function reads of an entity. The function may only call getters on the entity, or pass
 * it to static methods that do the same. Such a function cannot keep the entity. It also cannot distinguish the entity
 * from one that has only these fields. For one analysis.
 */
final class EntityUse {
    private static final int MAX_METHODS = 16;

    private final EntityCode entity;
    private final Set<String> fields = new HashSet<>();
    private final Set<Followed> followed = new HashSet<>();

    /** A method, and the local variable that holds the entity. */
    private record Followed(MethodCode method, int slot) {}

    private EntityUse(EntityCode entity) {
        this.entity = entity;
    }

    /**
     * Returns the instance fields that a function, or a comparator, reads of its entities; throws {@link
     * NotAnalyzableException} if an entity may escape.
     */
    static Set<String> of(EntityCode entity, Code.Function function) {
        if (entity.hasVariants()) {
            throw new NotAnalyzableException("is on entities of several classes");
        }
        Class<?> owner =
                Linkage.classOf(function.maker(), function.implementation().owner());
        boolean isStatic = switch (function.implementation().kind()) {
            case STATIC, INTERFACE_STATIC -> true;
            case SPECIAL, INTERFACE_SPECIAL, VIRTUAL, INTERFACE_VIRTUAL -> false;
            default -> throw new NotAnalyzableException("creates an object");
        };
        MethodCode method = ClassCode.of(owner)
                .method(
                        function.implementation().methodName(),
                        function.implementation().lookupDescriptor());
        // a subclass may override a method that is not private
        if (method == null || method.isStatic != isStatic || !isStatic && !method.isPrivate) {
            throw new NotAnalyzableException("calls an unknown method");
        }
        int given = method.type.parameterCount() - function.type().parameterCount();
        if (given < 0) {
            throw new NotAnalyzableException("is called in an unknown way");
        }
        EntityUse use = new EntityUse(entity);
        for (int i = 0; i < entities(function); i++) {
            use.follow(new Followed(method, slot(method, given + i)));
        }
        return use.fields;
    }

    /** Returns the number of leading arguments that are entities. */
    private static int entities(Code.Function function) {
        int arguments = function.type().parameterCount();
        String kind = arguments + function.shape().returnType().descriptorString();
        return switch (kind) {
            case "2Ljava/util/function/BiConsumer;" -> 1;
            case "2Ljava/util/Comparator;" -> 2;
            default -> {
                if (arguments != 1) {
                    throw new NotAnalyzableException("is called in an unknown way");
                }
                yield 1;
            }
        };
    }

    private static int slot(MethodCode method, int parameter) {
        int slot = method.isStatic ? 0 : 1;
        for (ClassDesc type : method.type.parameterList().subList(0, parameter)) {
            slot += TypeKind.from(type).slotSize();
        }
        return slot;
    }

    private void follow(Followed use) {
        if (!followed.add(use)) {
            return;
        }
        if (followed.size() > MAX_METHODS) {
            throw new NotAnalyzableException("is too long");
        }
        List<Instruction> code = use.method.instructions;
        for (int place = 0; place < code.size(); place++) {
            switch (code.get(place)) {
                case StoreInstruction store
                when store.slot() == use.slot
                        || store.slot() == use.slot - 1 && store.typeKind().slotSize() == 2 ->
                    throw new NotAnalyzableException("replaces the entity with another object");
                case LoadInstruction load when load.slot() == use.slot -> call(use.method, code, place + 1);
                default -> {}
            }
        }
    }

    /** Follows the use of the entity after an instruction pushes it on the stack. */
    private void call(MethodCode method, List<Instruction> code, int place) {
        int next = place;
        while (next < code.size()
                && code.get(next) instanceof TypeCheckInstruction check
                && check.opcode() == Opcode.CHECKCAST) {
            next++;
        }
        if (next >= code.size() || !(code.get(next) instanceof InvokeInstruction call)) {
            throw new NotAnalyzableException("passes the entity on");
        }
        MethodTypeDesc type = call.typeSymbol();
        Class<?> owner = Linkage.classOf(method.owner, call.owner().asInternalName());
        boolean isGetter = switch (call.opcode()) {
            case INVOKEVIRTUAL, INVOKEINTERFACE -> type.parameterCount() == 0;
            default -> false;
        };
        if (isGetter) {
            getter(call.name().stringValue(), call.type().stringValue());
        } else if (call.opcode() == Opcode.INVOKESTATIC && type.parameterCount() == 1) {
            MethodCode callee = ClassCode.of(owner)
                    .method(call.name().stringValue(), call.type().stringValue());
            if (callee == null || !callee.isStatic) {
                throw new NotAnalyzableException("passes the entity on");
            }
            follow(new Followed(callee, 0));
        } else {
            throw new NotAnalyzableException("passes the entity on");
        }
    }

    private void getter(String name, String descriptor) {
        MethodCode getter = entity.method(name, descriptor);
        if (getter == null) {
            throw new NotAnalyzableException("calls " + name + " on the entity, which cannot be read");
        }
        collect(new BodyReader(entity).run(getter, new ArrayList<>(List.of(entity.element(0)))));
    }

    private void collect(Code code) {
        switch (code) {
            case Code.Entity _, Code.Tuple _, Code.Function _, Code.Call _, Code.Unknown _ ->
                throw new NotAnalyzableException("passes the entity on");
            case Code.Read read -> {
                if (!Row.FIRST.equals(read.row()) || !(read.id() instanceof String field) || field.contains(".")) {
                    throw new NotAnalyzableException("reads a field of an object inside the entity");
                }
                fields.add(field);
            }
            case Code.Captured _,
                    Code.Literal _,
                    Code.Maybe _,
                    Code.Require _,
                    Code.Choice _,
                    Code.Compare _,
                    Code.IsNull _,
                    Code.Same _,
                    Code.Operator _,
                    Code.Invoke _,
                    Code.Static _ -> code.parts().forEach(this::collect);
        }
    }
}
