package org.speedwell.demo;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.Query;
import org.speedwell.demo.shop.VideoShop;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The queries that the user selects, by numbers from 1 or by words of a question. */
final class Queries {
    @Parameters(
            arity = "0..*",
            paramLabel = "QUERY",
            description = "A query's number, or words of its question; quote several words. Default: all.")
    private List<String> names = List.of();

    /** Returns a function that selects these queries from a shop's queries. */
    Function<VideoShop, List<Query>> of(DemoOptions options) {
        return shop -> {
            List<Query> all = shop.queries();
            return names.isEmpty()
                    ? all
                    : names.stream()
                            .flatMap(name -> matching(all, name, options).stream())
                            .distinct()
                            .toList();
        };
    }

    private static List<Query> matching(List<Query> all, String name, DemoOptions options) {
        Query numbered = numbered(all, name);
        List<Query> found = numbered != null
                ? List.of(numbered)
                : all.stream()
                        .filter(query ->
                                query.question().toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT)))
                        .toList();
        if (found.isEmpty()) {
            throw new ParameterException(
                    options.command().commandLine(),
                    "There is no query \"" + name + "\". The queries are:\n" + list(all));
        }
        return found;
    }

    private static @Nullable Query numbered(List<Query> all, String name) {
        if (!name.matches("\\d{1,4}")) {
            return null;
        }
        int number = Integer.parseInt(name);
        return number >= 1 && number <= all.size() ? all.get(number - 1) : null;
    }

    private static String list(List<Query> all) {
        return String.join(
                "\n",
                IntStream.range(0, all.size())
                        .mapToObj(i -> String.format(
                                Locale.ROOT, "%4d  %s", i + 1, all.get(i).question()))
                        .toList());
    }
}
