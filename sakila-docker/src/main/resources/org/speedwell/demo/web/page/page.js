// The frame of the page: panels, keys, light and dark themes, and the state of the database.
import {get, listen} from './server.js';
import {age} from './format.js';
import * as queries from './queries.js';
import * as latency from './latency.js';
import * as live from './live.js';
import * as maintained from './maintained.js';
import * as snapshot from './snapshot.js';

const panels = {queries, latency, live, maintained, snapshot};
const names = Object.keys(panels);
const tabs = [...document.querySelectorAll('[role=tab]')];
const banner = document.getElementById('banner');
const pill = document.getElementById('database');
let shown = 'queries';
let database = null;
let reachable = true;

function show(name, focus = false) {
  shown = names.includes(name) ? name : 'queries';
  for (const tab of tabs) {
    const selected = tab.dataset.panel === shown;
    tab.setAttribute('aria-selected', selected);
    tab.tabIndex = selected ? 0 : -1;
    document.getElementById(`panel-${tab.dataset.panel}`).hidden = !selected;
    if (selected && focus) tab.focus();
  }
  history.replaceState(null, '', `#${shown}`);
  panels[shown].shown?.();
}

for (const tab of tabs) {
  tab.addEventListener('click', () => show(tab.dataset.panel));
  tab.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const at = {Home: 0, End: names.length - 1}[event.key] ?? names.indexOf(shown) + (step ?? 0);
    if (step || event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      show(names[(at + names.length) % names.length], true);
    }
  });
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
  if (event.key >= '1' && event.key <= String(names.length)) show(names[event.key - 1], true);
  if (event.key === 'r') panels[shown].run();
});
window.addEventListener('hashchange', () => show(location.hash.slice(1)));

document.getElementById('theme').addEventListener('click', () => {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
});

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('theme', theme); } catch { /* a private window keeps nothing */ }
  recolour();
}

function recolour() {
  latency.recolour();
  live.recolour();
}

function tellDatabase() {
  const gone = database && !database.up;
  pill.dataset.state = !reachable ? 'gone' : gone ? 'gone' : database ? 'up' : 'unknown';
  if (database) {
    pill.lastElementChild.textContent = gone ? 'database gone' : database.name.replace(/ embedded in .*/, ', embedded');
    pill.title = database.name;
  }
  banner.hidden = reachable && !gone;
  if (!reachable) {
    pill.lastElementChild.textContent = 'no connection';
    setBanner('The demo does not answer.', 'The page keeps trying. Until then it shows earlier figures.');
  } else if (gone) {
    setBanner(`The database has been gone for ${age((Date.now() - database.since) / 1000)}.`,
      `${database.trouble} Memory still answers.`);
  }
}

function setBanner(bold, text) {
  banner.replaceChildren(
    Object.assign(document.createElement('b'), {textContent: bold}),
    Object.assign(document.createElement('span'), {textContent: text}));
}

async function start() {
  try {
    const theme = localStorage.getItem('theme');
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* a private window keeps nothing */ }
  const about = await get('api/about');
  for (const panel of Object.values(panels)) panel.start(about);
  show(location.hash.slice(1));
  listen({
    database: state => { database = state; tellDatabase(); },
    latency: latency.tell,
    live: state => { live.tell(state); maintained.tellRentals(state); },
    maintained: maintained.tell,
    snapshot: snapshot.tell,
    follow: snapshot.tellFollow,
    reload: snapshot.tellReload,
  }, there => { reachable = there; tellDatabase(); });
}

start().catch(error => { banner.hidden = false; setBanner('The page could not start.', error.message); });
