// The queries: their code, both answers, both times on one logarithmic scale, and the plan in memory.
import {post} from './server.js';
import {breakable, indented, node, ratio, time} from './format.js';

const LEAST = 10;       // ns, the left end of the scale
const DECADES = 7;      // up to 100 ms
const TICKS = new Map([[0, '10 ns'], [2, '1 µs'], [4, '100 µs'], [6, '10 ms']]);
const VERDICTS = {
  ties: 'Several films have the same length. SQL may return any of them, and returned others.',
  behind: 'The database has changed since the load, and memory does not follow it. Reload, or stop the live rentals, and the answers agree again.',
  moving: 'The generator is writing rentals, so the two answers show different moments. Stop the rentals, and the answers agree again.',
  DIFFERENT: 'Answers may differ if another program writes to the database, or if memory does not follow it. Otherwise this is a bug.',
};
const cards = [];
let running = false;

export function start(about) {
  const list = document.getElementById('query-list');
  about.queries.forEach((query, number) => {
    const card = makeCard(query, number);
    cards.push(card);
    list.append(card.element);
  });
  document.getElementById('method').textContent =
    `${about.method[0]} The bars have a logarithmic scale: one step is a factor of ten. The page shortens answers, but the demo compares them in full.`;
  document.getElementById('run-all').addEventListener('click', runAll);
}

/** Runs all queries, one after the other. */
export const run = runAll;

async function runAll() {
  if (running) return;
  running = true;
  const button = document.getElementById('run-all');
  button.disabled = true;
  for (const [i, card] of cards.entries()) {
    button.textContent = `Running ${i + 1} of ${cards.length}`;
    await card.run();
  }
  button.disabled = false;
  button.textContent = 'Run all';
  running = false;
}

function makeCard(query, number) {
  const element = node('li', '', 'card');
  const title = node('h3', query.question);
  const figure = node('span', '', 'ratio');
  const verdict = node('span', '', 'verdict');
  verdict.hidden = true;
  const button = node('button', 'Run');
  button.type = 'button';
  button.setAttribute('aria-label', `Run: ${query.question}`);
  const code = node('pre');
  code.append(...coloured(query.code));
  const question = node('div');
  question.append(title, code);
  const header = node('header');
  header.append(figure, verdict, button);
  const result = node('div');
  result.setAttribute('aria-live', 'polite');
  result.append(scale(emptyLane(), emptyLane()));
  const right = node('div');
  right.append(header, result);
  element.append(question, right);

  const run = async () => {
    button.disabled = true;
    button.textContent = 'Running';
    try {
      const outcome = await post(`api/queries/${number}/run`);
      showResult(outcome, {figure, verdict, result});
    } catch (error) {
      verdict.hidden = true;
      figure.textContent = '';
      result.replaceChildren(node('p', error.message, 'answer failure'));
    }
    button.disabled = false;
    button.textContent = 'Run again';
  };
  button.addEventListener('click', run);
  return {element, run};
}

function showResult(outcome, {figure, verdict, result}) {
  figure.textContent = outcome.ratio ? ratio(outcome.ratio) : '';
  if (outcome.ratio) figure.append(node('small', outcome.ratio >= 1 ? 'faster' : 'of the speed'));
  const word = outcome.verdict ?? 'failed';
  verdict.hidden = false;
  verdict.dataset.verdict = word;
  verdict.textContent = outcome.verdict ?? (outcome.memory.failure ? 'no answer' : 'only memory answers');

  const same = outcome.verdict === 'same';
  result.replaceChildren(scale(
    [lane('sql', outcome.sql), ...same ? [] : [answer(outcome.sql)]],
    [lane('memory', outcome.memory), answer(outcome.memory, same ? 'both: ' : '')]));
  if (VERDICTS[word]) result.append(node('p', VERDICTS[word], 'why'));
  if (outcome.plan) {
    const details = node('details');
    const plan = node('pre');
    plan.append(...indented(outcome.plan));
    details.append(node('summary', 'How it ran in memory'), plan);
    result.append(details);
  }
}

const emptyLane = () => [node('div', '', 'lane')];

/** Creates the lanes of both sides above their axis. */
function scale(sql, memory) {
  const grid = node('div', '', 'result');
  grid.append(node('span', 'over SQL', 'who'), ...sql, node('span', 'from memory', 'who'), ...memory, axis());
  return grid;
}

function lane(side, {nanos, failure}) {
  const element = node('div', '', `lane ${side}`);
  const bar = node('i');
  const label = node('b', failure ? 'no answer' : time(nanos));
  element.append(bar, label);
  const share = failure ? 0 : Math.min(1, Math.max(0.01, Math.log10(nanos / LEAST) / DECADES));
  // in the next frame, so that the browser animates the bar
  requestAnimationFrame(() => { bar.style.width = `${share * 100}%`; });
  if (share > 0.3) {
    label.className = 'in';
    label.style.right = `calc(${(1 - share) * 100}% + .6rem)`;
  } else {
    label.style.left = `calc(${share * 100}% + .6rem)`;
  }
  return element;
}

const answer = (side, before = '') => side.failure
  ? node('p', side.failure, 'answer failure')
  : node('p', before + shorten(side.answer), 'answer');

const shorten = text => text.length > 260 ? `${text.slice(0, 259)}…` : text;

function axis() {
  const element = node('div', '', 'axis');
  element.setAttribute('aria-hidden', 'true');
  TICKS.forEach((tick, decade) => {
    const label = node('span', tick);
    label.style.left = `${decade / DECADES * 100}%`;
    element.append(label);
  });
  return element;
}

/** Formats Java code with one operation per line, and highlights the names of the operations. */
function coloured(code) {
  const lines = [''];
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    if (code[i] === '.' && depth === 0 && !code.startsWith('.stream()', i)) lines.push('');
    if (code[i] === '(') depth++;
    if (code[i] === ')') depth--;
    lines[lines.length - 1] += code[i];
  }
  return lines.map(text => {
    const [, before, name, after] = /^(\w*\.)(\w+)(.*)$/.exec(text);
    const line = node('span', '', before === '.' ? 'call' : '');
    line.append(before, node('em', name), ...breakable(after));
    return line;
  });
}
