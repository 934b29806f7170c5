package org.speedwell.accelerator.debezium;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.replication.BinlogCheck;
import org.speedwell.accelerator.replication.ChangeFeed;
import org.speedwell.accelerator.replication.ChangeFeeds;
import org.speedwell.accelerator.replication.ReplicationSettings;
import org.speedwell.accelerator.replication.ReplicationSource;

/**
 * Debezium's topics in Kafka, from which a store reads the changes of its tables. The store needs no privilege to read
 * the binlog. Its rows and versions are those of a store that reads the binlog: whole transactions, in commit order.
 *
 * {@snippet :
 * FollowConfiguration topics = FollowConfiguration.builder()
 *     .changesFrom(DebeziumTopics.of(Map.of("bootstrap.servers", "localhost:9092"), "shop"))
 *     .build();
 * }
 *
 * <p>The connector must have {@code provide.transaction.metadata=true} and write JSON with schemas, the default of
 * Kafka Connect's converter. {@code skipped.operations=none} lets it report TRUNCATE. The server needs GTIDs. The
 * connector must read a server that commits in the order of its GTIDs, as a primary does. Immutable.
 */
@SuppressWarnings("exports") // only the store calls the methods of ChangeFeeds
public final class DebeziumTopics implements ChangeFeeds {
    private final TopicSettings settings;

    private DebeziumTopics(TopicSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the topics of a connector, with default settings.
     *
     * @param client the settings of Kafka's consumer, such as {@code bootstrap.servers}
     * @param prefix the connector's {@code topic.prefix}
     */
    public static DebeziumTopics of(Map<String, ?> client, String prefix) {
        return builder(client, prefix).build();
    }

    /**
     * Returns a builder of the topics of a connector.
     *
     * @param client the settings of Kafka's consumer, such as {@code bootstrap.servers}
     * @param prefix the connector's {@code topic.prefix}
     */
    public static Builder builder(Map<String, ?> client, String prefix) {
        return new Builder(client, prefix);
    }

    @Override
    public String description() {
        return "Debezium's topics " + settings.prefix() + ".*";
    }

    @Override
    public void require(List<? extends TableModel<?>> tables, Connection connection)
            throws LoadException, SQLException {
        BinlogCheck.requireForOthers(connection);
        if (BinlogStatus.end(connection).gtids().isEmpty()) {
            throw new LoadException("The server has no GTIDs, which identify Debezium's transactions. Start it with"
                    + " gtid_mode=ON, enforce_gtid_consistency=ON and binlog_order_commits=ON.");
        }
        Topics.require(settings, tables);
    }

    @Override
    public ChangeFeed open(
            ReplicationSource source,
            ReplicationSettings replication,
            Position from,
            BiPredicate<String, String> follows,
            Consumer<@Nullable String> onConnection) {
        return new DebeziumFeed(settings, source, replication, from, follows, onConnection);
    }

    /** A builder of the topics. For one thread. */
    public static final class Builder {
        private final Map<String, Object> client;
        private final String prefix;
        private String transactions;
        private String statements;
        private BiFunction<String, String, String> names;
        private Duration statementWait = Duration.ofSeconds(2);
        private boolean hasHarmlessGaps;
        private boolean hasMissingTopics;
        private long maxBytes = 256L << 20;

        private Builder(Map<String, ?> client, String prefix) {
            this.client = Map.copyOf(client);
            this.prefix = prefix;
            this.transactions = prefix + ".transaction";
            this.statements = prefix;
            this.names = (schema, table) -> legal(prefix + "." + schema + "." + table);
        }

        /** Returns a topic's name with the replacements that Debezium makes. */
        private static String legal(String name) {
            return name.replaceAll("[^a-zA-Z0-9._-]", "_");
        }

        /** Sets the topic of transactions. The default is <i>prefix</i>{@code .transaction}. */
        public Builder transactionTopic(String topic) {
            this.transactions = topic;
            return this;
        }

        /** Sets the topic of schema changes. The default is the prefix. */
        public Builder statementTopic(String topic) {
            this.statements = topic;
            return this;
        }

        /**
         * Sets the topics of tables. The default is <i>prefix.schema.table</i>, where characters that Kafka forbids are
         * underscores. Tables may share a topic, also with transactions and statements.
         *
         * @param name returns the topic of a table from its schema and its name; must not throw
         */
        public Builder tableTopics(BiFunction<String, String, String> name) {
            this.names = name;
            return this;
        }

        /**
         * Sets the longest wait for a statement such as ALTER TABLE, which comes in a topic of its own. A missing
         * number among the transactions shows that there was one. If it does not come in time, the store loads its
         * tables again. The default is 2 s.
         *
         * @throws IllegalArgumentException if the time is less than a millisecond
         */
        public Builder statementWait(Duration longest) {
            if (longest.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "The wait for statements must be at least 1 ms, but is " + longest + ".");
            }
            this.statementWait = longest;
            return this;
        }

        /**
         * Declares that statements which the connector leaves out change no table. Choose this if the connector has
         * {@code skipped.operations=none} and {@code include.schema.changes=true}, and if no application uses XA
         * transactions. It then leaves out only statements such as CREATE USER and ANALYZE TABLE. By default the store
         * loads its tables again after such a statement.
         */
        public Builder harmlessGaps() {
            this.hasHarmlessGaps = true;
            return this;
        }

        /**
         * Accepts tables without a topic. By default each followed table must have one, because otherwise the connector
         * may not read the table.
         */
        public Builder missingTopics() {
            this.hasMissingTopics = true;
            return this;
        }

        /**
         * Sets the most bytes of a transaction's rows in memory. The store loads its tables again instead of applying a
         * larger transaction. The default is 256 MB.
         *
         * @throws IllegalArgumentException if the limit is not positive
         */
        public Builder maxTransaction(long bytes) {
            if (bytes <= 0) {
                throw new IllegalArgumentException(
                        "The limit of a transaction must be positive, but is " + bytes + ".");
            }
            this.maxBytes = bytes;
            return this;
        }

        /** Builds the topics. Reads nothing. */
        public DebeziumTopics build() {
            return new DebeziumTopics(new TopicSettings(
                    client,
                    prefix,
                    transactions,
                    statements,
                    names,
                    statementWait,
                    hasHarmlessGaps,
                    hasMissingTopics,
                    maxBytes));
        }
    }
}
