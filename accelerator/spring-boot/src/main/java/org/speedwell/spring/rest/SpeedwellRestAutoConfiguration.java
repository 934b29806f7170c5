package org.speedwell.spring.rest;

import org.speedwell.accelerator.DataStore;
import org.speedwell.spring.SpeedwellAutoConfiguration;
import org.speedwell.spring.SpeedwellProperties;
import org.speedwell.spring.SpeedwellTablesAutoConfiguration;
import org.speedwell.spring.query.Limits;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * The auto-configuration that serves the tables in {@code speedwell.rest.tables}. Without that property it does not
 * apply.
 */
@AutoConfiguration(after = {SpeedwellAutoConfiguration.class, SpeedwellTablesAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({RouterFunction.class, JsonMapper.class})
@ConditionalOnBean(DataStore.class)
@ConditionalOnProperty("speedwell.rest.tables[0].name")
@EnableConfigurationProperties(SpeedwellProperties.class) // the application may define its own store
public final class SpeedwellRestAutoConfiguration {
    @Bean
    Watches speedwellWatches(DataStore store, SpeedwellProperties properties) {
        return new Watches(store, properties.rest().maxWatchers());
    }

    @Bean
    @ConditionalOnMissingBean(name = "speedwellRoutes")
    RouterFunction<ServerResponse> speedwellRoutes(DataStore store, SpeedwellProperties properties, Watches watches) {
        SpeedwellProperties.Rest rest = properties.rest();
        return new TableRouter(
                        store,
                        ServedTables.of(store, rest.tables()),
                        new Limits(rest.limit(), rest.maxLimit(), rest.maxConditions()),
                        new AnswerWriter(rest.waitingWorkers(), rest.writeTimeout()),
                        watches,
                        rest.watchHeartbeat())
                .routes(rest.path());
    }
}
