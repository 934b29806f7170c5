package org.speedwell.prose;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.languagetool.AnalyzedTokenReadings;
import org.languagetool.JLanguageTool;
import org.languagetool.Language;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;
import org.languagetool.rules.patterns.AbstractPatternRule;
import org.languagetool.rules.patterns.PatternRuleLoader;

/** Checks pieces of prose with LanguageTool, the project's rules, and limits of length. For one thread. */
final class Checker {
    /** The most words of a sentence. Twenty-five are the rule; names of code and figures may add a few. */
    static final int LONGEST_SENTENCE = 30;

    /** The most characters of a message: three lines. */
    static final int LONGEST_MESSAGE = 360;

    /** The rule whose matches are counted and limited by file instead of rejected. */
    static final String PASSIVE = "PASSIVE";

    /** Openings that make a reader wait for the subject. Questions may use them. */
    private static final Pattern OPENING =
            Pattern.compile("(What|Whether|Of|How|Who|Whose|None|Those|That|Not|Where|As whom|To be) .*[^?]");

    /** Rules of LanguageTool that have no false alarms here. */
    private static final List<String> GRAMMAR = List.of("ENGLISH_WORD_REPEAT_RULE", "EN_A_VS_AN");

    private final JLanguageTool tool;

    Checker() {
        Language english = Languages.getLanguageForShortCode("en-GB");
        tool = new JLanguageTool(english);
        for (Rule rule : tool.getAllRules()) {
            if (!GRAMMAR.contains(rule.getId())) {
                tool.disableRule(rule.getId());
            }
        }
        String rules = "rules.xml";
        try (InputStream in = Objects.requireNonNull(Checker.class.getResourceAsStream(rules), rules)) {
            for (AbstractPatternRule rule : new PatternRuleLoader().getRules(in, rules, english)) {
                tool.addRule(rule);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the sentences of a text. */
    List<String> sentences(String text) {
        return tool.sentenceTokenize(text);
    }

    /** Returns every rule that a piece breaks, passive sentences included. */
    List<Offence> check(Prose prose) {
        List<Offence> offences = new ArrayList<>();
        try {
            for (RuleMatch match : tool.check(prose.text())) {
                int from = Math.max(0, match.getFromPos() - 60);
                int to = Math.min(prose.text().length(), match.getToPos() + 60);
                offences.add(new Offence(
                        prose,
                        match.getRule().getId(),
                        "… " + prose.text().substring(from, to) + " …",
                        match.getMessage()));
            }
            if (prose.kind() == Prose.Kind.METHOD && !startsWithVerb(prose.text())) {
                offences.add(new Offence(
                        prose,
                        "FIRST_WORD",
                        prose.text(),
                        "Start the Javadoc of a method with a verb: Returns, Counts."));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (prose.kind() == Prose.Kind.MESSAGE && prose.text().length() > LONGEST_MESSAGE) {
            offences.add(new Offence(
                    prose,
                    "MESSAGE_LENGTH",
                    prose.text(),
                    prose.text().length()
                            + " characters: say what happened, where, why and what to do in three lines."));
        }
        for (String sentence : sentences(prose.text())) {
            String stripped = sentence.strip();
            if (prose.kind() != Prose.Kind.MESSAGE && OPENING.matcher(stripped).matches()) {
                offences.add(new Offence(prose, "OPENING", stripped, "Start with the subject."));
            }
            long words = Pattern.compile("[\\p{L}\\p{N}]+([’'._/-][\\p{L}\\p{N}]+)*")
                    .matcher(stripped)
                    .results()
                    .count();
            if (words > LONGEST_SENTENCE) {
                offences.add(new Offence(prose, "LENGTH", stripped, words + " words: split the sentence."));
            }
        }
        return offences;
    }

    /** Returns whether the first word can be a verb in the third person. */
    private boolean startsWithVerb(String text) throws IOException {
        AnalyzedTokenReadings[] tokens = tool.getAnalyzedSentence(text).getTokensWithoutWhitespace();
        return tokens.length < 2
                || text.startsWith("Code")
                || tool.getLanguage()
                        .getTagger()
                        .tag(List.of(tokens[1].getToken().toLowerCase(java.util.Locale.ROOT)))
                        .getFirst()
                        .hasPosTag("VBZ")
                || tokens[1].getToken().matches("(Re|De|Un|Pre)[a-z]+s");
    }
}
