package org.speedwell.spring.data;

import java.util.Optional;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.spring.BadPropertyException;
import org.speedwell.spring.SpeedwellAutoConfiguration;
import org.speedwell.spring.SpeedwellProperties;
import org.speedwell.spring.SpeedwellTablesAutoConfiguration;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.transaction.ConfigurableTransactionManager;

/** The auto-configuration of {@link StreamRepository} for every table in memory. */
@AutoConfiguration(after = {SpeedwellAutoConfiguration.class, SpeedwellTablesAutoConfiguration.class})
@ConditionalOnBean(DataStore.class)
@EnableConfigurationProperties(SpeedwellProperties.class)
public final class SpeedwellRepositoryAutoConfiguration {
    @Bean
    OwnWrites speedwellOwnWrites(
            DataStore store,
            SpeedwellProperties properties,
            ObjectProvider<StoreConfiguration> configuration,
            ObjectProvider<ConfigurableTransactionManager> managers) {
        if (properties.readYourWrites()
                && configuration.stream().anyMatch(known -> known.follow().isEmpty())) {
            throw new BadPropertyException(
                    "speedwell.follow.enabled",
                    "speedwell.read-your-writes needs speedwell.follow.enabled=true. Without it, memory shows no"
                            + " commit before the next load.");
        }
        return new OwnWrites(store, properties.readYourWrites() ? properties.readYourWritesTimeout() : null, managers);
    }

    @Bean
    MemoryStreams speedwellStreams(DataStore store, SpeedwellProperties properties, OwnWrites ownWrites) {
        InTransaction inTransaction =
                Optional.ofNullable(properties.inTransaction()).orElse(InTransaction.MEMORY);
        return new MemoryStreams(store, inTransaction, ownWrites);
    }

    /**
     * Returns the streams of the table that an injection point names, for beans without Spring Data. A repository of
     * the table comes first, because it states its class of rows.
     */
    @Bean
    @Primary // Spring Data registers its fragment as a bean, too
    @Scope(BeanDefinition.SCOPE_PROTOTYPE)
    <T> StreamRepository<T> speedwellStreamRepository(InjectionPoint point, MemoryStreams streams) {
        return streams.of(rows(point));
    }

    @SuppressWarnings("unchecked") // Spring injects the bean where the type argument is T
    private static <T> Class<T> rows(InjectionPoint point) {
        Class<?> rows = point instanceof DependencyDescriptor descriptor
                ? descriptor.getResolvableType().as(StreamRepository.class).resolveGeneric()
                : null;
        if (rows == null) {
            throw new IllegalStateException(point + " does not name a class of rows. Write StreamRepository<Film>.");
        }
        return (Class<T>) rows;
    }
}
