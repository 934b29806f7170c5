package org.speedwell.accelerator.expr;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that an {@link Expr.Call} calls. Two are equal if they are known to compute the same.
 */
public interface Callee {
    /** Returns what it gives. */
    Kind kind();

    /**
     * Returns its value.
     *
     * @param arguments objects of the operands' kinds, or null; not kept and not changed
     */
    @Nullable
    Object call(@Nullable Object[] arguments);

    /**
     * Tells whether the result depends on the arguments alone and nobody can tell how often it is called: true of methods of the JDK
     * that are known, false of a user's function.
     */
    default boolean isPure() {
        return false;
    }

    /** Tells whether it never throws. */
    default boolean isTotal() {
        return false;
    }

    /** Tells whether it gives a value, and never throws, where all arguments have values. */
    default boolean isTotalOfValues() {
        return isTotal();
    }

    /** Tells whether its result is never null. */
    default boolean isNeverNull() {
        return isPure() && (kind().isWhole() || kind().isReal());
    }

    /** Returns a test of the same arguments; where it holds, this function never throws. Null if there is no such test. */
    default @Nullable Callee guard() {
        return null;
    }

    /** Returns the call as a person reads it, given its arguments. */
    String text(List<String> arguments);
}
