// Results that memory maintains while rentals arrive, and the same results polled over SQL.
import {post} from './server.js';
import {age, breakable, figure, node, rate, time} from './format.js';
import {run as runRentals} from './live.js';

const WATCH = 1000; // ms between two messages that the panel is visible
const VERDICTS = {
  SAME: ['✓ same', 'Both answers belong to the same binlog position, and memory has not changed since.'],
  WAITING: ['waiting', 'The two answers belong to different moments, so the page does not compare them.'],
  DIFFERENT: ['DIFFERENT', 'The answers differed at the same binlog position, twice in succession. This is a bug.'],
};
const cards = [];
let rentals = null;

export function start() {
  document.getElementById('maintained-form').addEventListener('submit', event => { event.preventDefault(); run(); });
  document.getElementById('maintained-poll').addEventListener('change', watch);
  document.addEventListener('visibilitychange', watch);
  setInterval(watch, WATCH);
}

/** Starts or stops the rentals of the panel Live. */
export const run = () => runRentals();

export function shown() { watch(); }

/** Tells the server that this panel is visible. Otherwise the server neither polls nor reports. */
async function watch() {
  if (document.hidden || document.getElementById('panel-maintained').hidden) return;
  try {
    await post(`api/maintained/watch?sql=${document.getElementById('maintained-poll').checked ? 'on' : 'off'}`);
  } catch { /* the banner says that the demo does not answer */ }
}

export function tellRentals({writable, windows}) {
  rentals = windows;
  const on = windows.rate > 0;
  const button = document.getElementById('maintained-toggle');
  button.textContent = on ? 'Stop the rentals' : 'Start rentals';
  button.classList.toggle('stop', on);
  button.disabled = !writable;
}

export function tell(state) {
  const tell = (id, ...content) => figure(document.getElementById(id), ...content);
  const delays = state.results.map(each => each.maintained.delayNanos).filter(nanos => nanos >= 0).sort((a, b) => a - b);
  tell('maintained-changes', rate(state.perSecond), 'a second');
  if (delays.length) tell('maintained-delay', ...time(delays[delays.length >> 1]).split(' '));
  if (state.load) {
    tell('maintained-queries', rate(state.load.queriesPerSecond), 'a second');
    const [number, unit] = time(state.load.sqlMillisPerSecond * 1e6).split(' ');
    tell('maintained-sql', number, `${unit} a second`);
  } else {
    tell('maintained-queries', state.polls ? '–' : 'off');
    tell('maintained-sql', state.polls ? '–' : 'off');
  }
  hint(state.trouble ?? rentals?.trouble ?? '');
  const list = document.getElementById('maintained-list');
  state.results.forEach((result, i) => {
    if (!cards[i]) {
      cards[i] = makeCard(result);
      list.append(cards[i].element);
    }
    cards[i].tell(result);
  });
}

function hint(text) {
  const element = document.getElementById('maintained-state');
  element.textContent = text;
  element.classList.toggle('bad', Boolean(text));
}

function makeCard({name, code, sql}) {
  const verdict = node('span', '', 'verdict');
  const header = node('header');
  header.append(node('h3', name), verdict);
  const how = node('p', '', 'why');
  const text = node('details');
  const [java, statement] = [node('pre'), node('pre', sql)];
  java.append(...breakable(code));
  text.append(node('summary', 'Java and SQL'), java, statement);
  const left = node('div');
  left.append(header, how, text);
  const memory = makeSide('memory', 'maintained');
  const polled = makeSide('sql', 'over SQL');
  const right = node('div', '', 'sides');
  right.append(memory.element, polled.element);
  const element = node('li', '', 'card pair');
  element.append(left, right);
  return {element, tell: result => {
    const {maintained} = result;
    how.textContent = maintained.how;
    memory.tell(maintained.value ?? '–', aboutMaintained(maintained), maintained.trouble);
    polled.tell(result.polled?.value ?? '–', aboutPolled(result), result.polled?.failure);
    const [label, why] = VERDICTS[result.check];
    verdict.hidden = !result.polled;
    verdict.textContent = label;
    verdict.title = why;
    verdict.dataset.verdict = result.check;
  }};
}

function makeSide(side, who) {
  const element = node('div', '', `side ${side}`);
  const [value, about, trouble] = [node('p', '', 'value'), node('p', '', 'about'), node('p', '', 'answer failure')];
  element.append(node('p', who, 'who'), value, about, trouble);
  return {element, tell: (answer, facts, failure) => {
    value.textContent = answer;
    about.replaceChildren(...facts.flatMap((fact, i) => [node('span', i < facts.length - 1 ? `${fact},` : fact), ' ']));
    trouble.textContent = failure ?? '';
    trouble.hidden = !failure;
  }};
}

function aboutMaintained({version, ageMillis, delayNanos, changes}) {
  if (!version) return [];
  return [
    `version ${version.toLocaleString('en')}`,
    changes ? `changed ${since(ageMillis)} ago` : 'no change yet',
    ...delayNanos >= 0 ? [`${time(delayNanos)} after COMMIT`] : []];
}

function aboutPolled({polled, sqlAgeMillis}) {
  if (!polled) return ['not polled'];
  return [
    ...polled.failure ? [] : [`query ${time(polled.nanos)}`],
    `${since(sqlAgeMillis)} ago`,
    ...polled.sameIn ? [`✓ same in version ${polled.sameIn.toLocaleString('en')}`] : []];
}

const since = millis => millis < 10_000 ? `${(millis / 1000).toFixed(1)} s` : age(millis / 1000);
