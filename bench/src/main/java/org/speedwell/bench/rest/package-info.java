/**
 * A comparison of REST responses from columns with responses that Jackson writes from entities.
 *
 * <ul>
 * <li>One service of Spring Boot serves all contenders. It runs in a separate JVM.
 * <li>All contenders return the same bytes, which {@link RestComparison} checks before it measures.
 * <li>{@link RestContender#nothing} shows the upper limit of the server.
 * </ul>
 *
 * <p>Start at {@link RestComparison#run}, then read {@link RestContender} and {@link RestService}.
 */
@NullMarked
package org.speedwell.bench.rest;

import org.jspecify.annotations.NullMarked;
