package org.speedwell.prose;

/**
 * A broken rule.
 *
 * @param rule the name of the rule
 * @param sentence the sentence that breaks it
 * @param remedy what to write instead
 */
record Offence(Prose prose, String rule, String sentence, String remedy) {
    @Override
    public String toString() {
        return "%s:%d %s: %s%n    %s".formatted(prose.file(), prose.line(), rule, remedy, sentence);
    }
}
