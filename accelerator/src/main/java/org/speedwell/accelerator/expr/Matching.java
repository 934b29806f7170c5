package org.speedwell.accelerator.expr;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The test of whether a regular expression matches a whole text.
 *
 * @param regex the regular expression
 * @param pattern the same expression, compiled
 */
public record Matching(String regex, Pattern pattern) implements Callee {
    /** Returns the test of a regular expression; null if its syntax is wrong, so that a test with it would throw. */
    public static @Nullable Matching of(String regex) {
        try {
            return new Matching(regex, Pattern.compile(regex));
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    @Override
    public Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    public boolean isPure() {
        return true;
    }

    @Override
    public boolean isTotalOfValues() {
        return true;
    }

    @Override
    public Object call(@Nullable Object[] arguments) {
        return pattern.matcher((String) Objects.requireNonNull(arguments[0])).matches();
    }

    @Override
    public String text(List<String> arguments) {
        return arguments.getFirst() + " matches " + regex;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Matching matching && matching.regex.equals(regex);
    }

    @Override
    public int hashCode() {
        return regex.hashCode();
    }
}
