package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.NumberCode;

/**
 * A comparison of an aggregate with a number. It tests the sum or count itself, so that the groups that fail it need no
 * result objects.
 *
 * @param aggregate the index of the aggregate
 * @param than a number of few digits
 */
public record ResultComparison(int aggregate, ComparisonOperator operator, BigDecimal than) {
    /** The greatest distance of a digit from the decimal point. Numbers with more digits would make slow tests. */
    private static final int MAX_DIGITS = 100;

    /**
     * Returns comparisons that all hold exactly if a predicate of the results holds. Returns none if the predicate is
     * opaque or tests anything else.
     *
     * @param predicate a function that was {@linkplain Functions#recognizeLast identified} before
     */
    public static List<ResultComparison> of(int aggregate, Object predicate) {
        AnalyzedFunction<?, ?> known = Functions.known(predicate, NumberCode.NUMBERS);
        List<ResultComparison> found = new ArrayList<>();
        return known != null && isRead(aggregate, known.expr(), found) ? found : List.of();
    }

    private static boolean isRead(int aggregate, Expr test, List<ResultComparison> found) {
        if (test instanceof Expr.And and) {
            return and.conditions().stream().allMatch(condition -> isRead(aggregate, condition, found));
        }
        if (!(test instanceof Expr.Compare compare)) {
            return false;
        }
        boolean isMirrored = isResult(compare.second());
        BigDecimal than = number(isMirrored ? compare.first() : compare.second());
        ComparisonOperator operator = isMirrored ? compare.operator().mirrored() : compare.operator();
        if (than == null
                || operator == ComparisonOperator.NOT_EQUAL
                || !isResult(isMirrored ? compare.second() : compare.first())) {
            return false;
        }
        return found.add(new ResultComparison(aggregate, operator, than));
    }

    /** Returns whether an expression is the result of the aggregate, which may be unboxed as a long. */
    private static boolean isResult(Expr of) {
        if (of instanceof Expr.Require required) {
            return isResult(required.value());
        }
        return of instanceof Expr.Column
                || of instanceof Expr.Convert converted && converted.kind() == Kind.LONG && isResult(converted.value());
    }

    private static @Nullable BigDecimal number(Expr of) {
        if (of instanceof Expr.Convert converted && converted.kind() == Kind.LONG) {
            return number(converted.value());
        }
        if (!(of instanceof Expr.Constant constant)) {
            return null;
        }
        return switch (constant.value()) {
            case Integer number -> BigDecimal.valueOf(number);
            case Long number -> BigDecimal.valueOf(number);
            case BigDecimal number
            when Math.abs(number.scale()) <= MAX_DIGITS && number.precision() <= MAX_DIGITS -> number;
            case null, default -> null;
        };
    }

    /** Returns the unscaled numbers that the comparison accepts, for numbers of one scale. */
    KeyRange unscaled(int scale) {
        BigDecimal floor = than.setScale(scale, RoundingMode.FLOOR);
        BigInteger unscaled = floor.unscaledValue();
        boolean isUpper = operator == ComparisonOperator.LESS_THAN || operator == ComparisonOperator.LESS_OR_EQUAL;
        boolean isExact = floor.compareTo(than) == 0;
        if (unscaled.bitLength() >= Long.SIZE || !isExact && operator == ComparisonOperator.EQUAL) {
            boolean isAll = operator != ComparisonOperator.EQUAL && isUpper == unscaled.signum() > 0;
            return isAll ? KeyRange.ALL : KeyRange.NONE;
        }
        if (isExact) {
            return KeyRange.of(operator, unscaled.longValue());
        }
        return KeyRange.of(
                isUpper ? ComparisonOperator.LESS_OR_EQUAL : ComparisonOperator.GREATER_THAN, unscaled.longValue());
    }
}
