package org.speedwell.spring.rest;

import com.speedment.runtime.core.Speedment;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.spring.SpeedwellAutoConfiguration;
import org.speedwell.spring.SpeedwellProperties;
import org.speedwell.spring.query.Limits;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/**
 * The auto-configuration that serves the tables in {@code speedwell.rest.tables}. Without that property it does not
 * apply.
 */
@AutoConfiguration(after = SpeedwellAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({RouterFunction.class, JsonMapper.class})
@ConditionalOnBean(DataStoreComponent.class)
@ConditionalOnProperty("speedwell.rest.tables[0].name")
public final class SpeedwellRestAutoConfiguration {
    @Bean
    Watches speedwellWatches(DataStoreComponent store, SpeedwellProperties properties) {
        return new Watches(store, properties.rest().maxWatchers());
    }

    @Bean
    @ConditionalOnMissingBean(name = "speedwellRoutes")
    RouterFunction<ServerResponse> speedwellRoutes(
            Speedment application,
            DataStoreComponent store,
            StoreConfiguration configuration,
            SpeedwellProperties properties,
            Watches watches) {
        SpeedwellProperties.Rest rest = properties.rest();
        return new TableRouter(
                        store,
                        configuration,
                        ServedTables.of(application, configuration, rest.tables()),
                        new Limits(rest.limit(), rest.maxLimit(), rest.maxConditions()),
                        new AnswerWriter(rest.waitingWorkers(), rest.writeTimeout()),
                        watches,
                        rest.watchHeartbeat())
                .routes(rest.path());
    }
}
