package org.speedwell.accelerator.stream;

import com.speedment.runtime.field.Field;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.speedwell.accelerator.stream.PlainShapes.Kind;

/** Random operations on entities, before a pipeline maps them or reaches its terminal. */
final class RandomOperations<E> {
    private final Ingredients<E> from;

    RandomOperations(Ingredients<E> from) {
        this.from = from;
    }

    /** Returns an operation that has its own code path: a window, the order of a field, a comparison. */
    Function<Stream<E>, Stream<E>> simple(List<String> words) {
        PlainOperation<E> plain = from.random.nextInt(5) == 0 ? from.plain(Kind.FILTERED, words) : null;
        if (plain != null) {
            return plain::entities;
        }
        return switch (from.random.nextInt(6)) {
            case 0 -> skip(words);
            case 1 -> limit(words);
            case 2 -> {
                Comparator<E> comparator = from.comparator();
                words.add(".sorted(" + comparator + ")");
                yield stream -> stream.sorted(comparator);
            }
            default -> {
                Predicate<E> predicate = from.predicates.comparison(from.pick(from.comparables));
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Function<Stream<E>, Stream<E>> skip(List<String> words) {
        int n = from.window();
        words.add(".skip(" + n + ")");
        return stream -> stream.skip(n);
    }

    private Function<Stream<E>, Stream<E>> limit(List<String> words) {
        int n = from.window();
        words.add(".limit(" + n + ")");
        return stream -> stream.limit(n);
    }

    Function<Stream<E>, Stream<E>> any(List<String> words) {
        PlainOperation<E> plain = from.random.nextInt(4) > 0
                ? null
                : from.plain(from.random.nextInt(4) == 0 ? Kind.SORTED : Kind.FILTERED, words);
        return plain == null ? other(words) : plain::entities;
    }

    private Function<Stream<E>, Stream<E>> other(List<String> words) {
        return switch (from.random.nextInt(22)) {
            case 0 -> skip(words);
            case 1 -> limit(words);
            case 2 -> {
                words.add(".distinct()");
                yield Stream::distinct;
            }
            case 3, 4, 5 -> {
                Comparator<E> comparator = from.comparator(words);
                yield stream -> stream.sorted(comparator);
            }
            case 6 -> {
                Predicate<E> opaque = from.opaque(words, "filter");
                yield stream -> stream.filter(opaque);
            }
            case 7, 8 -> {
                words.add(".filter(expression ");
                Predicate<E> predicate = from.expressions.test(words);
                words.add(")");
                yield stream -> stream.filter(predicate);
            }
            case 9 -> {
                words.add(".sorted(expression ");
                Comparator<E> comparator = from.expressions.order(words);
                words.add(")");
                yield stream -> stream.sorted(comparator);
            }
            case 10 -> whileOperation(words);
            case 11 -> rare(words);
            default -> {
                Predicate<E> predicate = from.predicates.predicate(2);
                words.add(".filter(" + predicate + ")");
                yield stream -> stream.filter(predicate);
            }
        };
    }

    private Function<Stream<E>, Stream<E>> whileOperation(List<String> words) {
        boolean take = from.random.nextBoolean();
        words.add(take ? ".takeWhile(" : ".dropWhile(");
        Predicate<E> predicate = switch (from.random.nextInt(3)) {
            case 0 -> from.expressions.test(words);
            case 1 -> from.opaque(words, "");
            default -> {
                Predicate<E> understood = from.predicates.predicate(1);
                words.add(understood.toString());
                yield understood;
            }
        };
        words.add(")");
        return take ? stream -> stream.takeWhile(predicate) : stream -> stream.dropWhile(predicate);
    }

    /** Returns an operation that columns leave to the JDK, or one that changes the mode. */
    private Function<Stream<E>, Stream<E>> rare(List<String> words) {
        int what = from.random.nextInt(8);
        words.add("."
                + List.of("peek", "flatMap", "mapMulti", "gather", "mode", "onClose", "map", "sorted")
                        .get(what));
        return switch (what) {
            case 0 -> stream -> stream.peek(_ -> {});
            case 1 -> stream -> stream.flatMap(entity -> Stream.of(entity, entity));
            case 2 ->
                stream -> stream.mapMulti((entity, sink) -> {
                    if (Ingredients.hash(from.fields.getFirst(), entity) % 2 == 0) {
                        sink.accept(entity);
                    }
                });
            case 3 -> stream -> stream.gather(Gatherers.windowFixed(3)).map(List::getLast);
            case 4 ->
                from.parallel
                        ? stream -> stream.sequential().parallel()
                        : stream -> stream.parallel().unordered().sequential();
            case 5 -> stream -> stream.onClose(() -> {});
            case 6 -> stream -> stream.map(entity -> entity);
            default -> {
                Field<E> field = from.pick(from.fields);
                yield stream -> stream.sorted(Comparator.comparingInt(entity -> Ingredients.hash(field, entity)));
            }
        };
    }
}
