// What the page asks the demo's server, and what that tells.

/** Asks for something to be done; throws an Error with the server's words if it is not. */
export async function post(path) {
  let reply;
  try {
    reply = await fetch(path, {method: 'POST'});
  } catch {
    throw new Error('The demo does not answer. Is it still running?');
  }
  const text = await reply.text();
  const body = text ? JSON.parse(text) : null;
  if (!reply.ok) throw new Error(body?.error ?? `The demo answered ${reply.status}.`);
  return body;
}

export async function get(path) {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(`The demo answered ${reply.status}.`);
  return reply.json();
}

/** Listens to the server's events: a function a topic, and one that is told whether the server is there. */
export function listen(topics, connected) {
  const events = new EventSource('events');
  events.onopen = () => connected(true);
  events.onerror = () => {
    connected(false);
    // the browser tries again where the connection broke, but not where it was refused
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(topics, connected), 3000);
  };
  for (const [topic, act] of Object.entries(topics)) {
    events.addEventListener(topic, event => act(JSON.parse(event.data)));
  }
}
