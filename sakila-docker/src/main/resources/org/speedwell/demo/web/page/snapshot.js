// The tables in memory: how many rows, how many bytes, how old; and the button that loads them anew.
import {post} from './server.js';
import {age, bytes, count, counted, figure, node, time} from './format.js';

let state = null;
const open = new Set();
const HEADS = ['rows', 'columns', 'indexes', 'a row', 'share of the memory'];
const COLUMN_HEADS = ['distinct', 'columns', 'indexes', '', 'encoding'];

export function start() {
  document.getElementById('reload').addEventListener('click', run);
  setInterval(tellAge, 1000);
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
    progress(`The reload was given up: ${reload.failure} The version before it goes on serving.`);
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
  figure(document.getElementById('snap-version'), count(snapshot.version));
  const [rows, size] = [count(snapshot.rows), bytes(snapshot.bytes).split(' ')];
  figure(document.getElementById('snap-rows'), rows, 'rows');
  figure(document.getElementById('snap-bytes'), ...size);
  tellAge();
  table();
}

function tellAge() {
  if (state) figure(document.getElementById('snap-age'), ...age((Date.now() - state.loadedAt) / 1000).split(' '));
}

function table() {
  const head = document.querySelector('#snap-tables thead');
  const body = document.querySelector('#snap-tables tbody');
  const most = Math.max(...state.tables.map(each => each.bytes + each.indexBytes));
  head.replaceChildren(row('th', ['table', ...HEADS]));
  body.replaceChildren();
  for (const each of state.tables) {
    const all = each.bytes + each.indexBytes;
    const line = row('td', ['', counted(each.rows, 'row'), bytes(each.bytes), bytes(each.indexBytes),
      each.rows ? `${(all / each.rows).toFixed(1)} B` : '–', '']);
    line.firstChild.append(fold(each.name));
    line.lastChild.append(meter(all / most, all / state.bytes));
    body.append(line);
    if (open.has(each.name)) body.append(...each.columns.map(column));
  }
}

/** The button that opens a table's columns. */
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
