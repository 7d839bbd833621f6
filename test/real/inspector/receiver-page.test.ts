import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callbackEvent } from "../../harness/callback-event.ts";
import { ask, begin, newReceiver, reissued } from "../../harness/cli/receiver.ts";
import { findBarriers, pictures, startBrowser, type Tab } from "../../harness/inspector/browser.ts";

// certorder receive --inspect, as Chromium shows it.

let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** A receiver whose program fails until a file is there, and its page in a new tab. */
async function open(context: object = {}) {
  const { path, journal, start } = await newReceiver();
  const deploy = path("deploy.sh");
  writeFileSync(deploy, `#!/bin/sh\ntest -f ${path("repaired")} || exit 3\n`, { mode: 0o755 });
  const receiver = await start("--inspect", "--on-issued", deploy);
  const [, file = ""] = /open the address in (\S+)/.exec(await receiver.says(/address in \S+\n/)) ?? [];
  const page = readFileSync(file, "utf8").trim();
  const opened = await browser.newContext(context);
  onTestFinished(() => opened.close());
  const tab: Tab = await opened.newPage();
  await tab.goto(page);
  await tab.getByText("Live", { exact: true }).waitFor();
  const row = (text: string) => tab.getByRole("option").filter({ hasText: text }).first();
  const view = (name: string) => tab.getByRole("navigation").getByRole("button", { name }).click();
  return { path, journal, receiver, page, tab, row, view };
}

describe("certorder receive --inspect", () => {
  test("shows what was received and refused, and why, without a key", async () => {
    const { journal, receiver, tab, row } = await open();
    await tab.getByText("Callbacks appear here as they are received or refused.").waitFor();
    await reissued(journal, "cert-1");
    const event = { ...callbackEvent("cert-1"), message: "key: old-key", note: "<img src=x>\u202e" };
    expect(await ask(receiver.url, event)).toMatchObject({ status: 200 });
    expect(await ask(receiver.url, event)).toMatchObject({ status: 200 });
    expect(await ask(receiver.url, callbackEvent("cert-9", "order-test"))).toMatchObject({ status: 200 });
    expect(await ask(receiver.url, callbackEvent("cert-1"), "no-key-of-ours")).toMatchObject({ status: 401 });
    expect(await ask(receiver.url, { action_id: "order:issued", order_id: "order-1" })).toMatchObject({
      status: 422,
    });
    expect(await ask(receiver.url)).toMatchObject({ status: 405 });
    await row("It is in the journal.").waitFor();
    await row("It was in the journal already.").waitFor();
    await row("the journal does not know this order").waitFor();
    await row("is not the access key").waitFor();
    await row("The field is cert_id.").waitFor();
    await row("It is not a POST.").waitFor();
    expect(await findBarriers(tab)).toEqual([]);
    await tab.getByRole("button", { name: "Refused", exact: true }).click();
    await tab.getByText("3 of 6 callbacks").waitFor();
    await tab.getByText("Select a callback to see what came of it.").waitFor();
    await row("unauthorized").click();
    const details = tab.getByRole("region", { name: "Details" });
    expect(await details.innerText()).toContain("127.0.0.1");
    expect(await details.innerText()).toContain("Its body is not kept.");
    await tab.getByRole("button", { name: "All", exact: true }).click();
    await row("It is in the journal.").click();
    const shown: string = await details.innerText();
    expect(shown).toContain('"key: (secret)"');
    expect(shown).toContain("<img src=x>\\u202e");
    expect(await tab.content()).not.toMatch(/old-key|new-key|no-key-of-ours/);
  });

  test("shows which certificates its program has to deploy, why it fails, and what is deployed", async () => {
    const { path, journal, receiver, tab, row, view } = await open();
    await reissued(journal, "cert-1");
    await ask(receiver.url, callbackEvent("cert-1"));
    await view("Deployments");
    await row("exit code 3").click();
    const order = tab.getByRole("region", { name: "Order", exact: true });
    await order.getByText("It runs again.").waitFor();
    expect(await findBarriers(tab)).toEqual([]);
    await tab.screenshot(pictures("receiver-deployments"));
    writeFileSync(path("repaired"), "");
    await order.getByText("The program ended with 0.").waitFor();
    expect(await order.innerText()).toContain("cert-1");
  });

  test("can only be read, needs the token, and does not write it to the log", async () => {
    const { receiver, page, tab } = await open();
    const { origin, hash } = new URL(page);
    const token = hash.slice(1);
    const write = `fetch("/api/state", { method: "POST", headers: { "x-certorder-token": "${token}" } }).then(r => r.status)`;
    expect(await tab.evaluate(write)).toBe(405);
    expect((await fetch(`${origin}/api/state`)).status).toBe(401);
    // The port of the callbacks has no page.
    expect(await ask(`${receiver.url}/api/state`)).toMatchObject({ status: 405 });
    expect(JSON.stringify(receiver.lines())).not.toContain(token);
    receiver.child.kill("SIGTERM");
    expect(await receiver.ended).toMatchObject({ code: 0 });
    await tab.getByText("Not connected.").waitFor();
  });

  test("answers a callback as without the page, also one that cannot be shown", async () => {
    const { journal, receiver, row } = await open();
    await reissued(journal, "cert-1");
    const { outgoing, answer } = begin(receiver.url, true);
    const deep = `${"[".repeat(25_000)}${"]".repeat(25_000)}`;
    outgoing.end(JSON.stringify(callbackEvent("cert-1")).replace("{", `{"deep":${deep},`));
    expect(await answer).toMatchObject({ status: 200 });
    await row("It is in the journal.").waitFor();
  });

  test.each(["light", "dark"])("fits a narrow screen: %s", async (colorScheme) => {
    const { journal, receiver, tab, row, view } = await open({
      colorScheme,
      viewport: { width: 390, height: 800 },
    });
    await reissued(journal, "cert-1");
    await ask(receiver.url, callbackEvent("cert-1"));
    await ask(receiver.url, callbackEvent("cert-1"), "wrong-key");
    await row("is not the access key").waitFor();
    await tab.screenshot(pictures(`receiver-${colorScheme}`));
    const check = async () => {
      expect(await findBarriers(tab)).toEqual([]);
      expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(390);
    };
    await check();
    await row("is not the access key").click();
    await check();
    await view("Deployments");
    await row("order-1").click();
    await check();
  });
});
