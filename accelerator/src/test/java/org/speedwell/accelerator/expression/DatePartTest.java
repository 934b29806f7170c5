package org.speedwell.accelerator.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.ReferenceField;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalField;
import java.time.temporal.UnsupportedTemporalTypeException;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SimpleTimeZone;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.query.Expressions;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RandomEntities;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/** Compares parts of dates and times, computed from numbers, with {@code java.time}. */
@Tag("oracle")
class DatePartTest {
    private static final Map<DatePart, TemporalField> OF_DATES = Map.of(
            DatePart.YEAR, ChronoField.YEAR,
            DatePart.QUARTER, IsoFields.QUARTER_OF_YEAR,
            DatePart.MONTH, ChronoField.MONTH_OF_YEAR,
            DatePart.DAY_OF_MONTH, ChronoField.DAY_OF_MONTH,
            DatePart.DAY_OF_WEEK, ChronoField.DAY_OF_WEEK);

    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final MixedManager MANAGER = APP.getOrThrow(MixedManager.class);
    private static final EntityTable.Shape SHAPE = EntityTable.Shape.of(APP, MANAGER, 2);

    @AfterAll
    static void stop() {
        APP.stop();
    }

    @Test
    void partsOfEveryDatabaseDayEqualJavaTime() {
        long last = LocalDate.of(9999, 12, 31).toEpochDay();
        for (LocalDate day = LocalDate.of(0, 1, 1); day.toEpochDay() <= last; day = day.plusDays(1)) {
            check(day);
        }
    }

    @Test
    void partsOfDistantDaysEqualJavaTime() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 100_000; i++) {
            check(LocalDate.ofEpochDay(random.nextLong(-300_000_000_000L, 300_000_000_000L)));
        }
    }

    private static void check(LocalDate day) {
        OF_DATES.forEach((part, field) -> {
            if (part.ofDay(day.toEpochDay()) != day.get(field)) {
                assertThat(part.ofDay(day.toEpochDay()))
                        .as("%s of %s", part, day)
                        .isEqualTo(day.get(field));
            }
        });
    }

    @Test
    void partsOfEverySecondEqualJavaTime() {
        for (int second = 0; second < 86_400; second++) {
            LocalTime time = LocalTime.ofSecondOfDay(second);
            for (long day : new long[] {-3, 0, 20_000}) {
                long millis = (day * 86_400 + second) * 1_000 + second % 1_000;
                boolean isSame = DatePart.HOUR.of(millis) == time.getHour()
                        && DatePart.MINUTE.of(millis) == time.getMinute()
                        && DatePart.SECOND.of(millis) == time.getSecond();
                assertThat(isSame).as("%s of day %d", time, day).isTrue();
            }
        }
    }

    /**
     * Compares columns with entities in several zones. The moments include changes of clocks and dates before the
     * calendar reform, for which the classes of java.sql use the Julian calendar.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {"UTC", "Europe/Stockholm", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "GMT+5", "own"})
    void columnsUseTheZoneOfTheJvm(String zone) {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(zone.equals("own") ? new SimpleTimeZone(5_400_000, "UTC") : TimeZone.getTimeZone(zone));
        try {
            SplittableRandom random = new SplittableRandom(zone.hashCode());
            List<Mixed> wide = new RandomEntities<>(MANAGER, SHAPE, random).list(2_000, 10);
            List<Mixed> close = new RandomEntities<>(MANAGER, SHAPE, random).list(2_000, 10);
            for (int i = 0; i < wide.size(); i++) {
                long moment = moment(random);
                set(wide.get(i), moment, Instant.ofEpochMilli(moment));
                Instant recent = Instant.parse("2021-01-01T00:00:00Z").plusSeconds(random.nextLong(40_000_000));
                set(close.get(i), recent.toEpochMilli(), recent);
            }
            check(wide);
            check(close);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** Returns a moment, often near a change of clocks. */
    private static long moment(SplittableRandom random) {
        long any = random.nextLong(
                Instant.parse("0001-01-02T00:00:00Z").toEpochMilli(),
                Instant.parse("9999-12-30T00:00:00Z").toEpochMilli());
        long near = Math.floorMod(any, 2_000_000_000_000L);
        ZoneOffsetTransition change = ZoneId.systemDefault().getRules().nextTransition(Instant.ofEpochMilli(near));
        return switch (random.nextInt(3)) {
            case 0 -> any;
            case 1 -> near;
            default ->
                (change == null ? near : change.toEpochSecond() * 1_000) + random.nextLong(-7_200_000, 7_200_000);
        };
    }

    private static void set(Mixed entity, long millis, Instant instant) {
        entity.setCreated(Timestamp.from(instant.plusNanos(456_000)));
        if (entity.getBorn().isPresent()) {
            entity.setBorn(Date.valueOf(new Timestamp(millis).toLocalDateTime().toLocalDate()));
        }
        if (entity.getChanged().isPresent()) {
            entity.setChanged(new Timestamp(millis));
        }
    }

    private static void check(List<Mixed> entities) {
        TableStore<Mixed> table = EntityTable.of(APP, MANAGER, SHAPE, entities, true, 10);
        List<ToIntNullable<Mixed>> parts = new ArrayList<>();
        for (ReferenceField<Mixed, ?, ?> field : List.of(Mixed.CREATED, Mixed.CHANGED, Mixed.BORN)) {
            parts.add(Expressions.yearOrNull(field));
            parts.add(Expressions.quarterOrNull(field));
            parts.add(Expressions.monthOrNull(field));
            parts.add(Expressions.dayOfMonthOrNull(field));
            parts.add(Expressions.dayOfWeekOrNull(field));
            if (field != Mixed.BORN) {
                parts.add(Expressions.hourOrNull(field));
                parts.add(Expressions.minuteOrNull(field));
                parts.add(Expressions.secondOrNull(field));
            }
        }
        for (ToIntNullable<Mixed> part : parts) {
            RowExpression onColumns = Objects.requireNonNull(ExpressionResolver.resolve(Scope.of(table), part));
            IntFunction<@Nullable Object> value = onColumns.boxed();
            for (int row = 0; row < entities.size(); row++) {
                int of = row;
                assertThat(orException(() -> value.apply(of)))
                        .as(
                                "%s of %s in %s",
                                part, entities.get(row), TimeZone.getDefault().getID())
                        .isEqualTo(orException(() -> part.apply(entities.get(of))));
            }
        }
        table.keepAlive();
    }

    /**
     * Returns the result or the class of the exception. The Julian calendar has leap days that {@code LocalDate} does
     * not have.
     */
    private static @Nullable Object orException(java.util.concurrent.Callable<@Nullable Object> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return e.getClass();
        }
    }

    @Test
    void missingPartOfAClassIsAnError() {
        Mixed entity = MANAGER.create().setBorn(Date.valueOf("2020-02-29")).setName("x");
        assertThat(Expressions.year(Mixed.BORN).applyAsInt(entity)).isEqualTo(2020);
        assertThatThrownBy(() -> Expressions.hour(Mixed.BORN).applyAsInt(entity))
                .isInstanceOf(UnsupportedTemporalTypeException.class);
        assertThatThrownBy(() -> Expressions.year(Mixed.NAME).applyAsInt(entity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A value of java.lang.String has no year.");
        assertThatThrownBy(() -> Expressions.year(Mixed.CHANGED).applyAsInt(entity))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("changed");
        assertThat(Expressions.yearOrNull(Mixed.CHANGED).apply(entity)).isNull();
    }
}
