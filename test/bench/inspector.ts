import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { ExchangeLog, exchangeEvents, startInspector } from "../../src/inspector/index.ts";
import { readPage } from "../../src/inspector/page-file.ts";
import { startBrowser } from "../harness/inspector/browser.ts";
import { onLoopback } from "../harness/on-loopback.ts";
import type { Measurement } from "./measurement.ts";

const kept = 10_000;
const many = 100_000;
const loads = 9;
/** As large as a usual reissue with its CSR. */
const body = JSON.stringify({ certificate: { sign_hash: "sha256", csr: "x".repeat(1_200) } });

/** The page of a sandbox, and what the sandbox keeps for it. */
export async function* benchInspector(): AsyncGenerator<Measurement> {
  const kilobytes = gzipSync(readPage()).length / 1000;
  yield {
    name: "page-kb",
    number: kilobytes,
    kind: "size",
    better: "lower",
    what: "the page in the browser, gzipped",
    value: `${kilobytes.toFixed(1)} kB`,
    aim: "at most 60 kB",
    met: kilobytes <= 60,
  };
  const log = new ExchangeLog();
  const megabytesAfter = (exchanges: number) => {
    for (let index = 0; index < exchanges; index++) record(log, index);
    globalThis.gc?.();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const few = megabytesAfter(kept);
  const all = megabytesAfter(many - kept);
  yield {
    name: "memory",
    number: all / few,
    kind: "memory",
    better: "lower",
    what: `the memory of a sandbox with its page after ${many} exchanges, beside that after ${kept}`,
    value: `${all.toFixed(1)} MB, ${few.toFixed(1)} MB`,
    aim: "at most a tenth more",
    met: all <= 1.1 * few,
  };
  const { page, bare } = await timeFirstRow(log);
  yield {
    name: "first-row",
    number: page / bare,
    kind: "speed",
    better: "lower",
    what: `the time to the first row of the page with ${kept} exchanges, beside that of a bare page with these rows`,
    value: `${Math.round(page)} ms, ${Math.round(bare)} ms`,
    aim: "not later",
    met: page <= bare,
  };
}

/** In Chromium, in turns, the median of each. The bare page counts as shown when all of its rows are laid out. */
async function timeFirstRow(log: ExchangeLog): Promise<{ readonly page: number; readonly bare: number }> {
  const call = async () => ({ status: 200, body: "{}" });
  const content = { kind: "receiver", title: "bench", ...exchangeEvents(log), call } as const;
  const inspector = await startInspector(content, { port: 0 });
  const rows = log.kept.map(({ at, orderId, code }) => `<p class="row">${at} ${orderId} ${code ?? ""}</p>`);
  const server = createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html>${rows.join("")}`),
  );
  const bareUrl = `http://127.0.0.1:${await onLoopback(server)}/`;
  const browser = await startBrowser();
  try {
    const time = async (url: string) => {
      const context = await browser.newContext();
      const tab = await context.newPage();
      await tab.goto(url, { waitUntil: "commit" });
      const ms: number = await tab.evaluate(firstRowShown);
      await context.close();
      return ms;
    };
    const times = { page: [] as number[], bare: [] as number[] };
    for (let load = 0; load < loads; load++) {
      times.page.push(await time(inspector.url));
      times.bare.push(await time(bareUrl));
    }
    const middle = (list: number[]) => list.sort((one, other) => one - other)[loads >> 1] ?? 0;
    return { page: middle(times.page), bare: middle(times.bare) };
  } finally {
    await browser.close();
    await inspector.close();
    server.close();
  }
}

/** The time since the navigation at which the page is loaded, and a frame with a row has been drawn. */
const firstRowShown = `new Promise((resolve) => {
  const look = () =>
    document.readyState === "complete" && document.querySelector(".row")
      ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
      : requestAnimationFrame(look);
  look();
})`;

function record(log: ExchangeLog, index: number): void {
  const end = log.begin({
    at: new Date().toISOString(),
    kind: "request",
    operation: "reissue",
    method: "POST",
    target: "/openapi/v3/orders/order-1/reissue",
    orderId: `order-${index}`,
    // A text of its own for each, as from a socket.
    sent: { headers: { "content-type": "application/json" }, body: `${body}${index}`, secrets: [] },
  });
  end({ result: "ok", status: 200, answer: { headers: {}, body: `{"n":${index}}`, secrets: [] } });
}
