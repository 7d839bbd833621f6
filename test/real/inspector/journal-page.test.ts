import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { startCertorder } from "../../harness/cli/cli.ts";
import { findBarriers, pictures, startBrowser, type Tab } from "../../harness/inspector/browser.ts";
import { claim, commandIntent, reissue } from "../../harness/journal/intents.ts";
import { initJournal, newJournal } from "../../harness/journal/new-journal.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";

// certorder status --web, as Chromium shows it.

const postgres = await PostgresServer.start();

let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const hostile = "<img src=x onerror=document.title='broken'>\u202e";

/** A journal with an order that is ok and one whose reissue was lost, for which a callback came. */
async function fill(place: string): Promise<{ readonly journal: Journal; readonly lost: string }> {
  const journal = new Journal(place);
  await reissue(journal, commandIntent({ orderId: "order-done" }), "done", "cert-done");
  const lost = await reissue(journal, commandIntent({ orderId: "order-lost" }), "unknown");
  await journal.callbacks.addReceiver("web-1");
  await journal.callbacks.record({ orderId: "order-lost", certificateId: "cert-lost", receiver: "web-1" });
  return { journal, lost };
}

describe.each([
  ["a folder", async () => newJournal()],
  ["PostgreSQL", async () => initJournal(await postgres.newPlace())],
])("certorder status --web, with a journal in %s", (_, newPlace) => {
  test("shows what happened to a lost reissue, the evidence and the lines to paste, and what comes later", async () => {
    const place = await newPlace();
    const { journal, lost } = await fill(place);
    const { child, ended, prints } = startCertorder("status --web --json", {
      env: { CERTORDER_JOURNAL: place },
    });
    const { page = "" } = JSON.parse(await prints("\n}\n")) as { page?: string };
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      permissions: ["clipboard-write"],
    });
    const tab: Tab = await context.newPage();
    await tab.goto(page);
    const row = (text: string) => tab.getByRole("option").filter({ hasText: text });
    await row("cert-done").waitFor();
    expect(await row("order-done").innerText()).toMatch(/\bok\b/);
    const reason = /Not known whether it was reissued: .* callback: certificate cert-lost/;
    expect(await row("order-lost").innerText()).toMatch(reason);
    await row("order-lost").click();
    await tab.getByText("Do not repeat it. The service called back at").waitFor();
    await tab.getByText("unknown: not known whether it was reissued").waitFor();
    const order = tab.getByRole("region", { name: "Order", exact: true });
    const shown: string = await order.innerText();
    expect(shown).toContain("cert-lost: issued, received by web-1");
    expect(shown).toContain(`certorder journal resolve order-lost ${lost} --certificate-id cert-lost`);
    expect(shown).not.toContain("--not-happened");
    await order.getByRole("button", { name: "Copy" }).click();
    await order.getByRole("status").getByText("Copied", { exact: true }).waitFor();
    expect(await findBarriers(tab)).toEqual([]);
    await tab.screenshot(pictures("journal"));

    // What a person or another machine writes shows without a click.
    await journal.resolve({ orderId: "order-lost", attemptId: lost, certificateId: "cert-lost" });
    await reissue(journal, commandIntent({ orderId: hostile }), "done", "cert-hostile");
    await order.getByText("latest", { exact: true }).waitFor();
    await row("cert-hostile").click();
    await order.getByText("onerror").first().waitFor();
    expect(await tab.evaluate("document.querySelectorAll('img').length")).toBe(0);
    expect(await tab.title()).not.toBe("broken");

    // It can only be read.
    const { hash } = new URL(page);
    const write = `fetch("/api/orders", { method: "POST", headers: { "x-certorder-token": "${hash.slice(1)}" } }).then(r => r.status)`;
    expect(await tab.evaluate(write)).toBe(405);
    await tab.setViewportSize({ width: 390, height: 800 });
    await tab.screenshot(pictures("journal-narrow"));
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await context.close();
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0 });
  });
});

test("A slow answer does not take the place of the order that was selected after it", async () => {
  const place = newJournal();
  await fill(place);
  const { child, ended, prints } = startCertorder("status --web --json", {
    env: { CERTORDER_JOURNAL: place },
  });
  const { page } = JSON.parse(await prints("\n}\n")) as { page: string };
  const context = await browser.newContext();
  const tab: Tab = await context.newPage();
  const slow = "**/api/orders/order-done";
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await tab.route(slow, async (route: Tab) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await tab.goto(page);
  const row = (text: string) => tab.getByRole("option").filter({ hasText: text });
  await row("order-done").click();
  await asked.promise;
  await row("order-lost").click();
  const heading = tab.getByRole("heading", { name: "order-lost" });
  await heading.waitFor();
  const answered = tab.waitForResponse(slow);
  held.resolve();
  await (await answered).finished();
  // What the page does with the answer is drawn before the second frame.
  await tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  expect(await heading.isVisible()).toBe(true);
  await context.close();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0 });
});

test("The page filters 2,000 orders, and shows an attempt that another process makes", async () => {
  const place = newJournal();
  const journal = new Journal(place);
  for (let index = 0; index < 2_000; index++)
    await reissue(journal, commandIntent({ orderId: `order-${index}` }), "done", `cert-${index}`);
  await claim(journal, commandIntent({ orderId: "order-open" }));
  const { child, ended, prints } = startCertorder("status --web --json", {
    env: { CERTORDER_JOURNAL: place },
  });
  const { page } = JSON.parse(await prints("\n}\n")) as { page: string };
  const context = await browser.newContext({ colorScheme: "dark" });
  const tab: Tab = await context.newPage();
  await tab.goto(page);
  await tab.getByText("2,001 orders").waitFor();
  expect(await tab.getByRole("option").count()).toBeLessThan(100);
  await tab.getByRole("button", { name: "Not ok" }).click();
  await tab.getByText("1 of 2,001 orders", { exact: true }).waitFor();
  await tab.getByRole("option").click();
  await tab.getByText(/that is accepted from 2\S+Z on, once its sender has ended/).waitFor();
  expect(await tab.getByRole("button", { name: "Copy" }).count()).toBe(1);
  await tab.getByText("perhaps: it is too early to resolve it as not happened").waitFor();
  expect(await findBarriers(tab)).toEqual([]);
  await context.close();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 0 });
});
