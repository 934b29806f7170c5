/** Runs streaming jobs on the members of a Hazelcast cluster. */
module org.speedwell.streaming.hazelcast {
    exports org.speedwell.streaming.hazelcast;

    // what goes from member to member is made by Hazelcast
    opens org.speedwell.streaming.hazelcast;

    requires transitive com.hazelcast.core;
    requires transitive org.speedwell.streaming;

    // only to compile: who uses them brings them
    requires static transitive org.jspecify;
}
