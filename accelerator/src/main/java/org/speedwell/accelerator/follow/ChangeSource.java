package org.speedwell.accelerator.follow;

/**
 * The place from which a store reads the changes of its database. The default is the server's binlog. The module {@code
 * accelerator-debezium} provides Debezium's topics in Kafka. Applications do not implement this interface. Immutable.
 *
 * @see FollowConfiguration.Builder#changesFrom
 */
public interface ChangeSource {

    /** Returns a name for messages, such as "the binlog". */
    String description();
}
