package org.speedwell.streaming.engine;

/** An event for a side output, on its way from the operation that creates it to the stage that separates outputs. */
public record Tagged(Object output, Object event) {}
