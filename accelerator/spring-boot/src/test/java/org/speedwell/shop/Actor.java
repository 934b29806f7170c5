package org.speedwell.shop;

/** A row of the table of actors. */
public record Actor(int actorId, String firstName, String lastName) {}
