package org.speedwell.accelerator.source;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import me.tongfei.progressbar.InteractiveConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.speedwell.accelerator.model.LoadPhase;

/** A listener that shows one progress bar for each table, one below the other. For one load. */
final class ProgressBars implements LoadProgress {
    private static final int WIDTH = 99;

    /** Initialised early, so that a missing library fails the constructor. */
    private final ProgressBarStyle style = ProgressBarStyle.ASCII;

    private final PrintStream terminal;
    private final Map<TableIdentifier<?>, ProgressBar> bars = new LinkedHashMap<>();

    ProgressBars(PrintStream terminal) {
        this.terminal = terminal;
    }

    @Override
    public void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase) {
        ProgressBar bar = bars.computeIfAbsent(table, first -> bar(first.getTableId(), estimate));
        bar.maxHint(estimate);
        bar.stepTo(rows);
        bar.setExtraMessage(phase.name().toLowerCase(Locale.ROOT));
        if (phase == LoadPhase.DONE) {
            bar.close();
        }
    }

    @Override
    public void ended() {
        bars.values().forEach(ProgressBar::close);
    }

    private ProgressBar bar(String table, long total) {
        return new ProgressBarBuilder()
                .setTaskName(String.format(Locale.ROOT, "%-16s", table))
                .setInitialMax(total)
                .setUnit(" rows", 1)
                .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
                .setStyle(style)
                .setConsumer(new InteractiveConsoleProgressBarConsumer(terminal, WIDTH))
                .build();
    }
}
