package org.speedwell.accelerator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.lambda.Functions;

/** Compares the ranges of unscaled numbers with comparisons of decimals, and reads predicates. */
@Tag("oracle")
class ResultComparisonTest {
    private static final List<ComparisonOperator> OPERATORS = Arrays.stream(ComparisonOperator.values())
            .filter(operator -> operator != ComparisonOperator.NOT_EQUAL)
            .toList();

    @Test
    void rangesAcceptTheNumbersThatComparisonsAccept() {
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int scale = random.nextInt(5);
            BigDecimal than = than(random);
            ComparisonOperator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
            KeyRange range = new ResultComparison(0, operator, than).unscaled(scale);
            for (long number : numbers(random, than, scale)) {
                boolean expected =
                        operator.holds(BigDecimal.valueOf(number, scale).compareTo(than));
                assertThat(number >= range.low() && number <= range.high())
                        .as("seed %d: %d with scale %d %s %s", seed, number, scale, operator, than)
                        .isEqualTo(expected);
            }
        }
    }

    private static BigDecimal than(SplittableRandom random) {
        long unscaled = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(-20, 20);
            case 1 -> random.nextInt();
            case 2 -> random.nextLong();
            default -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
        };
        return BigDecimal.valueOf(unscaled, random.nextInt(-25, 25));
    }

    private static long[] numbers(SplittableRandom random, BigDecimal than, int scale) {
        long near = than.movePointRight(scale).toBigInteger().longValue(); // any number if it overflows
        return new long[] {
            near - 1, near, near + 1, 0, -1, random.nextInt(-20, 20), random.nextLong(), Long.MIN_VALUE, Long.MAX_VALUE
        };
    }

    /** A class that receives predicates, as {@code Aggregation} does. */
    private static final class Receiver {
        static <T> List<ResultComparison> having(Predicate<T> predicate) {
            Functions.recognizeLast(predicate, type -> type == Receiver.class);
            return ResultComparison.of(3, predicate);
        }
    }

    private static ResultComparison comparison(ComparisonOperator operator, String than) {
        return new ResultComparison(3, operator, new BigDecimal(than));
    }

    @Test
    void comparisonsOfDecimalsAreRead() {
        BigDecimal than = new BigDecimal("2.50");
        assertThat(Receiver.<BigDecimal>having(sum -> sum.compareTo(than) > 0))
                .containsExactly(comparison(ComparisonOperator.GREATER_THAN, "2.50"));
        assertThat(Receiver.<BigDecimal>having(sum -> than.compareTo(sum) >= 0))
                .containsExactly(comparison(ComparisonOperator.LESS_OR_EQUAL, "2.50"));
    }

    @Test
    void comparisonsOfLongsAreRead() {
        assertThat(Receiver.<Long>having(count -> count == 1))
                .containsExactly(comparison(ComparisonOperator.EQUAL, "1"));
        assertThat(Receiver.<Long>having(count -> 2 <= count && count < 7))
                .containsExactly(
                        comparison(ComparisonOperator.GREATER_OR_EQUAL, "2"),
                        comparison(ComparisonOperator.LESS_THAN, "7"));
    }

    @Test
    void otherPredicatesAreNotRead() {
        BigDecimal far = new BigDecimal("1E+400000000");
        assertThat(Receiver.<BigDecimal>having(sum -> sum.compareTo(far) < 0)).isEmpty();
        assertThat(Receiver.<BigDecimal>having(sum -> sum.equals(BigDecimal.ONE)))
                .isEmpty();
        assertThat(Receiver.<Long>having(count -> count != 1)).isEmpty();
        assertThat(Receiver.<Long>having(count -> count > 1 || count < 0)).isEmpty();
        assertThat(Receiver.<Long>having(count -> count.intValue() == 1)).isEmpty();
        assertThat(Receiver.<Long>having(count -> count % 2 == 1)).isEmpty();
    }
}
