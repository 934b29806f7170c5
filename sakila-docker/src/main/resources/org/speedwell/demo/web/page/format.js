// Formats numbers for people: with a unit, and with no more digits than the measurement supports.

const english = new Intl.NumberFormat('en');

const short = value => value < 9.95 ? value.toFixed(1) : english.format(Math.round(value));

/** Formats a duration in nanoseconds, such as 4.2 ns, 42 µs, 420 ms. */
export function time(nanos) {
  let value = nanos;
  for (const unit of ['ns', 'µs', 'ms']) {
    if (value < 999.5) return `${short(value)} ${unit}`;
    value /= 1000;
  }
  return `${short(value)} s`;
}

/** Formats a ratio with two significant digits. */
export function ratio(value) {
  if (value < 9.95) return `${value.toFixed(1)}×`;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return `${english.format(Math.round(value / unit) * unit)}×`;
}

export const count = value => english.format(value);

/** Formats a count with the singular or plural of a noun. */
export const counted = (value, one, many = `${one}s`) => `${english.format(value)} ${value === 1 ? one : many}`;

/** Formats a rate, such as 8.4, 840, 84,000, 1.2 million. */
export function rate(value) {
  if (value >= 999_500) return `${(value / 1e6).toFixed(1)} million`;
  const unit = value < 100 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 2);
  return value < 10 ? value.toFixed(1) : english.format(Math.round(value / unit) * unit);
}

/** Formats bytes in powers of ten, such as 840 B, 84 kB, 8.4 MB. */
export function bytes(value) {
  if (value < 1000) return `${value} B`;
  for (const [unit, size] of [['kB', 1e3], ['MB', 1e6], ['GB', 1e9]]) {
    if (value < size * 999.5 || unit === 'GB') return `${short(value / size)} ${unit}`;
  }
}

/** Formats an age in seconds, such as 84 s, 42 min, 4 h. */
export function age(seconds) {
  if (seconds < 120) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** Replaces the content of an element by a number and its unit in small type. */
export function figure(element, number, unit = '') {
  element.textContent = number;
  if (unit) {
    const small = document.createElement('small');
    small.textContent = unit;
    element.append(small);
  }
}

/**
 * Splits code into pieces between which a line may end: behind a bracket or a comma, and before the next call. A piece without
 * a space becomes an element that does not break, because a browser would break Tuple2.<Payment, too.
 */
export function breakable(code) {
  return code.split(/(?<=\()(?!\)|\w+\) )|(?<=,)|(?<=[\w)])(?=\.[a-z]\w*\()/)
    .map(part => /\S\s/.test(part) ? document.createTextNode(part) : node('b', part))
    .flatMap((piece, i) => i ? [document.createElement('wbr'), piece] : [piece]);
}

/** Returns an element for each line of a text. If a line is too long, its continuation keeps the indent of the line. */
export function indented(text) {
  return text.split('\n').map(line => {
    const [, indent, rest] = /^( *)(.*)$/.exec(line);
    const element = node('span', rest.replace(/(\d) (?=[nµm]?s\b)/g, '$1\u00a0')); // keeps a figure and its unit together
    element.style.setProperty('--depth', `${indent.length}ch`);
    return element;
  });
}

/** Creates an element with text and classes. */
export function node(tag, text = '', className = '') {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (className) element.className = className;
  return element;
}
