package org.speedwell.accelerator.speedment;

import com.speedment.common.function.Function10;
import com.speedment.common.function.Function5;
import com.speedment.common.function.Function6;
import com.speedment.common.function.Function7;
import com.speedment.common.function.Function8;
import com.speedment.common.function.Function9;
import com.speedment.common.function.QuadFunction;
import com.speedment.common.function.TriFunction;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Conversions of join constructors, which take two to ten entities, to functions of an array. */
final class Constructors {
    private Constructors() {}

    /**
     * Returns a constructor as a function of an array.
     *
     * @param constructor a function with one parameter for each table
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // the builder has checked the entities' types; outer joins pass null
    static <T> Function<@Nullable Object[], T> of(Object constructor, int tables) {
        return switch (tables) {
            case 2 -> {
                var make = (BiFunction<Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1]);
            }
            case 3 -> {
                var make = (TriFunction<Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2]);
            }
            case 4 -> {
                var make = (QuadFunction<Object, Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3]);
            }
            case 5 -> {
                var make = (Function5<Object, Object, Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4]);
            }
            case 6 -> {
                var make = (Function6<Object, Object, Object, Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4], of[5]);
            }
            case 7 -> {
                var make = (Function7<Object, Object, Object, Object, Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4], of[5], of[6]);
            }
            case 8 -> {
                var make = (Function8<Object, Object, Object, Object, Object, Object, Object, Object, T>) constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7]);
            }
            case 9 -> {
                var make = (Function9<Object, Object, Object, Object, Object, Object, Object, Object, Object, T>)
                        constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8]);
            }
            case 10 -> {
                var make =
                        (Function10<Object, Object, Object, Object, Object, Object, Object, Object, Object, Object, T>)
                                constructor;
                yield of -> make.apply(of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], of[8], of[9]);
            }
            default -> throw new IllegalArgumentException("A join can have at most 10 tables, but has " + tables + ".");
        };
    }
}
