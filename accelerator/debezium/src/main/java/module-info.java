/** Debezium's topics as the source of the changes that a store follows. */
module org.speedwell.accelerator.debezium {
    exports org.speedwell.accelerator.debezium;

    requires transitive org.speedwell.accelerator;
    requires kafka.clients;
    requires tools.jackson.databind;
    requires static transitive org.jspecify;
}
