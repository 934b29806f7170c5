package org.speedwell.demo.shop;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A formatter of answers for people. Comparisons use the answers themselves, not this text. */
public final class AnswerText {
    private AnswerText() {}

    public static String of(@Nullable Object answer) {
        return switch (answer) {
            case null -> "none";
            case Optional<?> optional -> of(optional.orElse(null));
            case BigDecimal decimal -> String.format(Locale.ROOT, "%,.2f", decimal);
            case Long number -> String.format(Locale.ROOT, "%,d", number);
            case IntSummaryStatistics statistics ->
                String.format(
                        Locale.ROOT,
                        "%d to %d, mean %.1f",
                        statistics.getMin(),
                        statistics.getMax(),
                        statistics.getAverage());
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> of(entry.getKey()) + " " + of(entry.getValue()))
                        .sorted()
                        .collect(Collectors.joining(", "));
            case List<?> list -> list(list);
            case Record group -> parts(group);
            default -> answer.toString();
        };
    }

    private static String list(List<?> list) {
        if (list.isEmpty()) {
            return "none";
        }
        Object first = list.getFirst();
        return first instanceof String || first instanceof Number || first instanceof Record
                ? list.stream().map(AnswerText::of).collect(Collectors.joining(", "))
                : list.size() + " rows";
    }

    private static String parts(Record group) {
        return Arrays.stream(group.getClass().getRecordComponents())
                .map(component -> {
                    try {
                        return of(component.getAccessor().invoke(group));
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalArgumentException(group + " cannot be read: make its class public.", e);
                    }
                })
                .collect(Collectors.joining(" "));
    }
}
