package org.speedwell.accelerator;

import com.speedment.common.injector.InjectBundle;
import java.util.stream.Stream;
import org.speedwell.accelerator.speedment.ColumnCollations;

/**
 * Lets a Speedment application over SQL compare and sort texts in tables of any character set. Speedment names one collation for
 * all columns, and a server refuses a collation of another character set. With this bundle, each text has a collation of its
 * column's character set. {@code db.mysql.collationName} and {@code db.mysql.binaryCollationName} need not be set. {@link
 * InMemoryBundle} does the same by itself.
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
