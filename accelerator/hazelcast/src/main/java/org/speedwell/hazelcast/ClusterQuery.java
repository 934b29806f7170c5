package org.speedwell.hazelcast;

import java.io.Serializable;
import java.util.List;

/**
 * A question to all parts of a table: each member answers it of its own part, and who asks puts the answers together.
 *
 * <pre>{@code
 * public record LongFilms(int minutes) implements ClusterQuery<Film, Long, Long> {
 *     public Long part(TablePart<Film> films) {
 *         return films.stream().filter(Film.LENGTH.greaterThan(minutes)).count();
 *     }
 *
 *     public Long combine(List<Long> parts) {
 *         return parts.stream().mapToLong(Long::longValue).sum();
 *     }
 * }
 * }</pre>
 *
 * No code is sent: a question travels as the name of its class, which all members have on their class path, and the values that it
 * holds. So it is a class or record with a name, no lambda and no inner class, and what it holds is serializable: numbers, texts,
 * dates, enums, not predicates, which {@link #part} makes of these. What most ask is there already: {@link CountQuery}, {@link
 * SummaryQuery}, {@link ReduceQuery}, {@link GroupQuery}, {@link CollectQuery}, {@link FirstQuery}.
 *
 * @param <T> the table's entities
 * @param <P> what a part answers: serializable, or an entity, or records and collections of these
 * @param <R> what the whole answers
 */
public interface ClusterQuery<T, P, R> extends Serializable {

    /**
     * The answer of one part, not null. Called on each member by a thread of Hazelcast's, which is interrupted when nobody waits
     * for the answer any more. What it throws is told to who asks.
     */
    P part(TablePart<T> rows);

    /**
     * The answer of the whole. Called in the thread that asks, and what it throws passes.
     *
     * @param parts one answer of each part, in the order of their numbers
     */
    R combine(List<P> parts);
}
