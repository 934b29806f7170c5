package org.speedwell.spring;

import javax.sql.DataSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that every store needs: its configuration, its connections, and its load at start. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SpeedwellProperties.class)
class StoreBeans {
    @Bean
    @ConditionalOnMissingBean
    StoreConfiguration speedwellStoreConfiguration(
            SpeedwellProperties properties, ObjectProvider<StoreConfigurationCustomizer> customizers) {
        StoreConfiguration.Builder builder = properties.configuration();
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.build();
    }

    @Bean
    @ConditionalOnMissingBean(DataSourceConnections.class)
    StoreConnections speedwellConnections(
            DataSource dataSource,
            ObjectProvider<JdbcConnectionDetails> details,
            SpeedwellProperties properties,
            StoreConfiguration configuration) {
        return StoreConnections.of(dataSource, details.getIfUnique(), properties.follow(), configuration.connections());
    }

    @Bean
    StoreLoading speedwellLoading(
            DataStore store, SpeedwellProperties properties, ObjectProvider<StoreConnections> made) {
        return new StoreLoading(
                store,
                properties.load(),
                properties.file(),
                properties.fileMode(),
                () -> made.ifAvailable(StoreConnections::renew));
    }
}
