package org.speedwell.demo.web;

/** What {@link BrowserTest} asks the page by JavaScript. Those that look for faults return a list of them. */
final class PageScripts {
    private PageScripts() {}

    /** What is seen, or would be, right of the screen. */
    static final String BEYOND_THE_EDGE = """
            const width = document.documentElement.clientWidth;
            const beyond = [...document.querySelectorAll('body *')]
                .filter(each => each.getBoundingClientRect().width && each.getBoundingClientRect().right > width + .5);
            return document.documentElement.scrollWidth > width ? [document.body, ...beyond].map(each => each.outerHTML.slice(0, 80))
                : beyond.map(each => each.outerHTML.slice(0, 80));
            """;

    /** Names in code that are on two lines. */
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

    /** Cells of tables that stand alone, without a head above them or a name beside them. */
    static final String UNNAMED_CELLS = """
            return [...document.querySelectorAll('.figures')].filter(table => !table.tHead.offsetParent
                && getComputedStyle(table.tHead).display === 'none').flatMap(table => [...table.querySelectorAll('td')])
                .filter(cell => cell.textContent && !cell.dataset.label).map(cell => cell.outerHTML);
            """;

    /** Text that is wider than the box it is in, but for what ends in dots, or scrolls on purpose. */
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

    /** Tabs of which the frame of the focus lies over the label. */
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

    /** Colours of the style sheet that are too near to one another to be read, and lines that are not seen, or are too loud. */
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

    /** Points of a chart's curves that are outside of its axes. */
    static final String POINTS_OUTSIDE = """
            const {data, scales: {x, y}} = Chart.getChart(arguments[0]);
            return data.datasets.flatMap(each => each.data).filter(each => !Number.isNaN(each.y)
                && (each.x < x.min || each.x > x.max || each.y < y.min || each.y > y.max)).map(each => JSON.stringify(each));
            """;

    /** Labels of a chart's horizontal axis that touch. */
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

    /** Whether a chart has the colours that the style sheet has now. */
    static final String PAGES_COLOURS = """
            const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
            const {options: {scales}, data} = Chart.getChart(arguments[0]);
            return Object.values(scales).every(each => each.grid.color === colour('--line') && each.ticks.color === colour('--soft'))
                && data.datasets.some(each => each.borderColor === colour('--memory'));
            """;

    /** Tells the page of two windows, of the last one again, and of two that came a while later. */
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
