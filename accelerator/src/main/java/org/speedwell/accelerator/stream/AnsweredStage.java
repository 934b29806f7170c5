package org.speedwell.accelerator.stream;

import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A stage that runs no operation. An intermediate operation returns another such stage, and the terminal operation a
 * known result.
 */
final class AnsweredStage<S extends BaseStream<?, S>> extends SingleUseStage<S> {
    private final Kind kind;
    private final @Nullable Object result;

    /** The kinds of streams. */
    private enum Kind {
        OBJECT,
        INT,
        LONG,
        DOUBLE;

        /** Returns the kind of the stream that an intermediate operation returns. */
        Kind after(StreamMethod operation) {
            return switch (operation) {
                case MAP_TO_OBJ, BOXED -> OBJECT;
                case MAP_TO_INT, FLAT_MAP_TO_INT, MAP_MULTI_TO_INT -> INT;
                case MAP_TO_LONG, FLAT_MAP_TO_LONG, MAP_MULTI_TO_LONG, AS_LONG_STREAM -> LONG;
                case MAP_TO_DOUBLE, FLAT_MAP_TO_DOUBLE, MAP_MULTI_TO_DOUBLE, AS_DOUBLE_STREAM -> DOUBLE;
                default -> this;
            };
        }
    }

    private AnsweredStage(Kind kind, @Nullable Object result, StreamState state) {
        super(state);
        this.kind = kind;
        this.result = result;
    }

    /** Returns a stream whose terminal operation returns a result. */
    static <E> Stream<E> stream(@Nullable Object result) {
        return ForwardingObjectStream.of(
                new AnsweredStage<>(Kind.OBJECT, result, new StreamState(false, FallbackListener.SILENT, null)));
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the result has the type of the operation's result
    public <R extends @Nullable Object> R run(Operation<S, R> operation) {
        link();
        return (R) (operation.method().isIntermediate() ? next(kind.after(operation.method())) : result);
    }

    private BaseStream<?, ?> next(Kind of) {
        return switch (of) {
            case OBJECT -> ForwardingObjectStream.of(new AnsweredStage<>(of, result, state));
            case INT -> ForwardingIntStream.of(new AnsweredStage<>(of, result, state));
            case LONG -> ForwardingLongStream.of(new AnsweredStage<>(of, result, state));
            case DOUBLE -> ForwardingDoubleStream.of(new AnsweredStage<>(of, result, state));
        };
    }
}
