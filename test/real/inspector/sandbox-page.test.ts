import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { sandboxContent } from "../../../src/cli/sandbox-page.ts";
import { ExchangeLog, startInspector } from "../../../src/inspector/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { findBarriers, startBrowser, type Tab } from "../../harness/inspector/browser.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import {
  callbackTestRequest,
  goodReissue,
  type RawRequest,
  reissueRequest,
  sendRequest,
} from "../../harness/sandbox/raw-client.ts";

// The page of a sandbox, as Chromium shows it.

let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A sandbox, a program that it calls back, and the page in a new tab. */
async function open(options: SandboxOptions = {}, context: object = {}) {
  const statuses: number[] = [];
  const program = createServer((_request, response) => {
    response
      .writeHead(statuses.shift() ?? 200, { "content-type": "application/json" })
      .end('{"received":true}');
  });
  const url = `http://localhost:${await onLoopback(program)}/callbacks`;
  const exchanges = new ExchangeLog();
  const sandbox = await startSandbox({
    recorder: exchanges,
    httpsPort: false,
    forwardTo: url,
    issuing: { callback: "never" },
    ...options,
  });
  sandbox.saveCallback("demo", { url, accessKey: "callback-key-1" });
  const content = sandboxContent(sandbox, exchanges);
  const inspector = await startInspector(content, { port: 0 });
  onTestFinished(async () => {
    await inspector.close();
    await sandbox.close();
    program.close();
  });
  const { tab, problems } = await openTab(inspector.url, context);
  await tab.getByText("Live", { exact: true }).waitFor();
  const send = (request?: RawRequest) => sendRequest(sandbox, request);
  const view = (name: string) => tab.getByRole("navigation").getByRole("button", { name }).click();
  const row = (text: string) => tab.getByRole("option").filter({ hasText: text }).first();
  return { sandbox, exchanges, content, inspector, tab, problems, send, view, row, statuses, program, url };
}

async function openTab(url: string, options: object = {}) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const tab: Tab = await context.newPage();
  const problems: string[] = [];
  tab.on("pageerror", (error: Error) => problems.push(String(error)));
  tab.on("request", (request: { url(): string }) => {
    if (new URL(request.url()).origin !== new URL(url).origin) problems.push(request.url());
  });
  await tab.goto(url);
  return { tab, problems };
}

const hostile = {
  script: "<script>document.title='broken'</script><img src=x onerror=document.title='broken'>",
  turned: "a\u202egnp.exe",
  escapes: "\u001b[2Jred\u0000",
};

describe("The page of a sandbox", () => {
  test("shows a reissue as it arrives, its answer and the order's new certificate", async () => {
    const { tab, send, row, view, problems } = await open();
    await tab.getByText("Nothing has come yet.").waitFor();
    await send();
    await row("order-ssl-1").click();
    const details = tab.getByRole("region", { name: "Details" });
    await details.getByText("Carried out").waitFor();
    expect(await details.innerText()).toContain("cert-1001");
    await details.getByText("headers").first().click();
    expect(await details.locator("tr", { hasText: "x-cc-auth-key" }).innerText()).toContain("(secret)");
    expect(await details.innerText()).not.toContain("sandbox-demo-auth-key");
    await details.getByRole("button", { name: "Raw" }).first().click();
    expect(await details.locator("pre").first().innerText()).toBe(JSON.stringify(goodReissue));
    await details.getByRole("button", { name: "order-ssl-1" }).click();
    await tab.getByText("was made, and follows cert-1").waitFor();
    await view("Traffic");
    expect(problems).toEqual([]);
  });

  test("orders a fault by a click, and shows the request that met it and the history of its order", async () => {
    const { tab, send, view, row, sandbox } = await open();
    await view("Faults");
    await tab.getByRole("button", { name: "Reissue", exact: true }).click();
    await tab.getByRole("button", { name: "Reset", exact: true }).click();
    await tab.getByText("reset-after-processing, reissue").waitFor();
    await send();
    await tab.getByText("No fault is set up.").waitFor();
    await view("Traffic");
    await row("reset-after-processing").click();
    const details = tab.getByRole("region", { name: "Details" });
    await details.getByText("The request was carried out. Then its answer was kept back").waitFor();
    await tab.getByRole("button", { name: "order-ssl-1" }).click();
    await tab.getByText("The caller got no usable answer").waitFor();
    await view("Faults");
    for (const name of ["503", "Hang"]) await tab.getByRole("button", { name, exact: true }).click();
    await vi.waitFor(async () =>
      expect((await sandbox.control("GET", "state", "")).body).toContain('"hang"'),
    );
    await tab.getByRole("button", { name: "Remove all" }).click();
    await tab.getByText("No fault is set up.").waitFor();
  });

  test("tells in the row why a callback failed, and sends it again", async () => {
    const { tab, sandbox, row, view, statuses, program, url } = await open({ allowPrivateCallbacks: true });
    const trigger = async (address = url) => {
      sandbox.saveCallback("demo", { url: address, accessKey: "callback-key-1" });
      await sandbox.control("POST", "callbacks", '{"orderId":"order-ssl-1"}');
    };
    statuses.push(401);
    await trigger();
    await row("answered 401, not 200. It may not accept the authentication key.").click();
    await tab.getByText("a 401 or 403 points at the authentication key").waitFor();
    await tab.getByRole("button", { name: "Send again" }).click();
    await row("200").waitFor();

    const untrusted = createTlsServer(createAuthority().issue(["localhost"]));
    onTestFinished(() => void untrusted.close());
    await trigger(`https://localhost:${await onLoopback(untrusted)}/`);
    await row("certificate is not trusted: its chain leads to no known authority").click();
    await tab.getByText("Start the sandbox with --certificate-out FOLDER").waitFor();
    await trigger("https://no-such-host.invalid/");
    await row("The name of the callback address could not be resolved").waitFor();
    await trigger("https://169.254.1.1/");
    await row("resolves to a private address").click();
    await tab.getByText("start the sandbox with --forward-to URL").waitFor();

    program.close();
    program.closeAllConnections();
    await trigger();
    await row("nothing listens on this port").click();
    await tab.getByText("Start the program that listens at this address").waitFor();

    await view("Orders");
    await row("order-ssl-1").click();
    await tab.getByRole("button", { name: "Send order:issued" }).click();
    await tab.getByRole("alert").waitFor();
    expect(await tab.getByRole("alert").innerText()).toContain("refused the connection");
  });

  test("edits how the sandbox calls back", async () => {
    const { tab, sandbox, view } = await open();
    const state = async () =>
      JSON.parse((await sandbox.control("GET", "state", "")).body) as {
        issuing: object;
        accounts: { keyId: string; callback?: object }[];
      };
    await view("Faults");
    await tab.getByRole("button", { name: "Twice" }).click();
    await vi.waitFor(async () => expect((await state()).issuing).toMatchObject({ callback: "twice" }));
    const card = tab.getByRole("region", { name: "Callback of demo" });
    await card.getByLabel("Address").fill("abc");
    await card.getByRole("button", { name: "Save" }).click();
    expect(await card.getByRole("alert").innerText()).toContain("must be an http:// or https:// address");
    await card.getByLabel("Address").fill("https://new.example.test/");
    await card.getByLabel("Paused").check();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Saved").waitFor();
    await vi.waitFor(async () =>
      expect((await state()).accounts[0]?.callback).toEqual({
        url: "https://new.example.test/",
        disabled: true,
      }),
    );
    // The key stayed as it was.
    expect((await sendRequest(sandbox, callbackTestRequest(undefined))).json.code).toBe(
      "callback_send_error",
    );
    await sandbox.control("PUT", "accounts/demo/callback", '{"url":"https://other.example.test/"}');
    await vi.waitFor(async () =>
      expect(await card.getByLabel("Address").inputValue()).toBe("https://other.example.test/"),
    );
  });

  test("moves the clock of the sandbox, and says why it cannot", async () => {
    const { tab, sandbox, view } = await open();
    await view("Faults");
    const card = tab.getByRole("region", { name: "Clock" });
    await card.getByText("as on this machine").waitFor();
    await card.getByRole("button", { name: "+30 days" }).click();
    await card.getByText("30 d ahead of this machine").waitFor();
    expect(sandbox.clockAheadMs).toBe(30 * 86_400_000);
    const forwardMs = 36_460 * 86_400_000;
    await sandbox.control("POST", "clock", JSON.stringify({ forwardMs }));
    await card.getByRole("button", { name: "+30 days" }).click();
    expect(await card.getByRole("alert").innerText()).toContain("more than a century ahead");
  });

  test("searches in everything that was sent, and filters", async () => {
    const { tab, send } = await open();
    await send();
    await send(reissueRequest("order-none", goodReissue));
    await send(callbackTestRequest({ url: "https://findme.invalid/", access_key: "k" }));
    const rows = tab.getByRole("option");
    await vi.waitFor(async () => expect(await rows.count()).toBe(4));
    await tab.getByRole("searchbox").fill("findme");
    await vi.waitFor(async () => expect(await rows.count()).toBe(2));
    await tab.getByRole("button", { name: "Callbacks", exact: true }).click();
    await vi.waitFor(async () => expect(await rows.count()).toBe(1));
    await tab.getByRole("searchbox").fill("");
    await tab.getByRole("button", { name: "Not ok" }).click();
    await vi.waitFor(async () => expect(await rows.count()).toBe(3));
    await tab.getByText("3 of 4 exchanges").waitFor();
  });

  test("shows hostile text as text", async () => {
    const { tab, send, row, view, problems, sandbox } = await open();
    for (const text of Object.values(hostile)) {
      const order = { id: `order ${text}`, product: "ssl", commonName: text, certificateId: text };
      expect((await sandbox.control("POST", "orders", JSON.stringify(order))).status).toBe(201);
      await send({
        ...reissueRequest(encodeURIComponent(`order ${text}`), {
          certificate: { csr: text, sign_hash: text },
        }),
        headers: { "x-hostile": "<b>bold</b>" },
      });
    }
    await row("gnp.exe").click();
    const details = tab.getByRole("region", { name: "Details" });
    await details.getByText("headers").first().click();
    const shown: string = await details.innerText();
    expect(shown).toContain("a\\u202egnp.exe");
    expect(shown).toContain("<b>bold</b>");
    await row("script").click();
    await details.getByText("onerror").first().waitFor();
    await row("red").click();
    await details.getByText("\\u001b[2Jred\\u0000").first().waitFor();
    await view("Orders");
    for (const part of ["script", "gnp.exe", "red"]) {
      await row(part).click();
      await tab.getByRole("region", { name: "Order", exact: true }).getByText(part).first().waitFor();
    }
    expect(await tab.evaluate("document.querySelectorAll('img, #page script').length")).toBe(0);
    expect(await tab.evaluate("/[\\u202e\\u001b\\u0000]/.test(document.body.textContent)")).toBe(false);
    expect(await tab.title()).toMatch(/^certorder sandbox-/);
    expect(problems).toEqual([]);
  });

  test("gives nothing to a page of another origin, which can change nothing either", async () => {
    const { inspector, sandbox } = await open();
    const { origin, hash } = new URL(inspector.url);
    const foreign = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<title>foreign</title>"),
    );
    onTestFinished(() => void foreign.close());
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const tab = await context.newPage();
    await tab.goto(`http://localhost:${await onLoopback(foreign)}/`);
    // Also one that has found the token out.
    const attempts = [
      `fetch("${origin}/").then(r => r.text())`,
      `fetch("${origin}/api/state", { headers: { "x-certorder-token": "${hash.slice(1)}" } }).then(r => r.text())`,
      `fetch("${origin}/api/faults", { method: "POST", body: '{"kind":"hang"}', headers: { "x-certorder-token": "${hash.slice(1)}" } }).then(r => r.text())`,
      `fetch("${origin}/api/faults", { method: "POST", body: '{"kind":"hang"}', mode: "no-cors" }).then(r => r.text()).then(t => t || Promise.reject(new Error("opaque")))`,
    ];
    for (const attempt of attempts)
      expect(await tab.evaluate(`${attempt}.then(t => "got " + t, e => "refused")`)).toBe("refused");
    const framed = `new Promise(resolve => { const f = document.createElement("iframe"); f.src = "${origin}/"; f.onload = () => { try { resolve(f.contentDocument.title) } catch { resolve("refused") } }; document.body.append(f); })`;
    expect(await tab.evaluate(framed)).not.toBe("certorder");
    expect(JSON.parse((await sandbox.control("GET", "state", "")).body)).toMatchObject({
      faults: [],
    });
  });

  test("stores nothing in the browser, and asks no other server", async () => {
    const { tab, send, row, problems } = await open();
    await send();
    await row("order-ssl-1").click();
    const stored = "[localStorage.length, sessionStorage.length, document.cookie]";
    expect(await tab.evaluate(stored)).toEqual([0, 0, ""]);
    expect(problems).toEqual([]);
  });

  test("connects again after a restart, and asks for the new address if the token is another one", async () => {
    const { tab, content, inspector, send, row } = await open();
    const { port, hash } = new URL(inspector.url);
    await inspector.close();
    await tab.getByText("Not connected.").waitFor();
    await send();
    const same = await startInspector(content, { port: Number(port), token: hash.slice(1) });
    await tab.getByText("Live", { exact: true }).waitFor();
    await row("order-ssl-1").waitFor();
    await same.close();
    const other = await startInspector(content, { port: Number(port) });
    onTestFinished(() => other.close());
    await tab.getByText("Open the new address that it prints.").waitFor();
    await tab.goto(new URL("#", other.url).href);
    await tab.getByText("The address has no token.").waitFor();
    await tab.goto(other.url);
    await tab.getByText("Live", { exact: true }).waitFor();
    await row("order-ssl-1").waitFor();
  });

  test("keeps the newest 10,000 exchanges, and draws only those that can be seen", async () => {
    const { tab, exchanges, row } = await open();
    for (let index = 1; index <= 10_500; index++)
      exchanges.begin({
        at: new Date().toISOString(),
        kind: "request",
        operation: "reissue",
        method: "POST",
        target: "/",
        orderId: `order-${index}`,
        sent: { headers: {}, body: JSON.stringify(goodReissue), secrets: [] },
      })({ result: "ok", status: 200 });
    await row("order-10500").waitFor();
    await tab.getByText("10,000 exchanges").waitFor();
    expect(await tab.getByRole("option").count()).toBeLessThan(100);
    await tab.getByRole("listbox").focus();
    await tab.keyboard.press("End");
    await row("order-501").waitFor();
    expect(await tab.locator("[aria-selected=true]").innerText()).toContain("order-501");
    await tab.keyboard.press("ArrowUp");
    await vi.waitFor(async () =>
      expect(await tab.locator("[aria-selected=true]").innerText()).toContain("order-502"),
    );
    await tab.getByRole("searchbox").fill("order-777");
    await tab.getByText("11 of 10,000 exchanges").waitFor();
  });

  test("is used by the keyboard", async () => {
    const { tab, send } = await open();
    await send();
    await tab.getByRole("option").first().waitFor();
    for (let presses = 0; presses < 20; presses++) {
      await tab.keyboard.press("Tab");
      if (await tab.evaluate("document.activeElement.getAttribute('role') === 'listbox'")) break;
    }
    await tab.keyboard.press("ArrowDown");
    await tab.getByRole("region", { name: "Details" }).getByText("Carried out").waitFor();
  });

  test.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
  ])("is accessible, and no wider than its screen: %s, %i pixels", async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    const { tab, send, row, view, sandbox } = await open({}, { colorScheme, viewport });
    await send();
    await send(reissueRequest("order-none", goodReissue));
    sandbox.addFault({ kind: "garbage", operation: "reissue" });
    await send();
    sandbox.addFault({ kind: "hang" });
    const check = async () => {
      expect(await findBarriers(tab)).toEqual([]);
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(width);
    };
    await row("garbage").waitFor();
    await check();
    await row("garbage").click();
    await tab.getByText("headers").first().click();
    await check();
    await view("Orders");
    await row("order-ssl-1").click();
    await tab.getByText("History").waitFor();
    await check();
    await view("Faults");
    await tab.getByText("Set up:").waitFor();
    await check();
  });

  test("is shown in the guide", async () => {
    let time = Date.parse("2026-11-18T14:03:00Z");
    const now = () => {
      time += 2_170;
      return new Date(time);
    };
    const { tab, send, row, sandbox, statuses } = await open(
      { issuing: { callback: "once", delayMs: 0 }, now },
      { viewport: { width: 1160, height: 560 }, deviceScaleFactor: 1.5 },
    );
    await send();
    await row("Callback").waitFor();
    sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
    await send(reissueRequest("order-ssl-3", goodReissue));
    await send(reissueRequest("order-none", goodReissue));
    statuses.push(401);
    await sandbox.control("POST", "callbacks", '{"orderId":"order-ssl-1"}');
    await row("401").click();
    await tab.getByText("Not delivered", { exact: true }).waitFor();
    const folder = join(import.meta.dirname, "..", "..", "..", "docs", "images");
    mkdirSync(folder, { recursive: true });
    const picture = await tab.screenshot(
      process.env.CERTORDER_PICTURES ? { path: join(folder, "sandbox-page.png") } : {},
    );
    // An empty page is a few kilobytes.
    expect(picture.length).toBeGreaterThan(30_000);
  });
});
