/**
 * The server of the demo's web page.
 *
 * <ul>
 * <li>{@link DemoServer} defines the routes.
 * <li>Each panel of the page has its own class, such as {@code SnapshotPanel}.
 * <li>{@code Broadcast} sends changes to all open pages.
 * <li>{@code Refusal} is the response to a request that the server rejects, with an HTTP status.
 * </ul>
 *
 * <p>Start at {@link DemoServer}, then read the panels.
 */
@NullMarked
package org.speedwell.demo.web;

import org.jspecify.annotations.NullMarked;
