package org.speedwell.accelerator;

import com.speedment.common.injector.InjectBundle;
import java.util.stream.Stream;
import org.speedwell.accelerator.speedment.ColumnCollations;

/**
 * A bundle with which a Speedment application that queries the database can compare and sort texts of any character
 * set. Speedment uses one collation for all columns, and a server refuses a collation of another character set. With
 * this bundle, each text has a collation of its column's character set. The application need not set
 * {@code db.mysql.collationName} and {@code db.mysql.binaryCollationName}. {@link InMemoryBundle} includes this
 * function.
 *
 * {@snippet :
 * Speedment app = new SakilaApplicationBuilder()
 *     .withPassword("sakila-password")
 *     .withBundle(ColumnCollationsBundle.class)
 *     .build();
 * }
 */
public final class ColumnCollationsBundle implements InjectBundle {
    @Override
    public Stream<Class<?>> injectables() {
        return Stream.of(ColumnCollations.class);
    }
}
