package org.speedwell.hazelcast;

import java.util.List;
import java.util.stream.Stream;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.LanguageManager;

/** Questions that only the tests of maintained questions ask. */
final class MaintainedQuestions {
    private MaintainedQuestions() {}

    /** The total length of the films of each part. */
    record Lengths() implements ClusterQuery<Film, Long, List<Long>> {
        @Override
        public Long part(TablePart<Film> part) {
            return part.stream().mapToLong(Film.LENGTH.asLong().orElse(0L)).sum();
        }

        @Override
        public List<Long> combine(List<Long> parts) {
            return List.copyOf(parts);
        }
    }

    /** Counts films, and throws an exception if one is very long. */
    record RefusesLong(int longest) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(film -> {
                if (film.getLength().orElse(0) > longest) {
                    throw new IllegalStateException("film " + film.getFilmId() + " is too long");
                }
                return true;
            });
        }
    }

    record StreamsTwice() implements ClusterQuery<Film, Long, Long> {
        @Override
        public Long part(TablePart<Film> part) {
            return part.stream().count() + part.stream().count();
        }

        @Override
        public Long combine(List<Long> parts) {
            return parts.stream().mapToLong(Long::longValue).sum();
        }
    }

    record StreamsOther() implements ClusterQuery<Film, Long, Long> {
        @Override
        public Long part(TablePart<Film> part) {
            return part.stream().count()
                    + part.stream(LanguageManager.IDENTIFIER).count();
        }

        @Override
        public Long combine(List<Long> parts) {
            return parts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
