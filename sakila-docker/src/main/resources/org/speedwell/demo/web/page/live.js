// Windows over live rentals: revenue per store, the top ten films, rentals per category.
import {post} from './server.js';
import {count, counted, figure, node, rate, time} from './format.js';
import {colours, dress, isNarrow} from './colours.js';

const SECONDS = 60;
const GAP = 3000; // ms without a window after which the line has a gap
const history = [];
let chart = null;
let on = false;
let latest = null;

export function start() {
  document.getElementById('live-form').addEventListener('submit', event => { event.preventDefault(); run(); });
  document.getElementById('rate').addEventListener('change', () => { if (on) begin(); });
}

export const run = () => on ? ask('api/live/stop') : begin();

const begin = () => ask(`api/live/start?rate=${document.getElementById('rate').value}`);

async function ask(path) {
  try {
    await post(path);
  } catch (error) {
    hint(error.message, true);
  }
}

export function tell(state) {
  latest = state;
  const {windows} = state;
  on = windows.rate > 0;
  const button = document.getElementById('live-toggle');
  button.textContent = on ? 'Stop' : 'Start';
  button.classList.toggle('stop', on);
  button.disabled = !state.writable;
  if (!state.writable) {
    hint('The demo did not create this schema and never writes to it. Start the demo without --url to see rentals.');
  } else if (windows.trouble) {
    hint(`Waiting. ${windows.trouble}`, true);
  } else {
    hint(on ? `${counted(windows.rate, 'rental')} a second` : windows.written ? 'Stopped. The windows show the last rentals.' : '');
  }
  const field = document.getElementById('rate');
  if (on && document.activeElement !== field) field.value = windows.rate;
  if (windows.written) {
    figure(document.getElementById('live-written'), count(windows.written), 'rentals');
    figure(document.getElementById('live-events'), rate(state.perSecond), 'events/s');
    const stale = document.getElementById('live-stale');
    if (on && windows.staleMillis >= 0) figure(stale, ...time(windows.staleMillis * 1e6).split(' '));
    else figure(stale, 'stopped');
    figure(document.getElementById('live-read'), ...time(windows.readNanos).split(' '));
  }
  if (on) remember(windows);
  bars(document.getElementById('top-films'), windows.films);
  bars(document.getElementById('categories'), windows.categories.some(each => each.amount) ? windows.categories : []);
  draw();
}

export function shown() { draw(); }

export function recolour() {
  chart?.destroy();
  chart = null;
  draw();
}

function hint(text, bad = false) {
  const element = document.getElementById('live-state');
  element.textContent = text;
  element.classList.toggle('bad', bad);
}

/** Adds a window to the history unless it is there already: after a pause, the server first repeats the last window. */
function remember({end, stores}) {
  if (!end || end <= (history.at(-1)?.end ?? 0)) return;
  history.push({end, stores});
  while (history[0].end < end - SECONDS * 1000) history.shift();
}

function bars(list, items) {
  const most = Math.max(1, ...items.map(item => item.amount));
  const wanted = Math.max(1, items.length);
  while (list.children.length > wanted) list.lastChild.remove();
  while (list.children.length < wanted) {
    const item = node('li');
    item.append(node('i'), node('span'), node('b'));
    list.append(item);
  }
  if (!items.length) {
    list.firstChild.className = 'none';
    list.firstChild.children[0].style.width = 0;
    list.firstChild.children[1].textContent = 'No rentals in the last minute.';
    list.firstChild.children[2].textContent = '';
  }
  items.forEach(({name, amount}, i) => {
    const item = list.children[i];
    item.className = '';
    item.children[0].style.width = `${amount / most * 100}%`;
    item.children[1].textContent = name;
    item.children[2].textContent = count(amount);
    item.title = `${name}: ${count(amount)} rentals in the last minute`;
  });
}

function draw() {
  const canvas = document.getElementById('revenue-chart');
  document.getElementById('revenue-empty').hidden = history.length > 0;
  if (!latest || !history.length || canvas.closest('[hidden]')) return;
  chart ??= make(canvas);
  const {end} = history.at(-1);
  history.at(-1).stores.forEach((store, i) => {
    const set = chart.data.datasets[i];
    if (!set) return;
    set.label = `${store.name}: $${count(Math.round(store.amount / 100))} in 10 s`;
    set.data = history.filter(each => each.stores[i]).flatMap((each, at, all) => {
      const point = {x: (each.end - end) / 1000, y: each.stores[i].amount / 100};
      return at && each.end - all[at - 1].end > GAP ? [{x: point.x, y: NaN}, point] : [point];
    });
  });
  chart.update('none');
}

function make(canvas) {
  const palette = colours();
  const made = new Chart(canvas, {
    type: 'line',
    data: {datasets: [palette.memory, palette.good].map(colour => ({
      label: '', data: [], borderColor: colour, backgroundColor: colour, borderWidth: 2.5, pointRadius: 0, tension: .25,
    }))},
    options: {
      maintainAspectRatio: false,
      animation: false,
      interaction: {mode: 'nearest', axis: 'x', intersect: false},
      scales: {
        x: {type: 'linear', min: -SECONDS, max: 0, ticks: {stepSize: 10, maxRotation: 0, autoSkip: false, callback(value) {
          return isNarrow(this.chart) && value % 20 ? null : value ? `${value} s` : 'now'; // null also hides the grid line
        }}},
        y: {beginAtZero: true, ticks: {maxTicksLimit: 6, callback: value => `$${count(value)}`}},
      },
      plugins: {
        legend: {position: 'top', align: 'end'},
        tooltip: {callbacks: {
          title: items => items.length ? `${Math.round(-items[0].parsed.x)} s ago` : '',
          label: item => ` ${item.dataset.label.split(':')[0]}: $${item.parsed.y.toFixed(2)}`,
        }},
      },
    },
  });
  dress(made);
  return made;
}
