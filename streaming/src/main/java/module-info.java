/** The cooperative streaming layer. What is not exported is internal. */
@SuppressWarnings("module") // what another module is called that need not be there
module org.speedwell.streaming {
    exports org.speedwell.streaming;
    exports org.speedwell.streaming.aggregate;
    exports org.speedwell.streaming.binlog;
    exports org.speedwell.streaming.checkpoint;
    exports org.speedwell.streaming.keyed;
    exports org.speedwell.streaming.micrometer;
    exports org.speedwell.streaming.view;
    exports org.speedwell.streaming.window;

    // runs jobs on a cluster, and what goes over the wire there are batches
    exports org.speedwell.streaming.engine to
            org.speedwell.streaming.hazelcast;

    requires transitive java.sql;
    requires transitive org.speedwell.accelerator;
    requires jdk.jfr;
    requires org.agrona;

    // only to compile: who uses them brings them
    requires static transitive org.jspecify;
    requires static micrometer.core;
}
