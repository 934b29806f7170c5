package org.speedwell.spring;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.StaleMemoryException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * The auto-configuration that makes the application's own pages answer 503 while no version is in memory, or the
 * version is too old. Without it they would answer 500, as for a defect of the program.
 */
@AutoConfiguration(after = {SpeedwellAutoConfiguration.class, SpeedwellTablesAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(HandlerExceptionResolver.class)
@ConditionalOnBean(DataStore.class)
public final class SpeedwellWebAutoConfiguration {
    /** The seconds until a client may repeat its request. */
    private static final String RETRY_SECONDS = "5";

    /** Returns a resolver that Spring calls after all resolvers of the application. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    @ConditionalOnMissingBean(name = "speedwellUnavailable")
    HandlerExceptionResolver speedwellUnavailable() {
        return (request, response, handler, failure) -> isUnavailable(failure) ? unavailable(response) : null;
    }

    private static boolean isUnavailable(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(
                        cause -> cause instanceof StaleMemoryException || cause instanceof DataStoreNotLoadedException);
    }

    private static @Nullable ModelAndView unavailable(HttpServletResponse response) {
        if (response.isCommitted()) {
            return null;
        }
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        try {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return new ModelAndView();
        } catch (IOException e) {
            return null; // the client has disconnected
        }
    }
}
