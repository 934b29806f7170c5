/**
 * The REST endpoints of tables in memory. They write JSON directly from columns.
 *
 * <ul>
 * <li>Only the tables and fields that {@code speedwell.rest.tables} names are served.
 * <li>Each answer comes from one version in memory.
 * <li>Slow clients block at most {@code speedwell.rest.waiting-workers} threads of the server, if its requests may be
 * asynchronous.
 * <li>Entity tags depend on the binlog position, so that replicas of a service return equal tags.
 * <li>Clients that watch the same query share one maintained query. Virtual threads send them events.
 * </ul>
 *
 * <p>Start at {@link SpeedwellRestAutoConfiguration}. Then read {@code TableRouter}, which handles requests,
 * {@code AnswerWriter}, and {@code Watches}.
 */
@NullMarked
package org.speedwell.spring.rest;

import org.jspecify.annotations.NullMarked;
