package org.speedwell.hazelcast;

import java.io.Serializable;
import java.util.List;

/**
 * A question to all parts of a table. Each member answers it for its own part, and the caller combines the answers.
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
 * The cluster sends no code. A question travels as the name of its class and the values that it contains. All members
 * need the class on their class path. The class or record needs a name: lambdas, anonymous classes and local classes do
 * not work. Its values must be serializable, for example numbers, texts, dates and enums. Predicates are not
 * serializable: {@link #part} creates them from the values. The most common questions exist already:
 * {@link CountQuery}, {@link SummaryQuery}, {@link ReduceQuery}, {@link GroupQuery}, {@link CollectQuery} and
 * {@link FirstQuery}. {@link PartitionedStore#maintain} keeps an answer current.
 *
 * @param <T> the entities of the table
 * @param <P> the answer of a part: serializable, or an entity, or records and collections of these
 * @param <R> the answer of all parts together
 */
public interface ClusterQuery<T, P, R> extends Serializable {

    /**
     * Returns the answer of one part. It must not be null. A thread of Hazelcast calls this method on each member. The
     * caller's member interrupts that thread when it no longer waits for the answer. An exception fails the question:
     * the caller receives a {@link ClusterQueryException} that contains its text.
     */
    P part(TablePart<T> rows);

    /**
     * Combines the answers of all parts. The thread that asks calls this method and receives its exceptions.
     *
     * @param parts one answer of each part, in the order of the part numbers
     */
    R combine(List<P> parts);
}
