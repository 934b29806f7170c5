package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.PureMethod;

/**
 * The bytecode patterns of Kotlin's compiler that differ from those of Java's. For {@code filter { it.length > 60 }},
 * the compiler writes a method {@code main$lambda$0} and creates a Kotlin function that calls it. It wraps that
 * function in a JDK function, which only calls it.
 */
final class Kotlin {
    private Kotlin() {}

    /**
     * Returns whether a method is the body of a lambda, or calls the target of a method reference. Only the compiler
     * uses such names.
     */
    static boolean isBody(MethodCode method, String name) {
        return method.isPrivate && method.isStatic && name.contains("$lambda$");
    }

    /** Returns whether a method calls a Kotlin function. */
    static boolean isCall(Class<?> owner, String name) {
        return name.equals("invoke") && owner.getName().equals("kotlin.jvm.functions.Function1");
    }

    /** Returns whether a call is only a null check of an entity, which is never null. */
    static boolean isNullCheck(Class<?> owner, String name, List<Code> arguments) {
        return name.equals("checkNotNullParameter")
                && isOfIntrinsics(owner)
                && arguments.getFirst() instanceof Code.Entity entity
                && !entity.isNullable();
    }

    private static boolean isOfIntrinsics(Class<?> owner) {
        return owner.getName().equals("kotlin.jvm.internal.Intrinsics");
    }

    /** Returns the JDK method with the same effect as a method that Kotlin calls; null if there is none. */
    static @Nullable PureMethod find(Class<?> owner, String name, String descriptor, List<Code> arguments) {
        if (owner == Number.class
                && arguments.getFirst() instanceof Code.Invoke made
                && made.method().isBoxing()) {
            return PureMethod.find(made.method().result(), name, descriptor, false);
        }
        String objects = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
        boolean isEquals = isOfIntrinsics(owner) && name.equals("areEqual") && descriptor.equals(objects);
        return isEquals ? PureMethod.find(Objects.class, "equals", objects, true) : null;
    }
}
