package org.speedwell.hazelcast;

import java.io.Serializable;

/**
 * The state of a maintained question on one member.
 *
 * @param member the address of the member
 * @param refusal why the member cannot maintain the question at all. Empty if it can
 * @param staleness why the result of its part may be older than the database. Empty if it follows
 * @param isIncremental true if it updates the result from the changes
 * @param description how it maintains the result. Empty before the first result
 */
record PartState(String member, String refusal, String staleness, boolean isIncremental, String description)
        implements Serializable {}
