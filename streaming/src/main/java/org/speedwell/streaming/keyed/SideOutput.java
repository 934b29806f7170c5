package org.speedwell.streaming.keyed;

import org.jspecify.annotations.Nullable;

/**
 * A further output of an operation, with events of another type than its results. An operation declares its side
 * outputs, and {@code Events.side} returns their events. Immutable; each side output equals only itself.
 *
 * {@snippet :
 * SideOutput<String> warnings = SideOutput.named("warnings");
 * Events<Long> values = readings.mapMulti(
 *     (reading, results) -> {
 *         if (reading.value() < 0) {
 *             results.side(warnings, "sensor " + reading.sensor() + " is below zero");
 *         }
 *         results.accept(reading.value());
 *     },
 *     warnings);
 * Events<String> texts = values.side(warnings);
 * }
 *
 * @param <E> the class of the events
 */
public final class SideOutput<E> {
    private final String name;

    private SideOutput(String name) {
        this.name = name;
    }

    /**
     * Creates a side output. Messages and {@code explain} show the name.
     *
     * @throws IllegalArgumentException if the name is blank
     */
    public static <E> SideOutput<E> named(@Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("The name of a side output must not be blank.");
        }
        return new SideOutput<>(name);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return "side output \"" + name + "\"";
    }
}
