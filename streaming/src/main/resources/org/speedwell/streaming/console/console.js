"use strict";

const PERIOD = 1000;
const WIDTH = 218, GAP_X = 56, GAP_Y = 18, TALL = 104, SMALL = 40, MARGIN = 16;
const ENDED = ["COMPLETED", "CANCELLED", "FAILED"];
const byId = id => document.getElementById(id);

/** The answer before the present one, for rates. */
let before = null;

function element(tag, text, attributes = {}) {
  const svg = ["svg", "g", "rect", "path", "text", "title"].includes(tag);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== null) made.textContent = text;
  return made;
}

function count(number) {
  for (const [size, unit] of [[1e12, " T"], [1e9, " G"], [1e6, " M"], [1e4, " k"]]) {
    if (number >= size) return (number / (unit === " k" ? 1e3 : size)).toPrecision(3) + unit;
  }
  return Math.round(number).toLocaleString("en");
}

function bytes(number) {
  return number >= 1e4 ? count(number) + "B" : number + " B";
}

function span(millis) {
  const sign = millis < 0 ? "−" : "", at = Math.abs(millis);
  if (at < 1000) return sign + Math.round(at) + " ms";
  if (at < 120e3) return sign + (at / 1e3).toFixed(1) + " s";
  if (at < 7200e3) return sign + Math.round(at / 60e3) + " min";
  if (at < 172800e3) return sign + Math.round(at / 3600e3) + " h";
  return sign + Math.round(at / 86400e3).toLocaleString("en") + " days";
}

function lag(part, now) {
  return part.watermark === null ? "no watermark" : span(now - part.watermark) + " behind";
}

/** Returns what changed per second since the answer before, or since the start. */
function rate(now, then, field, job) {
  const same = then && before.runningNanos < job.runningNanos;
  const nanos = same ? job.runningNanos - before.runningNanos : job.runningNanos;
  return nanos === 0 ? 0 : (now[field] - (same ? then[field] : 0)) / nanos * 1e9;
}

function previous(part) {
  return before ? before.parts.find(each => each.name === part.name) : undefined;
}

function selected() {
  return decodeURIComponent(location.hash.slice(1));
}

async function ask(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body;
}

function drawList(jobs) {
  byId("jobs").replaceChildren(...jobs.map(job => {
    const link = element("a", job.name, { href: "#" + encodeURIComponent(job.name) });
    if (job.name === selected()) link.setAttribute("aria-current", "page");
    link.append(element("small", job.status.toLowerCase() + ", " + count(job.events) + " events"));
    return link;
  }));
  if (jobs.length === 0) byId("jobs").append(element("small", "No job has started yet."));
}

function drawCounts(job) {
  const cells = [
    ["events a second", count(rate(job, before, "events", job))],
    ["events", count(job.events)],
    ["results", count(job.results)],
    ["late", count(job.late)],
    ["skipped", count(job.skipped)],
    ["watermark", lag(job, job.now)],
    ["state", bytes(job.stateBytes)],
    ["running", span(job.runningNanos / 1e6)],
  ];
  if (job.evicted > 0) cells.push(["evicted keys", count(job.evicted)]);
  const points = job.checkpoints;
  if (points.written > 0 || points.failed > 0) {
    cells.push(["checkpoints", count(points.written) + " of " + bytes(points.bytes)]);
    cells.push(["failed checkpoints", count(points.failed)]);
  }
  byId("counts").replaceChildren(...cells.map(([name, value]) => {
    const cell = element("div", null);
    cell.append(element("dt", name), element("dd", value));
    return cell;
  }));
}

/** Places vertices in columns by their distance from the sources. */
function place(parts) {
  const at = new Map(), columns = [];
  for (const part of parts.filter(each => each.number > 0)) {
    const inputs = part.inputs.map(number => at.get(number));
    const column = inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map(each => each.column));
    const middle = inputs.length === 0 ? 0 : inputs.reduce((sum, each) => sum + each.y, 0) / inputs.length;
    const height = part.hosts.length > 0 ? SMALL : TALL;
    const y = Math.max(columns[column] ?? MARGIN, inputs.length === 0 ? MARGIN : middle);
    columns[column] = y + height + GAP_Y;
    at.set(part.number, { part, column, x: MARGIN + column * (WIDTH + GAP_X), y, height });
  }
  return at;
}

function share(part) {
  return part.capacity === 0 ? 0 : part.queued / part.capacity;
}

function busy(part, job) {
  const each = Math.max(1, part.tasklets.length);
  return Math.min(1, Math.max(0, rate(part, previous(part), "busyNanos", job) / 1e9 / each));
}

function gauges(of) {
  return Object.entries(of.gauges).map(([name, value]) => count(value) + " " + name).join(", ");
}

function line(group, x, y, text, kind) {
  group.append(element("text", text, { x, y, class: kind }));
}

function shortened(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function bar(group, box, y, kind, part, label) {
  const x = box.x + 12, width = WIDTH - 118;
  group.append(element("rect", null, { class: "track", x, y, width, height: 6, rx: 3 }));
  group.append(element("rect", null, { class: kind, x, y, width: width * part, height: 6, rx: 3 }));
  line(group, x + width + 8, y + 7, label, "quiet");
}

function drawBox(box, job, totals) {
  const { part, x, y } = box;
  const group = element("g", null);
  const fused = part.hosts.length > 0;
  group.append(element("title", part.name + " (" + part.kind + ")" + (fused ? ", runs in " + part.hosts.join(", ") : "")
    + (gauges(part) ? ": " + gauges(part) : "")));
  group.append(element("rect", null, { class: fused ? "box fused" : "box", x, y, width: WIDTH, height: box.height, rx: 8 }));
  line(group, x + 12, y + 19, shortened(part.number + " " + part.name, 28), "title");
  if (fused) {
    line(group, x + 12, y + 33, "runs in " + part.hosts.join(", "), "quiet");
    return group;
  }
  const many = part.tasklets.length;
  line(group, x + 12, y + 35, shortened(part.kind, 20) + ", " + many + (many === 1 ? " tasklet" : " tasklets"), "quiet");
  const rows = rate(part, previous(part), "received", job);
  line(group, x + 12, y + 53, count(rows) + (totals ? " totals" : "") + "/s, " + lag(part, job.now), "");
  bar(group, box, y + 62, "busy", busy(part, job), Math.round(100 * busy(part, job)) + " % busy");
  if (part.capacity > 0) {
    bar(group, box, y + 77, "queue", share(part), part.queued + " of " + part.capacity + " wait");
  }
  const state = part.stateBytes > 0 ? bytes(part.stateBytes) + " of state" : "";
  const busyTotals = totals ? "totals " + Math.round(100 * busy(totals, job)) + " % busy" : "";
  line(group, x + 12, y + 98, shortened([state, busyTotals, gauges(part)].filter(text => text).join(", "), 34), "quiet");
  return group;
}

function drawEdge(from, to) {
  const x = from.x + WIDTH, y = from.y + from.height / 2, x2 = to.x, y2 = to.y + to.height / 2, bend = (x2 - x) / 2;
  const full = Math.round(100 * share(to.part));
  const path = element("path", null, { class: "edge", d: `M${x},${y} C${x + bend},${y} ${x2 - bend},${y2} ${x2},${y2}` });
  path.style.stroke = `color-mix(in srgb, var(--red) ${full}%, var(--green))`;
  return path;
}

function drawGraph(job) {
  const at = place(job.parts);
  const boxes = [...at.values()];
  const width = Math.max(0, ...boxes.map(box => box.x + WIDTH)) + MARGIN;
  const height = Math.max(0, ...boxes.map(box => box.y + box.height)) + MARGIN;
  const svg = element("svg", null, { width, height, role: "img", "aria-label": "Graph of the job" });
  for (const box of boxes) {
    for (const number of box.part.inputs) svg.append(drawEdge(at.get(number), box));
  }
  for (const box of boxes) {
    svg.append(drawBox(box, job, job.parts.find(each => each.number === 0 && each.name === "totals for " + box.part.name)));
  }
  byId("graph").replaceChildren(svg);
}

function drawTasklets(job) {
  const head = element("tr", null);
  for (const name of ["tasklet", "received", "busy since the start", "waiting", "state", "watermark", "gauges"]) {
    head.append(element("th", name));
  }
  byId("tasklets").replaceChildren(head, ...job.parts.flatMap(part => part.tasklets).map(tasklet => {
    const row = element("tr", null);
    for (const cell of [tasklet.name, count(tasklet.received),
        Math.round(100 * tasklet.busyNanos / Math.max(1, job.runningNanos)) + " %",
        tasklet.capacity === 0 ? "" : tasklet.queued + " of " + tasklet.capacity,
        tasklet.stateBytes === 0 ? "" : bytes(tasklet.stateBytes), lag(tasklet, job.now), gauges(tasklet)]) {
      row.append(element("td", cell));
    }
    return row;
  }));
}

/** Returns a row of a table. Columns of texts are aligned to the left, as their heads are. */
function cells(tag, values, areTexts) {
  const row = element("tr", null);
  row.append(...values.map((value, at) =>
    element(tag, value === null ? "" : String(value), areTexts[at] ? { class: "text" } : {})));
  return row;
}

/** Draws the rows of the views that are open, and a closed line for each other view. */
async function drawViews(job) {
  const views = job.parts.filter(part => part.kind === "View").map(part => part.name);
  const box = byId("views");
  if (box.dataset.of !== JSON.stringify([job.name, views])) {
    box.dataset.of = JSON.stringify([job.name, views]);
    box.replaceChildren(...views.map(name => {
      const details = element("details", null);
      details.append(element("summary", "Rows of " + name), element("table", null), element("small", ""));
      details.addEventListener("toggle", refresh);
      return details;
    }));
  }
  for (const [at, name] of views.entries()) {
    const details = box.children[at];
    if (!details.open) continue;
    const shown = await ask("jobs/" + encodeURIComponent(job.name) + "/views/" + encodeURIComponent(name));
    const areTexts = shown.columns.map((_, at) => shown.rows.some(row => typeof row[at] === "string"));
    details.querySelector("table").replaceChildren(
      cells("th", shown.columns, areTexts), ...shown.rows.map(row => cells("td", row, areTexts)));
    details.querySelector("small").textContent = shown.time === null ? "The view has no rows yet."
      : shown.rows.length + " of " + count(shown.total) + " rows, of " + new Date(shown.time).toLocaleString();
  }
}

async function drawSavepoints(job) {
  const box = byId("savepoints");
  if (!box.open) return;
  const names = await ask(savepoints(job.name));
  box.querySelector("ul").replaceChildren(...names.map(name => {
    const line = element("li", name + " "), button = element("button", "Remove", { type: "button" });
    button.addEventListener("click", () => confirm("Remove savepoint " + name + "?")
      && change(savepoints(job.name, name), "DELETE"));
    line.append(button);
    return line;
  }));
  box.querySelector("form button").disabled = ENDED.includes(job.status);
}

function savepoints(job, name = null) {
  return "jobs/" + encodeURIComponent(job) + "/savepoints" + (name === null ? "" : "/" + encodeURIComponent(name));
}

function drawJob(job) {
  document.querySelector("main").hidden = false;
  byId("name").textContent = job.name;
  byId("status").textContent = job.status.toLowerCase();
  byId("status").className = "status " + job.status;
  byId("failure").hidden = job.failure === null;
  byId("failure").textContent = job.failure;
  for (const button of document.querySelectorAll("#actions button")) {
    const action = button.dataset.action;
    button.disabled = ENDED.includes(job.status) || action === "resume" && job.status !== "PAUSED"
      || action === "pause" && job.status !== "RUNNING" || action === "drain" && job.status === "DRAINING";
  }
  drawCounts(job);
  drawGraph(job);
  byId("warnings").replaceChildren(...job.warnings.map(text => element("li", text)));
  drawTasklets(job);
}

async function refresh() {
  try {
    const jobs = await ask("jobs");
    if (!jobs.some(job => job.name === selected())) {
      before = null;
      if (jobs.length > 0) location.replace("#" + encodeURIComponent(jobs.at(-1).name));
      else document.querySelector("main").hidden = true;
    }
    drawList(jobs);
    if (jobs.length > 0) {
      const job = await ask("jobs/" + encodeURIComponent(selected()));
      if (before && (before.name !== job.name || before.runningNanos > job.runningNanos)) before = null;
      drawJob(job);
      before = job;
      await drawViews(job);
      await drawSavepoints(job);
    }
    byId("notice").textContent = "";
  } catch (problem) {
    byId("notice").textContent = problem instanceof TypeError ? "The engine does not answer." : problem.message;
  }
}

async function change(path, method) {
  try {
    await ask(path, { method, headers: { "X-Speedwell": "control" } });
    refresh();
  } catch (problem) {
    alert(problem.message);
  }
}

byId("actions").addEventListener("click", event => {
  const action = event.target.dataset.action, name = selected();
  if (!action || action === "cancel" && !confirm("Cancel " + name + "? It drops events and open windows.")) return;
  change("jobs/" + encodeURIComponent(name) + "/" + action, "POST");
});
byId("savepoints").addEventListener("toggle", refresh);
byId("savepoints").querySelector("form").addEventListener("submit", event => {
  event.preventDefault();
  change(savepoints(selected(), event.target.elements.name.value), "POST").then(() => event.target.reset());
});
addEventListener("hashchange", refresh);
refresh();
setInterval(refresh, PERIOD);
