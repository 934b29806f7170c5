package org.speedwell.accelerator.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.field.EnumField;
import com.speedment.runtime.field.comparator.FieldComparator;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.FieldPredicate;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.generator.runtime.DirectEnumField;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmImpl;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** Compares a field from Speedwell's generator with Speedment's field, for every constant and for NULL. */
@Tag("oracle")
class DirectEnumFieldTest {
    private static final EnumField<Film, String, Rating> SPEEDMENTS =
            ((DirectEnumField<Film, String, Rating>) Film.RATING).field();

    private static final List<Film> FILMS = Stream.concat(Stream.<Rating>of((Rating) null), Stream.of(Rating.values()))
            .map(rating -> rating == null ? new FilmImpl() : new FilmImpl().setRating(rating))
            .toList();

    @Test
    void comparisonsEqualSpeedment() {
        Map<String, Function<EnumField<Film, String, Rating>, Predicate<Film>>> comparisons = comparisons();
        assertThat(comparisons).hasSizeGreaterThan(300);
        comparisons.forEach((name, comparison) -> {
            Predicate<Film> expected = comparison.apply(SPEEDMENTS);
            Predicate<Film> direct = comparison.apply(Film.RATING);
            agree(name, direct, expected);
            agree("not " + name, direct.negate(), expected.negate());
            agree("not not " + name, direct.negate().negate(), expected.negate().negate());
            Predicate<Film> other = Film.LENGTH.isNull();
            agree(name + " and", direct.and(other), expected.and(other));
            agree(name + " or", direct.or(other.negate()), expected.or(other.negate()));
            assertThat(direct.and(other)).isInstanceOf(CombinedPredicate.class);
            assertThat(direct)
                    .isInstanceOfSatisfying(
                            FieldPredicate.class,
                            known -> assertThat(known.getField().identifier()).isEqualTo(Film.Identifier.RATING));
        });
    }

    private static void agree(String name, Predicate<Film> direct, Predicate<Film> expected) {
        assertThat(FILMS.stream().filter(direct))
                .as(name)
                .containsExactlyElementsOf(FILMS.stream().filter(expected).toList());
    }

    private static Map<String, Function<EnumField<Film, String, Rating>, Predicate<Film>>> comparisons() {
        Map<String, Function<EnumField<Film, String, Rating>, Predicate<Film>>> all = new LinkedHashMap<>();
        for (Rating a : Rating.values()) {
            all.put("= " + a, field -> field.equal(a));
            all.put("<> " + a, field -> field.notEqual(a));
            all.put("< " + a, field -> field.lessThan(a));
            all.put("<= " + a, field -> field.lessOrEqual(a));
            all.put("> " + a, field -> field.greaterThan(a));
            all.put(">= " + a, field -> field.greaterOrEqual(a));
            all.put("= '" + a, field -> field.equal(a.toDatabase()));
            all.put("starts " + a, field -> field.startsWith(a.toDatabase()));
            for (Rating b : Rating.values()) {
                all.put("in " + a + b, field -> field.in(a, b));
                all.put("not in " + a + b, field -> field.notIn(a, b));
                all.put("between " + a + b, field -> field.between(a, b));
                for (Inclusion inclusion : Inclusion.values()) {
                    all.put("between " + a + b + inclusion, field -> field.between(a, b, inclusion));
                    all.put("not between " + a + b + inclusion, field -> field.notBetween(a, b, inclusion));
                }
            }
        }
        all.put("in none", field -> field.in(List.of()));
        all.put("in all", field -> field.in(EnumSet.allOf(Rating.class)));
        all.put("in null", field -> field.in(Arrays.asList(null, Rating.G)));
        all.put("not in null", field -> field.notIn(Arrays.asList(null, Rating.G)));
        all.put("null", EnumField::isNull);
        all.put("not null", EnumField::isNotNull);
        return all;
    }

    @Test
    void nullOperandIsRefused() {
        List<Function<EnumField<Film, String, Rating>, SpeedmentPredicate<Film>>> comparisons = List.of(
                field -> field.equal((Rating) null),
                field -> field.notEqual((Rating) null),
                field -> field.greaterThan((Rating) null),
                field -> field.between(null, Rating.R));
        for (Function<EnumField<Film, String, Rating>, SpeedmentPredicate<Film>> comparison : comparisons) {
            assertThatThrownBy(() -> comparison.apply(SPEEDMENTS)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> comparison.apply(Film.RATING)).isInstanceOf(NullPointerException.class);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void ordersEqualSpeedment() {
        List<Film> shuffled = new ArrayList<>(FILMS.reversed());
        assertThat(shuffled.stream().sorted((FieldComparator<Film>) Film.RATING))
                .containsExactlyElementsOf(
                        shuffled.stream().sorted(SPEEDMENTS.comparator()).toList());
        assertThat(shuffled.stream().sorted(Film.RATING.reversed()))
                .containsExactlyElementsOf(
                        shuffled.stream().sorted(SPEEDMENTS.reversed()).toList());
        assertThat(Film.RATING.tableAlias("other").tableAlias()).isEqualTo("other");
        assertThat(Film.RATING.tableAlias("other")).isInstanceOf(DirectEnumField.class);
    }
}
