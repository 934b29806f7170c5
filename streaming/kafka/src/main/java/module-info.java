/** Kafka topics as sources and sinks of streaming jobs. */
@SuppressWarnings("module") // the names of modules that may be absent
module org.speedwell.streaming.kafka {
    exports org.speedwell.streaming.kafka;

    requires transitive kafka.clients;
    requires transitive org.speedwell.streaming;

    // needed only to compile: an application that uses them adds them
    requires static transitive org.jspecify;
    requires static micrometer.core;
    requires static org.apache.avro;
    requires static tools.jackson.databind;
}
