package org.speedwell.accelerator.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that expressions call. {@link Expr.Call} represents the call. Two callees are equal only if they compute
 * the same.
 */
public interface Callee {
    /** Returns the kind of the result. */
    Kind kind();

    /**
     * Calls the function and returns its result.
     *
     * @param arguments objects of the operands' kinds, or null. The function neither keeps nor changes the array
     */
    @Nullable
    Object call(@Nullable Object[] arguments);

    /**
     * Returns whether the result depends on the arguments alone and the user cannot observe how often the function
     * runs. True for known methods of the JDK, false for a user's function.
     */
    default boolean isPure() {
        return false;
    }

    /** Returns whether the function never throws. */
    default boolean cannotThrow() {
        return false;
    }

    /** Returns whether the function returns a value, and does not throw, if all arguments have values. */
    default boolean isTotalOfValues() {
        return cannotThrow();
    }

    /** Returns whether the result is never null. */
    default boolean isNeverNull() {
        return isPure() && (kind().isWhole() || kind().isReal());
    }

    /**
     * Returns a test of the same arguments. If they pass it, this function never throws. Returns null if there is no
     * such test.
     */
    default @Nullable Callee guard() {
        return null;
    }

    /**
     * Returns the call as text for a person.
     *
     * @param arguments the texts of the arguments
     */
    String text(List<String> arguments);
}
