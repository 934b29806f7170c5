package org.speedwell.streaming.kafka;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** The topics or partitions that a source reads. The source finds new partitions while it runs. Immutable. */
public sealed interface Topics {

    /** Topics by name. The source waits for topics that do not exist yet, up to its time-out for unknown topics. */
    record Named(Set<String> names) implements Topics {
        public Named {
            names = Set.copyOf(names);
            requireSome(names);
        }

        @Override
        public String toString() {
            return "topics " + new TreeSet<>(names);
        }
    }

    /** All topics whose whole name matches a pattern, also those that appear while the source runs. */
    record Matching(Pattern pattern) implements Topics {
        @Override
        public String toString() {
            return "topics that match " + pattern;
        }
    }

    /** Single partitions. */
    record Partitions(Set<TopicPartition> partitions) implements Topics {
        public Partitions {
            partitions = Set.copyOf(partitions);
            requireSome(partitions);
        }

        @Override
        public String toString() {
            return "partitions "
                    + partitions.stream().map(TopicPartition::toString).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Returns the topics with these names. */
    static Topics named(String... names) {
        return new Named(Set.of(names));
    }

    /** Returns all topics whose whole name matches the regular expression. */
    static Topics matching(String pattern) {
        return new Matching(Pattern.compile(pattern));
    }

    private static void requireSome(Set<?> all) {
        if (all.isEmpty()) {
            throw new IllegalArgumentException(
                    "The set of topics or partitions is empty. A source needs at least one.");
        }
    }
}
