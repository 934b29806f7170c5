/**
 * The model of the demo: the shop's queries, the two applications that answer them, and the measurements.
 *
 * <ul>
 * <li>The same code creates the queries of both applications. Only the bundle of the application decides where a query
 * runs.
 * <li>A comparison checks the complete answers, not the text that the demo prints.
 * <li>The package does not depend on the terminal or the web page.
 * </ul>
 *
 * <p>Start at {@link Shop}, then {@link VideoShop} (the queries), {@link SakilaApplications} and {@link Outcome} (one
 * measured query).
 */
@NullMarked
package org.speedwell.demo.shop;

import org.jspecify.annotations.NullMarked;
