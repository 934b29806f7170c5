package org.speedwell.accelerator.lambda;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.PureMethod;

/**
 * A key of a function. Two functions with equal keys compute the same, whatever they do. They are the same object, or
 * lambdas of the same place in the code that capture the same values.
 */
public sealed interface FunctionKey {
    /** Returns the key of a function. */
    static FunctionKey of(Object function) {
        LambdaClass lambda = LambdaClass.of(function.getClass());
        if (lambda == null) {
            return new Same(function);
        }
        try {
            return new Captured(
                    function.getClass(),
                    lambda.capturedBy(function).stream()
                            .map(FunctionKey::ofValue)
                            .toList());
        } catch (NotAnalyzableException e) {
            return new Same(function); // its captured values cannot be read
        }
    }

    private static FunctionKey ofValue(@Nullable Object value) {
        return value == null || PureMethod.isImmutable(value.getClass()) ? new Equal(value) : of(value);
    }

    /** An object that may change, or be compared by identity. It equals only itself. */
    record Same(Object object) implements FunctionKey {
        @Override
        @SuppressWarnings("ReferenceEquality") // that is its purpose
        public boolean equals(@Nullable Object other) {
            return other instanceof Same(Object of) && of == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    /** A value that never changes. */
    record Equal(@Nullable Object value) implements FunctionKey {}

    /** A lambda: the class that the JVM creates for its place in the code, and the values that it captures. */
    record Captured(Class<?> type, List<FunctionKey> values) implements FunctionKey {}
}
