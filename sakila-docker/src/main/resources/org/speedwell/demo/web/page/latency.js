// Percentile curves of both sides under load. Both axes are logarithmic. The horizontal axis counts the nines of a percentile.
import {post} from './server.js';
import {count, rate, time} from './format.js';
import {colours, dress, isNarrow} from './colours.js';

const SIDES = ['sql', 'memory'];
const LABELS = {sql: 'over SQL', memory: 'from memory'};
const TICKS = new Map([[1, '0 %'], [2, '50 %'], [10, '90 %'], [100, '99 %'], [1e3, '99.9 %'], [1e4, '99.99 %'], [1e5, '99.999 %']]);
const FEW_TICKS = [1, 100, 1e5]; // a phone has no room for more labels
const TIMES = [10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];
const HEADS = [...document.querySelectorAll('#latency-table thead th')].slice(1).map(head => head.textContent);
const COLUMNS = [50, 99, 99.9, 99.99];
let chart = null;
let on = false;
let latest = null;

export function start(about) {
  const select = document.getElementById('load-query');
  about.queries.forEach((query, number) => select.append(new Option(query.question, number)));
  select.value = 1;
  select.addEventListener('change', () => { if (on) begin(); });
  document.getElementById('load-form').addEventListener('submit', event => { event.preventDefault(); run(); });
}

export const run = () => on ? ask('api/latency/stop') : begin();

const begin = () => ask(`api/latency/start?query=${document.getElementById('load-query').value}`);

async function ask(path) {
  try {
    await post(path);
  } catch (error) {
    hint(error.message, true);
  }
}

export function tell(state) {
  latest = state;
  on = state.on;
  const button = document.getElementById('load-toggle');
  button.textContent = on ? 'Stop' : 'Start the load';
  button.classList.toggle('stop', on);
  if (on) document.getElementById('load-query').value = state.query;
  const failure = state.sql.failure && on;
  hint(failure ? `SQL does not answer: ${state.sql.failure}`
    : on ? `${Math.round(state.seconds)} s under load` : state.memory.calls ? 'The load is off. The figures are those of the last load.' : '', failure);
  document.getElementById('clock').textContent =
    `Each call is timed on its own. Every time includes ${time(state.clockNanos)} for reading the clock. Calls a second exclude the pauses of a client. A percentile appears when ten calls were slower. The load stops when no page is open.`;
  document.getElementById('latency-empty').hidden = state.memory.calls > 0;
  table(state);
  draw();
}

export function shown() { draw(); }

export function recolour() {
  chart?.destroy();
  chart = null;
  draw();
}

function hint(text, bad = false) {
  const element = document.getElementById('load-state');
  element.textContent = text;
  element.classList.toggle('bad', Boolean(bad));
}

function table(state) {
  for (const side of SIDES) {
    const {calls, perSecond, curve} = state[side];
    const cells = document.querySelectorAll(`#latency-table .${side} td`);
    cells[0].textContent = calls ? count(calls) : '–';
    cells[1].textContent = perSecond ? `${rate(perSecond)} /s` : '–';
    cells.forEach((cell, i) => { cell.dataset.label = HEADS[i]; });
    COLUMNS.forEach((percentile, i) => {
      const point = curve.find(each => each.percentile === percentile);
      cells[i + 2].textContent = point ? time(point.nanos) : '–';
    });
  }
}

const points = curve => curve.map(({percentile, nanos}) => ({x: 100 / (100 - percentile), y: Math.max(1, nanos)}));

function draw() {
  const canvas = document.getElementById('latency-chart');
  if (!latest || canvas.closest('[hidden]')) return;
  chart ??= make(canvas);
  SIDES.forEach((side, i) => { chart.data.datasets[i].data = points(latest[side].curve); });
  const slowest = Math.max(...chart.data.datasets.flatMap(set => set.data.map(point => point.y)), 0);
  chart.options.scales.y.max = TIMES.find(each => each >= Math.max(slowest, 1e8)) ?? slowest;
  chart.update('none');
}

function make(canvas) {
  const palette = colours();
  const made = new Chart(canvas, {
    type: 'line',
    data: {datasets: SIDES.map(side => ({
      label: LABELS[side], data: [], borderColor: palette[side], backgroundColor: palette[side], borderWidth: 2.5,
      pointRadius: 2.5, pointHoverRadius: 5, cubicInterpolationMode: 'monotone', clip: 5, // does not cut points at the edge
    }))},
    options: {
      maintainAspectRatio: false,
      animation: false,
      interaction: {mode: 'x', intersect: false},
      scales: {
        x: {type: 'logarithmic', min: 1, max: 1e5, title: {display: true, text: 'share of calls that took at most this time'},
          afterBuildTicks: axis => { axis.ticks = (isNarrow(axis.chart) ? FEW_TICKS : [...TICKS.keys()]).map(value => ({value})); },
          ticks: {callback: value => TICKS.get(value), maxRotation: 0, autoSkip: false}},
        y: {type: 'logarithmic', min: 10, max: 1e8, title: {display: true, text: 'time of a call'},
          afterBuildTicks: axis => { axis.ticks = TIMES.filter(value => value <= axis.max).map(value => ({value})); },
          ticks: {callback: value => time(value).replace('.0', '')}},
      },
      plugins: {
        legend: {position: 'top', align: 'end'},
        tooltip: {callbacks: {
          title: items => items.length ? `${+(100 - 100 / items[0].parsed.x).toFixed(3)} % of all calls` : '',
          label: item => ` ${item.dataset.label}: ${time(item.parsed.y)} at most`,
        }},
      },
    },
  });
  dress(made);
  return made;
}
