package org.speedwell.spring.data;

import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.repository.core.RepositoryMethodContext;
import org.springframework.data.repository.core.support.RepositoryMetadataAccess;

/**
 * The implementation of {@link StreamRepository} in repositories of Spring Data, which creates one for each repository.
 * The repository of the called method names the class of the rows. Thread-safe.
 */
final class RepositoryStreams<T> implements StreamRepository<T>, RepositoryMetadataAccess {
    private final ObjectProvider<MemoryStreams> streams;

    /** Creates streams, which need a store as soon as the application uses them. */
    RepositoryStreams(ObjectProvider<MemoryStreams> streams) {
        this.streams = streams;
    }

    @SuppressWarnings("unchecked") // T is the class of the repository's rows
    private StreamRepository<T> streams() {
        Class<T> rows =
                (Class<T>) RepositoryMethodContext.getContext().getMetadata().getDomainType();
        return streams.getIfAvailable(() -> {
                    throw new IllegalStateException("No table is in memory. Set speedwell.tables="
                            + rows.getSimpleName() + " in the properties of the application.");
                })
                .of(rows);
    }

    @Override
    public Stream<T> stream() {
        return streams().stream();
    }

    @Override
    public Explanation explain(Function<? super Stream<T>, ?> pipeline) {
        return streams().explain(pipeline);
    }

    @Override
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query) {
        return streams().maintain(query);
    }
}
