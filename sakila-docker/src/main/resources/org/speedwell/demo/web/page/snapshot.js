// The tables in memory with their rows, bytes, age and replication, and the button that reloads them.
import {post} from './server.js';
import {age, bytes, count, counted, figure, node, time} from './format.js';

const PHASES = {CATCHING_UP: 'catching up', FOLLOWING: 'followed', DISCONNECTED: 'not reached', RELOADING: 'reloading', STOPPED: 'not followed'};
let state = null;
const open = new Set();
const HEADS = ['rows', 'columns', 'indexes', 'a row', 'share of the memory'];
const COLUMN_HEADS = ['distinct', 'columns', 'indexes', '', 'encoding'];

export function start() {
  document.getElementById('reload').addEventListener('click', run);
}

export async function run() {
  const button = document.getElementById('reload');
  if (button.disabled) return;
  button.disabled = true;
  try {
    await post('api/snapshot/reload');
  } catch (error) {
    progress(error.message);
    button.disabled = false;
  }
}

export function tellReload(reload) {
  document.getElementById('reload').disabled = reload.on;
  const bar = document.getElementById('reload-bar');
  bar.hidden = Boolean(reload.failure);
  if (reload.on) {
    bar.value = reload.total ? reload.rows / reload.total : 0;
    progress(`${reload.table}: ${count(reload.rows)} of about ${count(reload.total)} rows`);
  } else if (reload.failure) {
    progress(`The reload failed: ${reload.failure} The previous version stays in use.`);
  } else if (reload.total) {
    bar.value = 1;
    progress(`${counted(reload.rows, 'row')} loaded in ${time(reload.millis * 1e6)}`);
  }
}

function progress(text) {
  document.getElementById('reload-progress').hidden = false;
  document.getElementById('reload-text').textContent = text;
}

export function tell(snapshot) {
  state = snapshot;
  figure(document.getElementById('snap-bytes'), ...bytes(snapshot.bytes).split(' '));
  table();
}

/** Shows the state of replication. The server sends it several times a second, and the tables less often. */
export function tellFollow(follow) {
  const tell = (id, ...content) => figure(document.getElementById(id), ...content);
  const old = follow.ageMillis >= 10_000 ? age(follow.ageMillis / 1000) : time(follow.ageMillis * 1e6);
  tell('snap-version', count(follow.version));
  tell('snap-age', ...old.split(' '));
  tell('snap-rows', count(follow.held), 'rows');
  tell('follow-phase', PHASES[follow.phase] ?? 'not followed');
  const told = value => follow.phase ? count(value) : '–';
  tell('follow-transactions', told(follow.transactions));
  tell('follow-rows', told(follow.rows));
  tell('follow-reloads', told(follow.reloads));
  const stopped = Object.entries(follow.stopped).map(([table, why]) => `${table} is not followed: ${why}`);
  const place = follow.position ? [`Memory contains all transactions before ${follow.position}.`] : [];
  const note = [follow.trouble, ...stopped, ...place].filter(Boolean).join(' ');
  const element = document.getElementById('follow-note');
  if (element.textContent !== note) element.textContent = note;
}

function table() {
  const head = document.querySelector('#snap-tables thead');
  const body = document.querySelector('#snap-tables tbody');
  const most = Math.max(...state.tables.map(each => each.bytes + each.indexBytes));
  head.replaceChildren(row('th', ['table', ...HEADS]));
  const lines = [];
  for (const each of state.tables) {
    const all = each.bytes + each.indexBytes;
    const line = row('td', ['', counted(each.rows, 'row'), bytes(each.bytes), bytes(each.indexBytes),
      each.rows ? `${(all / each.rows).toFixed(1)} B` : '–', '']);
    line.firstChild.append(fold(each.name));
    line.lastChild.append(meter(all / most, all / state.bytes));
    lines.push(line);
    if (open.has(each.name)) lines.push(...each.columns.map(column));
  }
  // keeps the buttons, because one of them may have the focus, and replaces only the figures
  const names = rows => [...rows].map(each => each.firstChild.textContent).join();
  if (names(body.rows) !== names(lines)) body.replaceChildren(...lines);
  else lines.forEach((line, i) => body.rows[i].replaceChildren(body.rows[i].firstChild, ...[...line.children].slice(1)));
}

/** Creates the button that shows or hides the columns of a table. */
function fold(name) {
  const button = node('button', name, 'fold');
  button.type = 'button';
  button.setAttribute('aria-expanded', open.has(name));
  button.addEventListener('click', () => {
    if (!open.delete(name)) open.add(name);
    table();
    [...document.querySelectorAll('#snap-tables .fold')].find(each => each.textContent === name).focus();
  });
  return button;
}

function column(each) {
  const values = [
    each.distinct >= 0 ? counted(each.distinct, 'value') : '',
    each.nulls ? counted(each.nulls, 'null') : ''].filter(Boolean).join(', ');
  const line = row('td', [each.name, values, bytes(each.bytes), each.index === 'none' ? '–' : bytes(each.indexBytes), '', each.encoding]);
  line.className = 'column';
  COLUMN_HEADS.forEach((head, i) => { line.children[i + 1].dataset.label = head; });
  return line;
}

function meter(share, ofAll) {
  const element = node('span', '', 'meter');
  const bar = node('i');
  bar.style.width = `${share * 100}%`;
  element.append(bar);
  const text = node('span', ` ${(ofAll * 100).toFixed(ofAll < .0995 ? 1 : 0)} %`, 'percent');
  const both = node('span');
  both.append(element, text);
  return both;
}

function row(tag, cells) {
  const element = node('tr');
  cells.forEach((text, i) => {
    const cell = node(i ? tag : 'th', text);
    if (!i || tag === 'th') cell.scope = tag === 'th' ? 'col' : 'row';
    else cell.dataset.label = HEADS[i - 1];
    element.append(cell);
  });
  return element;
}
