package org.speedwell.docs;

import com.speedment.runtime.core.Speedment;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.sakila.SakilaApplicationBuilder;

/** A program that builds an application without a database, and ends. */
public final class CachedStart {
    private CachedStart() {}

    public static void main(String[] arguments) {
        Speedment app = new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .build();
        System.out.println("Version " + app.getOrThrow(DataStoreComponent.class).version());
        app.stop();
    }
}
