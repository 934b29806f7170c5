package org.speedwell.accelerator.question;

/** The enum of the questions' rows. */
public enum Shade {
    BLACK,
    GREY,
    WHITE
}
