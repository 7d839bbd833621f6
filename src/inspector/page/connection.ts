/** The token is in the fragment of the address, and nowhere else. */
function readToken(): string {
  return location.hash.slice(1);
}

export type ConnectionState = "connecting" | "live" | "lost" | "refused" | "no-token";

const firstWaitMs = 250;
const longestWaitMs = 5_000;

/** Asks the server, and returns what its JSON says. Throws an error with the server's message. */
export async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const answer = await fetch(`/api/${path}`, {
    method,
    headers: { "x-certorder-token": readToken() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.message);
  return value as T;
}

/** Reads the server's events, and connects again after each end. `EventSource` could not send the token. */
export async function followEvents(
  onEvent: (event: string, data: unknown) => void,
  onState: (state: ConnectionState) => void,
): Promise<never> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      const answer = await fetch("/api/stream", { headers: { "x-certorder-token": readToken() } });
      if (answer.status === 401) {
        onState(readToken() === "" ? "no-token" : "refused");
        await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
        continue;
      }
      if (!answer.ok || !answer.body) throw new Error(String(answer.status));
      waitMs = firstWaitMs;
      await readEvents(answer.body, (event, data) => {
        onEvent(event, data);
        if (event === "complete") onState("live");
      });
    } catch {
      // The server ended, or is not there yet.
    }
    onState("lost");
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: string, data: unknown) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const block of events) {
      const [, event = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      onEvent(event, JSON.parse(data));
    }
  }
}
