/** The cooperative streaming engine. Packages that the module does not export are internal. */
@SuppressWarnings("module") // the name of a module that may be absent
module org.speedwell.streaming {
    exports org.speedwell.streaming;
    exports org.speedwell.streaming.aggregate;
    exports org.speedwell.streaming.binlog;
    exports org.speedwell.streaming.checkpoint;
    exports org.speedwell.streaming.console;
    exports org.speedwell.streaming.keyed;
    exports org.speedwell.streaming.maintain;
    exports org.speedwell.streaming.micrometer;
    exports org.speedwell.streaming.view;
    exports org.speedwell.streaming.window;

    // streaming.hazelcast runs jobs on a cluster and sends batches over the network; streaming.kafka runs threads
    exports org.speedwell.streaming.engine to
            org.speedwell.streaming.hazelcast,
            org.speedwell.streaming.kafka;

    requires transitive java.sql;
    requires transitive org.speedwell.accelerator;
    requires jdk.httpserver;
    requires jdk.jfr;
    requires org.agrona;

    // needed only to compile: an application that uses them adds them
    requires static transitive org.jspecify;
    requires static micrometer.core;
}
