/**
 * Checks the guide and the Javadoc examples against the code.
 * <ul>
 * <li>{@code GuideTest} compiles or runs every code snippet of the guide.
 * <li>{@code JavadocTest} compiles the examples of the Javadoc of public types.
 * <li>{@code MessagesTest} finds the messages of the guide in the sources.
 * <li>{@code BomTest} and {@code SizingTest} compare versions and table sizes.
 * <li>A snippet that no class here can check fails the build.
 * </ul>
 *
 * <p>Start at {@code GuideTest}, then {@code Page} and {@code Snippet}.
 */
@NullMarked
package org.speedwell.docs;

import org.jspecify.annotations.NullMarked;
