/**
 * The analysis of user functions: it reads lambdas and method references from class files and turns them into
 * expressions. Internal.
 *
 * <ul>
 * <li>The package knows bytecode and nothing of tables.
 * <li>A function stays opaque if its code is not certain. Then the analysis throws {@code NotAnalyzableException}.
 * <li>The package caches the analyses for each place in the code and each entity class.
 * <li>The analysis never calls the function.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.lambda.Functions}, the entry point. {@code Caller} finds the argument at
 * the call site, and {@code BodyReader} interprets the bytecode of its body. The results are
 * {@link org.speedwell.accelerator.lambda.Code}, the tree of a computation, and
 * {@link org.speedwell.accelerator.lambda.AnalyzedFunction}.
 */
@NullMarked
package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.NullMarked;
