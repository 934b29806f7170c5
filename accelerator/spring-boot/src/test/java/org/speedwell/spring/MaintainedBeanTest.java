package org.speedwell.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Verifies that a maintained query can be a bean, which closes with its context. */
@Tag("unit")
class MaintainedBeanTest {
    /** A query that counts calls of {@code close}. */
    private static final class CountingQuery implements MaintainedQuery<Long> {
        private int closed;

        @Override
        public Long get() {
            return 42L;
        }

        @Override
        public boolean isIncremental() {
            return true;
        }

        @Override
        public String describe() {
            return "a constant";
        }

        @Override
        public Optional<String> staleness() {
            return Optional.empty();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<Long>> subscriber) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Beans {
        @Bean
        @Lazy
        MaintainedQuery<Long> query() {
            return new CountingQuery();
        }

        @Bean
        User user(@Lazy MaintainedQuery<Long> query) {
            return new User(query);
        }
    }

    private record User(MaintainedQuery<Long> query) {}

    @Test
    void queryClosesWithItsContext() {
        CountingQuery query;
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Beans.class)) {
            assertThat(context.getBeanFactory().containsSingleton("query"))
                    .as("the context creates the query on its first use")
                    .isFalse();
            assertThat(context.getBean(User.class).query().get()).isEqualTo(42);
            query = context.getBean(CountingQuery.class);
            assertThat(query.closed).isZero();
        }
        assertThat(query.closed).isOne();
    }
}
