package org.speedwell.accelerator.lambda;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/**
 * The type of the elements of functions, for their analysis: entities of one class, tuples of entities, or numbers. It
 * caches analyses. Thread-safe.
 */
public abstract sealed class ElementCode permits EntityCode, TupleCode, ArgumentsCode, NumberCode {
    /**
     * The greatest number of cached analyses. A program that keeps creating classes exceeds it. The engine then
     * analyses further functions each time.
     */
    private static final int MAX_READ = 4_096;

    private final Map<CacheKey, Object> read = new ConcurrentHashMap<>();

    /** A cache key: a function, and whether the analysis is for its emission rather than its result. */
    private record CacheKey(Code made, boolean isEmission) {}

    /** Returns the code of an element; a comparator gets two elements. */
    abstract Code element(int index);

    /** Returns the number of entities in an element. */
    abstract int size();

    /** Returns why no function of such elements can be analysed; null if some can. */
    abstract @Nullable NotAnalyzableException refusal();

    /** Returns the class of the entities of a table that entities reference; null if the table is not in memory. */
    abstract @Nullable EntityCode referenced(TableId<?> table);

    /** Returns the result of a call on a tuple; throws {@link NotAnalyzableException} if the result is unknown. */
    abstract Code called(Code.Tuple tuple, Class<?> owner, String name);

    /** Returns whether a class is a tuple class. */
    abstract boolean isTuple(Class<?> type);

    /**
     * Returns the computation of a function that takes the given number of elements. It uses only instance fields and
     * captured values.
     *
     * @throws NotAnalyzableException if the function may do anything else
     */
    public final Code read(Code.Function function, int elements) {
        return read(new CacheKey(function, false), reader -> {
            List<Code> arguments = new ArrayList<>();
            for (int i = 0; i < elements; i++) {
                arguments.add(element(i));
            }
            return reader.apply(function, arguments);
        });
    }

    /**
     * Returns the value that a function of an element and a consumer passes to the consumer. This is a value,
     * {@link Emission#NOTHING}, or a choice of these.
     *
     * @throws NotAnalyzableException if the function may do anything else
     */
    final Code readEmission(Code.Function function) {
        return read(
                new CacheKey(function, true), reader -> reader.apply(function, List.of(element(0), Emission.CONSUMER)));
    }

    /**
     * Returns the computation of a composed function of one element.
     *
     * @throws NotAnalyzableException if the function may do anything else
     */
    final Code readComposed(Code.Call made) {
        return read(new CacheKey(made, false), _ -> new Composition(this).apply(made, element(0)));
    }

    /**
     * Returns the row whose entity a function of one element returns.
     *
     * @throws NotAnalyzableException if the function returns anything else
     */
    final ReturnedRow readReferenced(Code.Function function) {
        NotAnalyzableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        Code result = new BodyReader(this).apply(function, List.of(element(0)));
        boolean mayThrow = false;
        while (result instanceof Code.Choice choice && Code.THROW.equals(choice.then())) {
            result = choice.otherwise();
            mayThrow = true;
        }
        if (result instanceof Code.Choice choice
                && Code.NULL.equals(choice.then())
                && choice.condition() instanceof Code.IsNull isNull) {
            result = isNull.value(); // an entity of one of several classes
        }
        if (result instanceof Code.Entity entity && entity.isWhole() && entity.row() instanceof Row.Referenced row) {
            return new ReturnedRow(row, !mayThrow);
        }
        throw new NotAnalyzableException("does not return an entity of another table");
    }

    /**
     * Returns the condition under which a function returns its argument, as a cast does. Otherwise the function throws.
     *
     * @throws NotAnalyzableException if the function may do anything else
     */
    final Expr readCast(Code.Function function) {
        NotAnalyzableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        Code condition = isArgument(new BodyReader(this).apply(function, List.of(element(0))));
        if (condition.canThrow()) {
            throw new NotAnalyzableException("may throw before it returns its argument");
        }
        return ExprReader.read(condition, boolean.class);
    }

    private static Code isArgument(Code returned) {
        return switch (returned) {
            case Code.Entity entity when entity.isWhole() && entity.row().equals(Row.FIRST) -> Code.TRUE;
            case Code.Require require when Code.THROW.equals(require) -> Code.FALSE;
            case Code.Choice choice ->
                Code.choice(choice.condition(), isArgument(choice.then()), isArgument(choice.otherwise()));
            case Code.NonValue _, Code.Value _ -> throw new NotAnalyzableException("does not return its argument");
        };
    }

    private Code read(CacheKey key, Function<BodyReader, Code> reading) {
        NotAnalyzableException refusal = refusal();
        if (refusal != null) {
            throw refusal;
        }
        Object known = read.get(key);
        if (known == null) {
            known = tryRead(reading);
            if (read.size() < MAX_READ) {
                read.put(key, known);
            }
        }
        if (known instanceof NotAnalyzableException opaque) {
            throw opaque;
        }
        return (Code) known;
    }

    private Object tryRead(Function<BodyReader, Code> reading) {
        try {
            Code code = reading.apply(new BodyReader(this));
            requireValues(code);
            return code;
        } catch (NotAnalyzableException e) {
            return e;
        } catch (RuntimeException | LinkageError e) {
            return new NotAnalyzableException("cannot be read: " + e);
        }
    }

    private static void requireValues(Code code) {
        switch (code) {
            case Code.Entity _ -> throw new NotAnalyzableException("returns the entity itself");
            case Code.Tuple _ -> throw new NotAnalyzableException("returns the tuple itself");
            case Code.IsNull isNull when isNull.value() instanceof Code.Entity -> {}
            case Code.Unknown nothing when nothing == Emission.NOTHING -> {}
            case Code.Unknown unknown -> throw new NotAnalyzableException(unknown.reason());
            case Code.Function _, Code.Call _, Code.Static _ ->
                throw new NotAnalyzableException("returns an unknown value");
            case Code.Value _, Code.Maybe _ -> code.parts().forEach(ElementCode::requireValues);
        }
    }
}
