/**
 * The web page and what it asks. {@link DemoServer} has the routes; there is a class a panel; {@link Broadcast} tells all
 * open pages what changes.
 */
@NullMarked
package org.speedwell.demo.web;

import org.jspecify.annotations.NullMarked;
