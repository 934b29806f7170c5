/** Streaming jobs on the members of a Hazelcast cluster. */
module org.speedwell.streaming.hazelcast {
    exports org.speedwell.streaming.hazelcast;

    // Hazelcast creates the objects that members send to each other, by reflection.
    opens org.speedwell.streaming.hazelcast;

    requires transitive com.hazelcast.core;
    requires transitive org.speedwell.streaming;

    // Only for compilation. An application that uses the annotations adds the module.
    requires static transitive org.jspecify;
}
