package org.speedwell.hazelcast;

import com.hazelcast.cluster.Member;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.FollowListener;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.query.TableDescription;

/** The maintained questions of all members on this member. Thread-safe. */
final class PartQueries implements FollowListener {
    private final PartQuery.Part part;
    private final Map<UUID, PartQuery<?>> queries = new ConcurrentHashMap<>();
    private volatile PartQuery.@Nullable Reached latest;
    private volatile boolean isClosed;

    /**
     * A question to maintain.
     *
     * @param question the question as {@link Wire} encodes it
     */
    record Question(UUID id, String table, byte[] question) implements Serializable {}

    PartQueries(PartQuery.Part part) {
        this.part = part;
    }

    @Override
    public void reached(SnapshotView version, Position position) {
        PartQuery.Reached reached = new PartQuery.Reached(version, position);
        latest = reached;
        queries.values().forEach(query -> query.add(reached));
    }

    /** Returns the number of questions that this member maintains. */
    int size() {
        return queries.size();
    }

    /**
     * Maintains all questions of a member, and releases others of that member.
     *
     * @return the state of each question; none if this member holds no data, or does not know the other one yet
     */
    Map<UUID, PartState> maintain(UUID member, List<Question> questions) {
        Member asker = part.peers().members().stream()
                .filter(one -> one.getUuid().equals(member))
                .findFirst()
                .orElse(null);
        if (asker == null || part.peers().local().isLiteMember()) {
            return Map.of();
        }
        List<UUID> ids = questions.stream().map(Question::id).toList();
        release(query -> query.asker().equals(member), ids);
        Map<UUID, PartState> states = new HashMap<>();
        questions.forEach(question -> states.put(question.id, maintain(asker, question)));
        return states;
    }

    private PartState maintain(Member asker, Question question) {
        TableDescription<?> table = part.wire().table(question.table);
        if (table == null) {
            return refused("its application has no table " + question.table);
        }
        if (part.store().configuration().follow().isEmpty()) {
            return refused("it does not follow the database: build its StoreConfiguration with follow()");
        }
        return queries.computeIfAbsent(question.id, _ -> started(asker, question, table))
                .state();
    }

    private PartState refused(String reason) {
        return new PartState(part.peers().local().getAddress().toString(), reason, "", false, "");
    }

    private <T> PartQuery<T> started(Member asker, Question question, TableDescription<T> table) {
        PartQuery<T> query = new PartQuery<>(
                question.id, asker, part, table, question.question, ended -> queries.remove(question.id, ended));
        PartQuery.Reached reached = latest;
        if (reached != null) {
            query.add(reached);
        }
        query.start();
        if (isClosed) {
            query.close();
        }
        return query;
    }

    /** Releases the questions of a member that has left. */
    void releaseOf(UUID member) {
        release(query -> query.asker().equals(member), List.of());
    }

    private void release(Predicate<PartQuery<?>> which, List<UUID> kept) {
        queries.forEach((id, query) -> {
            if (which.test(query) && !kept.contains(id)) {
                query.close();
            }
        });
    }

    /** Releases all questions. */
    void close() {
        isClosed = true;
        release(_ -> true, List.of());
    }
}
