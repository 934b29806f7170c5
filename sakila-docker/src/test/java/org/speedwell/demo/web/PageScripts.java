package org.speedwell.demo.web;

/** The JavaScript that {@link BrowserTest} runs in the page. A script that looks for faults returns a list of them. */
final class PageScripts {
    private PageScripts() {}

    /** A script that finds elements beyond the right edge of the screen. */
    static final String BEYOND_THE_EDGE = """
            const width = document.documentElement.clientWidth;
            const beyond = [...document.querySelectorAll('body *')]
                .filter(each => each.getBoundingClientRect().width && each.getBoundingClientRect().right > width + .5);
            return document.documentElement.scrollWidth > width ? [document.body, ...beyond].map(each => each.outerHTML.slice(0, 80))
                : beyond.map(each => each.outerHTML.slice(0, 80));
            """;

    /** A script that finds names in code that break across two lines. */
    static final String BROKEN_NAMES = """
            document.getElementById('tab-queries').click();
            const broken = [];
            for (const code of document.querySelectorAll('.card pre')) {
              const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                for (const name of texts.currentNode.data.matchAll(/\\w+/g)) {
                  const range = document.createRange();
                  range.setStart(texts.currentNode, name.index);
                  range.setEnd(texts.currentNode, name.index + name[0].length);
                  if (new Set([...range.getClientRects()].map(each => each.top)).size > 1) broken.push(name[0]);
                }
              }
            }
            return broken;
            """;

    /** A script that finds cells of tables without a visible column head and without a label. */
    static final String UNNAMED_CELLS = """
            return [...document.querySelectorAll('.figures')].filter(table => !table.tHead.offsetParent
                && getComputedStyle(table.tHead).display === 'none').flatMap(table => [...table.querySelectorAll('td')])
                .filter(cell => cell.textContent && !cell.dataset.label).map(cell => cell.outerHTML);
            """;

    /**
     * A script that finds text wider than its box. The script ignores text that ends in an ellipsis or scrolls on
     * purpose.
     */
    static final String TEXT_BEYOND_ITS_BOX = """
            const beyond = [];
            const texts = document.createTreeWalker(document.querySelector('[role=tabpanel]:not([hidden])'), NodeFilter.SHOW_TEXT);
            while (texts.nextNode()) {
              const text = texts.currentNode;
              if (!text.data.trim() || !text.parentElement.offsetParent) continue;
              const box = text.parentElement.closest('.card > div, .tiles > div, .chart, .bars li, button, td, th, p, h2, h3, label');
              if (!box || getComputedStyle(text.parentElement).textOverflow === 'ellipsis') continue;
              const range = document.createRange();
              range.selectNodeContents(text);
              const edges = box.getBoundingClientRect();
              if ([...range.getClientRects()].some(each => each.right > edges.right + 1 || each.left < edges.left - 1)) {
                beyond.push(text.data.trim().slice(0, 60));
              }
            }
            return beyond;
            """;

    /** A script that finds tabs whose focus frame covers the label. */
    static final String FRAMES_OVER_LABELS = """
            return [...document.querySelectorAll('[role=tab]')].filter(tab => {
              tab.focus({focusVisible: true});
              const style = getComputedStyle(tab);
              const inset = -parseFloat(style.outlineOffset);
              const range = document.createRange();
              range.selectNodeContents(tab);
              const label = range.getBoundingClientRect(), box = tab.getBoundingClientRect();
              return !tab.matches(':focus-visible') || label.left < box.left + inset || label.right > box.right - inset
                || label.top < box.top + inset || label.bottom > box.bottom - inset;
            }).map(tab => tab.textContent);
            """;

    /** A script that finds text colours with too little contrast, and lines with too little or too much contrast. */
    static final String UNREADABLE = """
            const style = getComputedStyle(document.documentElement);
            const light = name => {
              const [red, green, blue] = style.getPropertyValue(`--${name}`).trim().match(/[0-9a-f]{2}/gi)
                .map(each => parseInt(each, 16) / 255).map(each => each <= .03928 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
              return .2126 * red + .7152 * green + .0722 * blue + .05;
            };
            const contrast = (one, other) => Math.max(light(one) / light(other), light(other) / light(one));
            const texts = ['ink', 'soft', 'faint', 'sql', 'memory', 'good', 'bad'].flatMap(each => [[each, 'paper'], [each, 'card']])
              .concat([['ink', 'wash'], ['soft', 'wash'], ['ink', 'memory-wash'], ['good', 'good-wash'], ['warn', 'warn-wash'],
                ['bad', 'bad-wash'], ['on', 'sql'], ['on', 'memory']]);
            const lines = [['line', 'paper'], ['line', 'card'], ['line', 'wash']];
            const told = ([one, other]) => `${one} on ${other}: ${contrast(one, other).toFixed(2)}`;
            return texts.filter(each => contrast(...each) < 4.5).map(told)
              .concat(lines.filter(each => contrast(...each) < 1.1 || contrast(...each) > 2).map(told));
            """;

    /** A script that finds points of a chart's curves outside of its axes. */
    static final String POINTS_OUTSIDE = """
            const {data, scales: {x, y}} = Chart.getChart(arguments[0]);
            return data.datasets.flatMap(each => each.data).filter(each => !Number.isNaN(each.y)
                && (each.x < x.min || each.x > x.max || each.y < y.min || each.y > y.max)).map(each => JSON.stringify(each));
            """;

    /** A script that finds labels on a chart's horizontal axis that touch. */
    static final String OVERLAPPING_LABELS = """
            const chart = Chart.getChart(arguments[0]), axis = chart.scales.x, touching = [];
            chart.ctx.save();
            chart.ctx.font = Chart.helpers.toFont(axis.options.ticks.font).string;
            let end = -Infinity;
            axis.ticks.forEach((tick, i) => {
              if (!tick.label) return;
              const half = chart.ctx.measureText(tick.label).width / 2, at = axis.getPixelForTick(i);
              if (at - half < end + 4) touching.push(tick.label);
              end = at + half;
            });
            chart.ctx.restore();
            if (axis.ticks.filter(tick => tick.label).length < 3) touching.push('too few');
            return touching;
            """;

    /** A script that returns true if a chart has the present colours of the style sheet. */
    static final String PAGES_COLOURS = """
            const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
            const {options: {scales}, data} = Chart.getChart(arguments[0]);
            return Object.values(scales).every(each => each.grid.color === colour('--line') && each.ticks.color === colour('--soft'))
                && data.datasets.some(each => each.borderColor === colour('--memory'));
            """;

    /**
     * A script that passes two windows to the page, repeats the last one, then passes two windows that arrive later.
     */
    static final String RESTART = """
            const done = arguments[0];
            import('/live.js').then(live => {
              const begin = Date.now() + 100000; // after all that there was
              const tell = (end, dollars) => live.tell({writable: true, perSecond: 1, windows: {rate: 1, trouble: null, written: 1,
                events: 1, late: 0, stores: [{name: 'Store 1', amount: dollars * 100}], films: [], categories: [], end,
                staleMillis: 0, readNanos: 1}});
              tell(begin, 90);
              tell(begin + 250, 100);
              tell(begin + 250, 100);
              tell(begin + 250, 100);
              tell(begin + 9750, 10);
              tell(begin + 10250, 20);
              done(Chart.getChart('revenue-chart').data.datasets[0].data
                .flatMap(each => [each.x, Number.isNaN(each.y) ? 'NaN' : each.y]));
            });
            """;
}
