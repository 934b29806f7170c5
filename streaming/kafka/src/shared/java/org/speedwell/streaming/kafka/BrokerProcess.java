package org.speedwell.streaming.kafka;

import kafka.Kafka;
import kafka.tools.StorageTool;

/** The program of a broker's process. */
final class BrokerProcess {
    private BrokerProcess() {}

    /** Formats the folder of the broker if it is new, and runs the broker. The argument is its properties file. */
    public static void main(String[] args) {
        int status = StorageTool.execute(
                new String[] {"format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", args[0], "--ignore-formatted"},
                System.out);
        if (status != 0) {
            throw new IllegalStateException("The folder could not be formatted: " + status);
        }
        Kafka.main(args);
    }
}
