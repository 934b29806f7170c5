package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.PureMethod;

/**
 * What Kotlin's compiler makes where Java's does it otherwise. For {@code filter { it.length > 60 }} it makes a function of its
 * own, of a method {@code main$lambda$0}, and of that one of the JDK's, which does nothing but call the first.
 */
final class Kotlin {
    private Kotlin() {}

    /** Whether a method is the body of a lambda, or calls what a reference names; nobody else has a name for it. */
    static boolean isBody(MethodCode method, String name) {
        return method.isPrivate && method.isStatic && name.contains("$lambda$");
    }

    /** Whether a method of a function of Kotlin's calls it. */
    static boolean isCall(Class<?> owner, String name) {
        return name.equals("invoke") && owner.getName().equals("kotlin.jvm.functions.Function1");
    }

    /** Whether a call does nothing but to ask for what an entity never is, null. */
    static boolean isNeedless(Class<?> owner, String name, List<Code> arguments) {
        return name.equals("checkNotNullParameter")
                && isOfIntrinsics(owner)
                && arguments.getFirst() instanceof Code.Element;
    }

    private static boolean isOfIntrinsics(Class<?> owner) {
        return owner.getName().equals("kotlin.jvm.internal.Intrinsics");
    }

    /** The method of the JDK that does the same as one that Kotlin calls; null where there is none. */
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
