package org.speedwell.spring;

import org.speedwell.accelerator.StoreConfiguration;

/**
 * A bean that says of the store what {@code speedwell.*} cannot, such as which columns stay in the database:
 *
 * {@snippet :
 * @Bean
 * StoreConfigurationCustomizer withoutPictures() {
 *     return store -> store.withoutColumn(Staff.PICTURE);
 * }
 * }
 *
 * Called once, at start, in the order of the beans.
 */
@FunctionalInterface
public interface StoreConfigurationCustomizer {
    /** @param store has what the properties say already */
    void customize(StoreConfiguration.Builder store);
}
