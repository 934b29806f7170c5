package org.speedwell.spring;

import org.speedwell.accelerator.StoreConfiguration;

/**
 * A bean that sets options of the store that {@code speedwell.*} cannot, such as the columns that stay in the database:
 *
 * {@snippet :
 * @Bean
 * StoreConfigurationCustomizer withoutPictures() {
 *     return store -> store.withoutColumn(Staff.PICTURE);
 * }
 * }
 *
 * Spring calls each customizer once, at start, in the order of the beans.
 */
@FunctionalInterface
public interface StoreConfigurationCustomizer {
    /**
     * Changes the configuration of the store.
     *
     * @param store the builder, which already contains the values of the properties
     */
    void customize(StoreConfiguration.Builder store);
}
