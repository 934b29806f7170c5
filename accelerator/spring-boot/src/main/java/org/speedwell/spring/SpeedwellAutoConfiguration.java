package org.speedwell.spring;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.application.AbstractApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.JoinComponent;
import javax.sql.DataSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * The auto-configuration of an in-memory Speedment application. It needs the context's {@link DataSource} and a
 * generated application builder. The builder is a bean, or {@code speedwell.application-builder} names its class. The
 * application's managers, its store and its joins become beans.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnSingleCandidate(DataSource.class)
@Conditional(SpeedwellAutoConfiguration.IsThereABuilder.class)
@Import(StoreBeans.class)
public final class SpeedwellAutoConfiguration {

    static final class IsThereABuilder extends AnyNestedCondition {
        IsThereABuilder() {
            super(ConfigurationPhase.REGISTER_BEAN);
        }

        @ConditionalOnBean(AbstractApplicationBuilder.class)
        static final class AsABean {}

        @ConditionalOnProperty("speedwell.application-builder")
        static final class ByName {}
    }

    @Bean
    static ManagerBeans speedwellManagers(Environment environment) {
        return new ManagerBeans(environment);
    }

    @Bean(destroyMethod = "stop")
    @ConditionalOnMissingBean
    Speedment speedwellApplication(
            ObjectProvider<AbstractApplicationBuilder<?, ?>> builders,
            ObjectProvider<DataSourceConnections> given,
            ObjectProvider<StoreConnections> made,
            StoreConfiguration configuration,
            SpeedwellProperties properties) {
        DataSourceConnections connections = StoreConnections.used(given, made);
        AbstractApplicationBuilder<?, ?> builder =
                builders.getIfAvailable(() -> BeanUtils.instantiateClass(ManagerBeans.builder(
                        requireNonNull(properties.applicationBuilder()),
                        Thread.currentThread().getContextClassLoader())));
        builder.withBundle(InMemoryBundle.class);
        builder.withComponent(StoreConfiguration.class, () -> configuration);
        builder.withComponent(DataSourceConnections.class, () -> connections);
        builder.withSkipLogoPrintout();
        builder.withSkipCheckDatabaseConnectivity(); // a load reports more, and a file needs no database
        if (properties.schema() != null) {
            builder.withSchema(properties.schema());
        }
        return builder.build();
    }

    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    DataStoreComponent speedwellStore(Speedment application) {
        return application.getOrThrow(DataStoreComponent.class);
    }

    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    JoinComponent speedwellJoins(Speedment application) {
        return application.getOrThrow(JoinComponent.class);
    }
}
