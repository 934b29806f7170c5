package org.speedwell.docs;

import java.util.Map;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A Spring Boot service with Sakila in memory. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class CachedService {
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(CachedService.class)
                .properties(Map.of("spring.datasource.url", "jdbc:mysql://127.0.0.1:1/sakila", "server.port", "0"))
                .run(arguments);
    }

    @Bean
    SakilaApplicationBuilder application() {
        return new SakilaApplicationBuilder();
    }

    @Bean
    InitializingBean report(DataStoreComponent store) {
        return () -> System.out.println("Version " + store.version());
    }
}
