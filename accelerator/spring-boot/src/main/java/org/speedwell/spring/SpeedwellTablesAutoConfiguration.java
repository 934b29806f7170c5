package org.speedwell.spring;

import com.speedment.runtime.application.AbstractApplicationBuilder;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.OnPropertyListCondition;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The auto-configuration of an application without Speedment. It keeps the tables of entities and records in memory
 * that {@code speedwell.tables} names. It finds the entities in the metamodel of Jakarta Persistence, or else in the
 * packages of the application.
 */
@AutoConfiguration(
        after = {DataSourceAutoConfiguration.class, SpeedwellAutoConfiguration.class},
        afterName = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration")
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnMissingBean({DataStore.class, AbstractApplicationBuilder.class})
@Conditional(SpeedwellTablesAutoConfiguration.AreThereTables.class)
@Import(StoreBeans.class)
public final class SpeedwellTablesAutoConfiguration {

    static final class AreThereTables extends OnPropertyListCondition {
        AreThereTables() {
            super(NamedTables.PROPERTY, () -> ConditionMessage.forCondition("Speedwell tables"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(EntityManagerFactory.class)
    @ConditionalOnBean(EntityManagerFactory.class)
    static final class PersistenceConfiguration {
        @Bean
        EntityClasses speedwellEntities(ObjectProvider<EntityManagerFactory> factories) {
            return EntityClasses.of(factories.stream());
        }
    }

    @Bean
    @DependsOnDatabaseInitialization // the store compares the classes with the tables
    MemoryStore speedwellStore(
            ApplicationContext context,
            ObjectProvider<EntityClasses> persistent,
            ObjectProvider<DataSourceConnections> given,
            ObjectProvider<StoreConnections> made,
            StoreConfiguration configuration,
            SpeedwellProperties properties) {
        requireMemoryOnly(configuration);
        List<String> names = properties.tables();
        ScannedClasses scanned = ScannedClasses.of(context, names);
        EntityClasses entities = persistent.getIfAvailable();
        Collection<Class<?>> known = entities == null ? scanned.entities() : entities.all();
        MemoryStore.Builder builder = MemoryStore.builder(StoreConnections.used(given, made));
        NamedTables.of(names, known, scanned, context.getClassLoader()).forEach(builder::table);
        if (properties.schema() != null) {
            builder.schema(properties.schema());
        }
        Path file = properties.file();
        return file == null ? builder.create(configuration) : builder.create(configuration, file);
    }

    private static void requireMemoryOnly(StoreConfiguration configuration) {
        requireMemory(configuration.tooOld() != NotLoaded.SQL, "speedwell.too-old");
        requireMemory(configuration.inTransaction() != InTransaction.SQL, "speedwell.in-transaction");
    }

    private static void requireMemory(boolean isMemory, String property) {
        if (!isMemory) {
            throw new BadPropertyException(
                    property,
                    property + "=sql sends streams to the database, which only an application of Speedment can do."
                            + " Set it to fail.");
        }
    }
}
