package org.speedwell.bench.kafka;

/** A way to read or to copy all records. */
enum KafkaContender {
    CONSUMER("a bare KafkaConsumer"),
    COUNT("a job that counts the records"),
    WINDOWS("windows of counts by 10,000 keys"),
    PLAIN_COPY("a bare KafkaConsumer and KafkaProducer, at least once"),
    COPY("a job from topic to topic, at least once"),
    PLAIN_TRANSACTIONS("a bare KafkaConsumer and KafkaProducer, a transaction a second"),
    TRANSACTIONS("a job from topic to topic, exactly once, a checkpoint a second");

    private final String title;

    KafkaContender(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Returns whether the contender writes a topic. */
    boolean isWriting() {
        return compareTo(PLAIN_COPY) >= 0;
    }
}
