/**
 * The engine that answers the streams of a Speedment application from memory. Packages that it does not export are
 * internal.
 */
@SuppressWarnings("module") // the names of modules that may be absent
module org.speedwell.accelerator {
    exports org.speedwell.accelerator;
    exports org.speedwell.accelerator.follow;
    exports org.speedwell.accelerator.joins;
    exports org.speedwell.accelerator.maintain;
    exports org.speedwell.accelerator.mapping;
    exports org.speedwell.accelerator.micrometer;
    exports org.speedwell.accelerator.model;
    exports org.speedwell.accelerator.monitor;
    exports org.speedwell.accelerator.query;
    exports org.speedwell.accelerator.routing;
    exports org.speedwell.accelerator.source;
    exports org.speedwell.accelerator.table;

    // streaming and the modules for clusters write files and messages with the same header
    exports org.speedwell.accelerator.format to
            org.speedwell.hazelcast,
            org.speedwell.streaming,
            org.speedwell.streaming.hazelcast;

    // the exporter to Arrow reads columns
    exports org.speedwell.accelerator.codec to
            org.speedwell.accelerator.arrow;
    exports org.speedwell.accelerator.column to
            org.speedwell.accelerator.arrow;
    exports org.speedwell.accelerator.live to
            org.speedwell.accelerator.arrow;
    exports org.speedwell.accelerator.memory to
            org.speedwell.accelerator.arrow;
    exports org.speedwell.accelerator.store to
            org.speedwell.accelerator.arrow;

    // another source of changes creates row images, as the binlog has them
    exports org.speedwell.accelerator.binlog to
            org.speedwell.accelerator.debezium;
    exports org.speedwell.accelerator.database to
            org.speedwell.accelerator.debezium;
    exports org.speedwell.accelerator.replication to
            org.speedwell.accelerator.debezium;
    exports org.speedwell.accelerator.types to
            org.speedwell.accelerator.debezium;

    // Speedment's injector creates the components that the bundles name.
    opens org.speedwell.accelerator.speedment to
            com.speedment.common.injector;

    requires transitive com.speedment.runtime.core;
    requires transitive org.speedwell.generator;
    requires transitive com.speedment.runtime.join;
    requires java.management;
    requires java.sql.rowset;
    requires jdk.jfr;
    requires jdk.management;
    requires com.github.luben.zstd_jni;
    requires mysql.binlog.connector.java;

    // These modules are needed to compile. An application that uses one at run time adds it.
    requires static transitive org.jspecify;
    requires static jakarta.persistence;
    requires static micrometer.core;
    requires static me.tongfei.progressbar;
    requires static tools.jackson.databind;
    requires static jdk.incubator.vector;
}
