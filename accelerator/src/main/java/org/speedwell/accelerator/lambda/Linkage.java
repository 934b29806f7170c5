package org.speedwell.accelerator.lambda;

import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The resolution of names in class files. */
final class Linkage {
    private Linkage() {}

    /** Returns the class that a name means in the code of {@code user}, without initialising it. */
    static Class<?> classOf(Class<?> user, ClassDesc name) {
        return classOf(user, internalName(name));
    }

    /**
     * Returns the class that an internal name, such as {@code java/lang/String}, means in the code of {@code user}.
     * Does not initialise the class.
     */
    static Class<?> classOf(Class<?> user, String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, user.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new NotAnalyzableException("names " + internalName.replace('/', '.') + ", which cannot be loaded");
        }
    }

    /** Returns the internal name, such as {@code java/lang/String}. */
    static String internalName(ClassDesc name) {
        String descriptor = name.descriptorString();
        return descriptor.startsWith("L") ? descriptor.substring(1, descriptor.length() - 1) : descriptor;
    }

    /** Returns the class of a field or parameter type. */
    static Class<?> typeOf(Class<?> user, ClassDesc type) {
        return switch (type.descriptorString()) {
            case "Z" -> boolean.class;
            case "B" -> byte.class;
            case "S" -> short.class;
            case "C" -> char.class;
            case "I" -> int.class;
            case "J" -> long.class;
            case "F" -> float.class;
            case "D" -> double.class;
            case "V" -> void.class;
            default -> classOf(user, type);
        };
    }

    /** Returns the function that an instruction creates; null for other uses, such as string concatenation. */
    static Code.@Nullable Function function(Class<?> maker, InvokeDynamicInstruction made, List<Code> captured) {
        DirectMethodHandleDesc bootstrap = made.bootstrapMethod();
        if (!internalName(bootstrap.owner()).equals("java/lang/invoke/LambdaMetafactory")
                || !bootstrap.methodName().equals("metafactory")) {
            return null;
        }
        List<ConstantDesc> arguments = made.bootstrapArgs();
        return arguments.get(1) instanceof DirectMethodHandleDesc implementation
                        && arguments.get(2) instanceof MethodTypeDesc type
                ? new Code.Function(maker, implementation, made.name().stringValue(), type, made.typeSymbol(), captured)
                : null;
    }
}
