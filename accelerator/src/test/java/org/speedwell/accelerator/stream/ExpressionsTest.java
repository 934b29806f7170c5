package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.mapping;
import static org.speedwell.accelerator.query.ColumnCollectors.maximum;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingInt;
import static org.speedwell.accelerator.query.Expressions.coalesce;
import static org.speedwell.accelerator.query.Expressions.compare;
import static org.speedwell.accelerator.query.Expressions.dayOfWeek;
import static org.speedwell.accelerator.query.Expressions.decimal;
import static org.speedwell.accelerator.query.Expressions.hour;
import static org.speedwell.accelerator.query.Expressions.length;
import static org.speedwell.accelerator.query.Expressions.lengthOrNull;
import static org.speedwell.accelerator.query.Expressions.matches;
import static org.speedwell.accelerator.query.Expressions.month;
import static org.speedwell.accelerator.query.Expressions.quarter;
import static org.speedwell.accelerator.query.Expressions.substring;
import static org.speedwell.accelerator.query.Expressions.substringOrNull;
import static org.speedwell.accelerator.query.Expressions.when;
import static org.speedwell.accelerator.query.Expressions.year;
import static org.speedwell.accelerator.query.Expressions.yearOrNull;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Pipelines of Speedwell's own expressions. They give the same results as over a list and make no entity.
 * {@link RandomPipelineTest} tests random ones.
 */
@Tag("oracle")
class ExpressionsTest {
    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final MixedManager MANAGER = APP.getOrThrow(MixedManager.class);
    private static final EntityTable.Shape SHAPE = EntityTable.Shape.of(APP, MANAGER, 2);
    private static final BigDecimal CENT = new BigDecimal("0.01");

    private static final Decimal<Mixed> DISCOUNTED = decimal(Mixed.PRICE)
            .multiply(decimal(1).minus(decimal(Mixed.OPT_FEE.asBigDecimal().orElse(CENT))));

    /** The rows with small decimals, whose products fit into longs. {@link #EXTREME} has the extremes. */
    private static final Rows SMALL = Rows.of(9_000, 1, BigDecimal.valueOf(9_999, 2));

    private static final Rows EXTREME = Rows.of(700, 2, BigDecimal.valueOf(999_999_999_999_999_999L, 2));

    private record Rows(List<Mixed> list, TableStore<Mixed> table) {
        static Rows of(int rows, long seed, BigDecimal greatest) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Mixed> list = new RandomEntities<>(MANAGER, SHAPE, random).list(rows, 20);
            long most = greatest.unscaledValue().longValue();
            for (Mixed entity : list) {
                entity.setName(String.valueOf(random.nextInt(300)));
                entity.setCreated(Timestamp.from(Instant.ofEpochSecond(random.nextLong(400_000_000, 1_500_000_000))));
                entity.setPrice(BigDecimal.valueOf(random.nextLong(-most, most + 1), 2));
                if (entity.getOptFee().isPresent()) {
                    entity.setOptFee(BigDecimal.valueOf(random.nextLong(most + 1), 2));
                }
            }
            list.getFirst().setPrice(greatest);
            list.getLast().setPrice(greatest.negate());
            return new Rows(list, EntityTable.of(APP, MANAGER, SHAPE, list, true, 18));
        }
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static void assertSame(Function<Stream<Mixed>, @Nullable Object> pipeline) {
        for (Rows rows : List.of(SMALL, EXTREME)) {
            Object expected = pipeline.apply(rows.list.stream());
            assertThat(pipeline.apply(EntityStream.of(rows.table, false))).isEqualTo(expected);
            assertThat(pipeline.apply(EntityStream.of(rows.table, true))).isEqualTo(expected);
            ExecutionTrace trace = new ExecutionTrace();
            assertThat(pipeline.apply(EntityStream.traced(rows.table, trace, ExpressionsTest::refuse)))
                    .isEqualTo(expected);
            assertThat(trace.entities()).isZero();
        }
    }

    private static void refuse(TableStore<?> table, String operation, String reason, @Nullable Object function) {
        throw new FallbackException(operation + " falls back: " + reason);
    }

    @Test
    void decimalsAreExactWithTheScalesOfBigDecimal() {
        assertSame(s -> s.map(DISCOUNTED).toList());
        assertSame(s -> s.map(decimal(Mixed.PRICE).multiply(Mixed.PRICE).multiply(Mixed.PRICE))
                .toList());
        assertSame(s -> s.map(decimal(Mixed.PRICE).plus(CENT).minus(new BigDecimal("1E+3")))
                .toList());
        assertSame(s -> s.map(decimal(Mixed.QUANTITY).multiply(Mixed.PRICE)).toList());
        assertSame(
                s -> s.map(decimal(Mixed.ID).multiply(decimal(Long.MAX_VALUE))).toList());
        assertSame(s -> s.mapToDouble(DISCOUNTED.asDouble()).boxed().toList());
        assertSame(s ->
                s.map(decimal(DISCOUNTED.negate()).plus(DISCOUNTED)).distinct().toList());
        assertSame(s -> s.sorted(DISCOUNTED).mapToLong(Mixed.ID).boxed().toList());
        assertSame(s -> s.map(DISCOUNTED).reduce(BigDecimal.ZERO, BigDecimal::add));
        Mixed first = MANAGER.create().setPrice(new BigDecimal("99.99")).setOptFee(null);
        assertThat(DISCOUNTED.apply(first)).isEqualTo(new BigDecimal("98.9901"));
    }

    record Year(
            int year,
            BigDecimal revenue,
            @Nullable BigDecimal mean,
            @Nullable Integer longest) {}

    @Test
    void expressionsAreKeysAndAggregatesOfGroups() {
        assertSame(s -> new TreeMap<>(s.collect(groupingBy(year(Mixed.CREATED), summingDecimal(DISCOUNTED)))));
        assertSame(s -> s.collect(groupingBy(dayOfWeek(Mixed.CREATED), averagingInt(length(Mixed.NAME)))));
        assertSame(s -> s.collect(groupingBy(substring(Mixed.NAME, 0, 1), counting())));
        assertSame(s -> s.collect(groupingBy(
                when(Mixed.OPT_AGE.isNull(), "none")
                        .when(compare(month(Mixed.CREATED)).lessThan(7), "early")
                        .orElse(substring(Mixed.NAME, 1, 2)),
                summingInt(when(Mixed.ACTIVE, 1).orElse(0)))));
        assertSame(s -> s.collect(mapping(hour(Mixed.CREATED), Collectors.toSet())));
        assertSame(s -> s.collect(Aggregation.by(year(Mixed.CREATED))
                .with(
                        summingDecimal(when(Mixed.ACTIVE, DISCOUNTED).orElse(BigDecimal.ZERO)),
                        averagingDecimal(DISCOUNTED, 6),
                        maximum(length(Mixed.NAME)))
                .into(Year.class)));
    }

    @Test
    void comparisonsAreFilters() {
        assertSame(
                s -> s.filter(compare(year(Mixed.CREATED)).between(1990, 2005)).count());
        assertSame(s -> s.filter(compare(DISCOUNTED)
                        .greaterThan(BigDecimal.TEN)
                        .and(compare(quarter(Mixed.CREATED)).in(1, 3))
                        .and(Mixed.QUANTITY.notEqual(5)))
                .count());
        assertSame(
                s -> s.filter(compare(yearOrNull(Mixed.BORN)).notEqual(1_970)).count());
        assertSame(s -> s.filter(compare(yearOrNull(Mixed.BORN)).lessThan(1_970).negate())
                .count());
        assertSame(s -> s.filter(compare(substringOrNull(Mixed.NICKNAME, 0, 1)).greaterOrEqual("m"))
                .count());
        assertSame(s -> s.anyMatch(compare(Mixed.WEIGHT.plus(1)).lessOrEqual(0.5)));
        assertSame(s -> s.filter(compare(year(Mixed.CREATED).minus(1_950)).greaterThan(compare(Mixed.OPT_AGE.asInt())))
                .count());
        assertSame(s -> s.filter(compare(yearOrNull(Mixed.BORN)).equal(compare(yearOrNull(Mixed.CREATED))))
                .count());
        assertSame(s ->
                s.filter(matches(Mixed.NICKNAME, "[a-m].*")).map(Mixed.NICKNAME).toList());
        assertSame(s -> s.filter(matches(Mixed.NICKNAME, ".*e.*").negate()).count());
        assertSame(s -> s.filter(matches(substringOrNull(Mixed.NICKNAME, 0, 2), "[^aeiou]{2}")
                        .or(matches(Mixed.NICKNAME, "")))
                .count());
        assertSame(s -> s.filter(yearOrNull(Mixed.BORN).isNull()).count());
    }

    @Test
    void nullOperandsThrowOrGiveNull() {
        assertSame(s -> s.map(yearOrNull(Mixed.BORN)).toList());
        assertSame(s -> s.map(lengthOrNull(Mixed.NICKNAME)).toList());
        assertSame(s -> s.map(substringOrNull(Mixed.NICKNAME, 1)).toList());
        assertSame(s -> s.map(coalesce(Mixed.NICKNAME, Mixed.NOTE)).toList());
        assertSame(s -> s.mapToInt(
                        coalesce(Mixed.OPT_AGE.asInt(), yearOrNull(Mixed.BORN)).orElse(-1))
                .sum());
        assertSame(s -> s.map(coalesce(Mixed.OPT_FEE.asBigDecimal(), Mixed.PRICE.asBigDecimal()))
                .toList());
        assertSame(s -> s.map(coalesce(Mixed.OPT_SIZE.asDouble(), Mixed.OPT_AGE.asDouble()))
                .toList());
        assertSame(s ->
                s.map(coalesce(Mixed.OPT_AGE.asLong(), Mixed.OPT_AGE.asLong())).toList());
        assertSame(s ->
                s.sorted(yearOrNull(Mixed.BORN)).mapToLong(Mixed.ID).boxed().toList());
        assertSame(s -> s.mapToInt(yearOrNull(Mixed.CHANGED).orElse(-1)).max());
        List<Function<Stream<Mixed>, Object>> refused = List.of(
                s -> s.mapToInt(year(Mixed.BORN)).sum(),
                s -> s.mapToInt(length(Mixed.NICKNAME)).sum(),
                s -> s.map(substring(Mixed.NICKNAME, 1)).toList(),
                s -> s.map(decimal(Mixed.OPT_FEE).plus(CENT)).toList(),
                s -> s.collect(summingDecimal(decimal(Mixed.OPT_FEE).plus(CENT))),
                s -> s.filter(Mixed.OPT_AGE.isNull())
                        .filter(compare(year(Mixed.BORN)).notEqual(compare(Mixed.OPT_AGE.asInt())))
                        .count(),
                s -> s.filter(Mixed.OPT_AGE
                                .isNull()
                                .and(compare(Mixed.OPT_AGE.asInt())
                                        .lessThan(compare(year(Mixed.BORN)))
                                        .negate()))
                        .toList(),
                s -> s.collect(groupingBy(year(Mixed.CREATED), summingDecimal(decimal(Mixed.OPT_FEE)))));
        for (Function<Stream<Mixed>, Object> pipeline : refused) {
            for (Rows rows : List.of(SMALL, EXTREME)) {
                assertThatThrownBy(() -> pipeline.apply(rows.list.stream())).isInstanceOf(RuntimeException.class);
                assertThatThrownBy(() -> pipeline.apply(EntityStream.of(rows.table, false)))
                        .isInstanceOf(RuntimeException.class);
            }
        }
    }

    @Test
    void decimalsOfAChoiceHaveTheGreatestScale() {
        Decimal<Mixed> chosen = when(Mixed.ACTIVE, decimal(Mixed.PRICE)).orElse(BigDecimal.ZERO);
        assertSame(s -> s.map(chosen).toList());
        assertSame(s -> s.map(when(
                                Mixed.ACTIVE,
                                decimal(Mixed.OPT_FEE.asBigDecimal().orElse(CENT))
                                        .multiply(CENT))
                        .when(Mixed.OPT_FEE.isNotNull(), decimal(Mixed.OPT_FEE))
                        .orElse(new BigDecimal("7")))
                .toList());
        Mixed entity = MANAGER.create().setActive(false).setPrice(new BigDecimal("12.345"));
        assertThat(chosen.apply(entity)).isEqualTo(new BigDecimal("0.000"));
        entity.setPrice(null);
        assertThat(chosen.apply(entity)).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void choicesAreTestedInOrder() {
        assertSame(s -> s.mapToLong(when(Mixed.QUANTITY.lessThan(0), 1L)
                        .when(Mixed.QUANTITY.lessThan(100), Mixed.ID)
                        .orElse(Mixed.ID.plus(1)))
                .boxed()
                .toList());
        assertSame(s -> s.mapToDouble(when(Mixed.QUANTITY.greaterThan(0).and(Mixed.OPT_AGE.isNull()), Mixed.WEIGHT)
                        .orElse(-0.0))
                .boxed()
                .toList());
        assertSame(s -> s.map(when(Mixed.OPT_AGE.isNull(), "none").orElse(Mixed.NAME.orElse("")))
                .toList());
        // the alternative would throw for the row, but is not evaluated
        assertSame(s -> s.mapToInt(when(Mixed.BORN.isNull(), 0).orElse(year(Mixed.BORN)))
                .sum());
        assertSame(s -> s.collect(summingInt(when(Mixed.BORN.isNull(), 0).orElse(year(Mixed.BORN)))));
    }

    @Test
    void substringsEndWithTheText() {
        Mixed entity = MANAGER.create().setName("ab");
        assertThat(substring(Mixed.NAME, 0, 1).apply(entity)).isEqualTo("a");
        assertThat(substring(Mixed.NAME, 1, 9).apply(entity)).isEqualTo("b");
        assertThat(substring(Mixed.NAME, 5).apply(entity)).isEmpty();
        assertThatThrownBy(() -> substring(Mixed.NAME, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> substring(Mixed.NAME, 3, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 to 2");
    }
}
