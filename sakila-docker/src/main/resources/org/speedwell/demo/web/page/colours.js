// The colours of the style sheet. Charts need them as values, because they cannot read the style sheet.

export function colours() {
  const style = getComputedStyle(document.documentElement);
  const of = name => style.getPropertyValue(`--${name}`).trim();
  return {ink: of('ink'), soft: of('soft'), faint: of('faint'), line: of('line'), sql: of('sql'), memory: of('memory'), good: of('good'), font: of('sans')};
}

/** Returns whether a chart is as narrow as on a phone. */
export const isNarrow = chart => chart.width < 480;

/** Sets the colours of a chart's axes, labels and grid to those of the page. */
export function dress(chart) {
  const {soft, line, font} = colours();
  for (const scale of Object.values(chart.options.scales)) {
    scale.grid = {...scale.grid, color: line};
    scale.border = {display: false};
    scale.ticks = {...scale.ticks, color: soft, font: {family: font, size: 11.5}};
    if (scale.title) scale.title = {...scale.title, color: soft, font: {family: font, size: 12}};
  }
  if (chart.options.plugins.legend) {
    chart.options.plugins.legend.labels = {color: soft, font: {family: font, size: 12.5}, usePointStyle: true, pointStyle: 'line', boxWidth: 26};
  }
}
