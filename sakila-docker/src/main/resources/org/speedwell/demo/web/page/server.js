// The requests of the page to the demo's server, and the server's events.

/** Sends a command to the server. Throws an Error with the server's message if the command fails. */
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

/** Listens to the server's events. Calls a function per topic, and connected(true or false) when the connection changes. */
export function listen(topics, connected) {
  const events = new EventSource('events');
  events.onopen = () => connected(true);
  events.onerror = () => {
    connected(false);
    // the browser retries after a broken connection, but not after a refused one
    if (events.readyState === EventSource.CLOSED) setTimeout(() => listen(topics, connected), 3000);
  };
  for (const [topic, act] of Object.entries(topics)) {
    events.addEventListener(topic, event => act(JSON.parse(event.data)));
  }
}
