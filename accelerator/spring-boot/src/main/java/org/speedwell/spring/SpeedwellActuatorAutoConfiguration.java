package org.speedwell.spring;

import io.micrometer.core.instrument.MeterRegistry;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.micrometer.StoreMeters;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The auto-configuration of health, info and meters of the store. Each part applies if the library that reads it is
 * present.
 */
@AutoConfiguration(after = {SpeedwellAutoConfiguration.class, SpeedwellTablesAutoConfiguration.class})
@ConditionalOnBean(DataStore.class)
@EnableConfigurationProperties(SpeedwellProperties.class) // the application may define its own store
public final class SpeedwellActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static final class HealthConfiguration {
        @Bean
        @ConditionalOnMissingBean(name = "speedwellHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("speedwell")
        HealthIndicator speedwellHealthIndicator(DataStore store, SpeedwellProperties properties) {
            return new StoreHealthIndicator(store, properties.stoppedTables());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
    static final class InfoConfiguration {
        @Bean
        @ConditionalOnMissingBean(name = "speedwellInfoContributor")
        @ConditionalOnEnabledInfoContributor("speedwell")
        InfoContributor speedwellInfoContributor(DataStore store) {
            return new StoreInfoContributor(store);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static final class MeterConfiguration {
        @Bean
        @ConditionalOnMissingBean
        StoreMeters speedwellMeters(DataStore store, SpeedwellProperties properties) {
            StoreMeters meters = StoreMeters.of(store);
            return properties.timeQueries() ? meters.withQueryTimer() : meters;
        }
    }
}
