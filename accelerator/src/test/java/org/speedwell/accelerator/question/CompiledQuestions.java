package org.speedwell.accelerator.question;

import static java.util.Objects.requireNonNull;

import com.speedment.common.tuple.Tuples;
import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.runtime.field.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.plan.JoinQuery;
import org.speedwell.accelerator.plan.JoinedTable;
import org.speedwell.accelerator.question.Form.Code;
import org.speedwell.accelerator.question.Question.Join;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.JoinStream;
import org.speedwell.accelerator.stream.TupleMaker;

/** Questions that are compiled together, each in all its forms, and can run over tables. */
final class CompiledQuestions {
    private static final String CLASS = "org.speedwell.question.Questions";

    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final List<List<Code>> codes = new ArrayList<>();

    CompiledQuestions(List<Question> questions) {
        StringBuilder java = new StringBuilder("""
                package org.speedwell.question;
                import com.speedment.common.tuple.*;
                import com.speedment.common.tuple.nullable.*;
                import java.util.stream.*;
                @SuppressWarnings("all")
                public final class Questions {
                    private static java.util.List<Object> first(java.util.Iterator<?> all, int count) {
                        java.util.List<Object> first = new java.util.ArrayList<>();
                        while (first.size() < count && all.hasNext()) {
                            first.add(all.next());
                        }
                        return first;
                    }
                """);
        for (int parts = 1; parts < 9; parts++) {
            java.append("public record Record%d(".formatted(parts));
            for (int part = 0; part < parts; part++) {
                java.append(part == 0 ? "Object a0" : ", Object a" + part);
            }
            java.append(") {}\n");
        }
        Map<String, String> names = new LinkedHashMap<>();
        for (Question question : questions) {
            List<Code> forms = Form.all(question);
            codes.add(forms);
            for (Code code : forms) {
                if (names.putIfAbsent(code.method(), "q" + names.size()) == null) {
                    java.append("public static Object %s%s".formatted(names.get(code.method()), code.method()));
                }
            }
        }
        CompiledClasses classes =
                new CompiledClasses(Map.of(CLASS, java.append("}\n").toString()), Rows.CLASSES);
        try {
            Class<?> made = classes.loadClass(CLASS);
            for (Map.Entry<String, String> entry : names.entrySet()) {
                methods.put(entry.getKey(), made.getMethod(entry.getValue(), Stream.class, Object[].class));
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the forms of a question. */
    List<Code> codes(int question) {
        return codes.get(question);
    }

    /** Runs a form of a question on a stream. Returns the answer, or the class of the exception. */
    @Nullable
    Object answer(Code code, Stream<?> stream) {
        Object[] captured = code.captured().stream().map(Value.Constant::value).toArray();
        try {
            return Answers.plain(requireNonNull(methods.get(code.method())).invoke(null, stream, captured));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                if (Boolean.getBoolean("speedwell.stack")) {
                    thrown.printStackTrace();
                }
                return thrown.getClass();
            }
            throw new AssertionError(code.java(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the stream of a question, or empty if only a database can compute its join. */
    static Optional<Stream<?>> stream(Question question, List<RowTable> tables) {
        return stream(question, tables, null, _ -> {});
    }

    /**
     * Returns the stream of a question as above, and reports how it runs.
     *
     * @param trace receives the executed plan; null to record nothing
     * @param fallbacks receives the operations from which on the stream uses entities
     */
    static Optional<Stream<?>> stream(
            Question question, List<RowTable> tables, @Nullable ExecutionTrace trace, Consumer<String> fallbacks) {
        TableStore<Object> first = tables.getFirst().store();
        FallbackListener listener = new FallbackListener() {
            @Override
            public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
                fallbacks.accept(operation + ": " + reason);
            }

            @Override
            @SuppressWarnings("unchecked") // all tables have one identifier
            public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                return (TableStore<T>) first;
            }
        };
        if (question.places() == 1) {
            return Optional.of(
                    trace == null
                            ? EntityStream.of(first, question.isParallel(), listener)
                            : EntityStream.traced(first, trace, listener));
        }
        JoinQuery query = query(question, tables);
        if (query == null) {
            return Optional.empty();
        }
        Stream<?> stream = JoinStream.of(query, maker(question), listener, trace);
        return Optional.of(question.isParallel() ? stream.parallel() : stream);
    }

    /** Returns the elements of the question's stream as a list: entities, or tuples of entities. */
    static List<?> plainList(Question question, List<RowTable> tables) {
        TupleMaker<Object> maker = maker(question);
        List<Object> all = new ArrayList<>();
        for (Evaluation.Tuple tuple : Oracle.tuples(question, tables)) {
            @Nullable
            Object[] entities = tuple.rows().stream()
                    .map(row -> row == null ? null : Rows.entity(row))
                    .toArray();
            all.add(
                    question.places() == 1
                            ? requireNonNull(entities[0])
                            : maker.make().apply(entities));
        }
        return all;
    }

    private static TupleMaker<Object> maker(Question question) {
        return question.hasOuter()
                ? new TupleMaker<>(
                        of -> of.length == 2
                                ? TuplesOfNullables.ofNullables(of[0], of[1])
                                : TuplesOfNullables.ofNullables(of[0], of[1], of[2]),
                        TupleMaker.Shape.TUPLE_OF_NULLABLES,
                        question.places())
                : new TupleMaker<>(
                        of -> of.length == 2
                                ? Tuples.of(requireNonNull(of[0]), requireNonNull(of[1]))
                                : Tuples.of(requireNonNull(of[0]), requireNonNull(of[1]), requireNonNull(of[2])),
                        TupleMaker.Shape.TUPLE,
                        question.places());
    }

    private static @Nullable JoinQuery query(Question question, List<RowTable> tables) {
        List<JoinedTable> joined = new ArrayList<>();
        joined.add(new JoinedTable(tables.getFirst().store(), JoinedTable.Kind.INNER, null, null));
        for (int place = 1; place < tables.size(); place++) {
            Join join = question.joins().get(place - 1);
            JoinedTable.Link link = null;
            if (join.kind() != Join.Kind.CROSS) {
                Field<Object> own = Rows.field(join.column());
                Field<Object> other = Rows.field(join.otherColumn());
                if (!(tables.get(place).store().ref(own.identifier()) instanceof ColumnRef.Ordered column)
                        || !(tables.get(join.other()).store().ref(other.identifier())
                                instanceof ColumnRef.Ordered otherColumn)) {
                    return null;
                }
                MatchRule rule = MatchRule.ofDatabase(
                        column, DatabaseValues.of(own), join.operator(), otherColumn, DatabaseValues.of(other));
                link = new JoinedTable.Link(column, join.operator(), join.other(), otherColumn, rule);
                if (!link.isKnown()) {
                    return null;
                }
            }
            JoinedTable.Kind kind = switch (join.kind()) {
                case INNER, CROSS -> JoinedTable.Kind.INNER;
                case LEFT -> JoinedTable.Kind.LEFT;
                case RIGHT -> JoinedTable.Kind.RIGHT;
            };
            joined.add(new JoinedTable(tables.get(place).store(), kind, link, null));
        }
        return new JoinQuery(joined, MemoryBudget.UNLIMITED);
    }
}
