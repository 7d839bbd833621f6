import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { prometheusLines } from "../../../src/cli/status/prometheus.ts";
import { isFiltering, matches, type StatusFilter, sorted } from "../../../src/cli/status/select.ts";
import { statusTable } from "../../../src/cli/status/table.ts";
import { Journal, type OrderStatus } from "../../../src/journal/index.ts";
import { ageJournal } from "../../harness/aged-journal.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

const dayMs = 86_400_000;

function status(more: Partial<OrderStatus> = {}): OrderStatus {
  return {
    orderId: "order-1",
    state: "ok",
    why: "",
    latest: {
      attemptId: "a1",
      certificateId: "cert-1",
      since: "2026-11-01T00:00:00.000Z",
      expiresAt: "2027-01-30T00:00:00.000Z",
    },
    ageMs: 30.5 * dayMs,
    leftMs: 59.5 * dayMs,
    openAttempts: [],
    receivers: [],
    lastEvent: { event: "done", at: "2026-11-01T00:00:01.000Z" },
    ...more,
  };
}

const unknown = status({ orderId: "u", latest: undefined, ageMs: undefined, leftMs: undefined });

describe("A filter of certorder status", () => {
  test.each<[title: string, filter: StatusFilter, status: OrderStatus, isListed: boolean]>([
    ["no filter lists every order", {}, status(), true],
    ["--blocked hides an order that is ok", { blocked: true }, status(), false],
    ["--blocked lists any other state", { blocked: true }, status({ state: "unclear" }), true],
    ["--expiring lists what expires within the time", { expiringMs: 60 * dayMs }, status(), true],
    ["--expiring hides what expires later", { expiringMs: 59 * dayMs }, status(), false],
    ["--expiring lists what has expired", { expiringMs: dayMs }, status({ leftMs: -1 }), true],
    ["--expiring lists an unknown expiry", { expiringMs: dayMs }, unknown, true],
    ["--older-than lists what is older", { olderThanMs: 30 * dayMs }, status(), true],
    [
      "--older-than hides what is exactly as old, as --max-age does",
      { olderThanMs: 30.5 * dayMs },
      status(),
      false,
    ],
    ["--older-than lists an unknown age", { olderThanMs: 900 * dayMs }, unknown, true],
    ["two filters have to match both", { blocked: true, olderThanMs: dayMs }, status(), false],
  ])("%s", (_, filter, one, isListed) => {
    expect(matches(one, filter)).toBe(isListed);
    expect(isFiltering(filter)).toBe(Object.keys(filter).length > 0);
  });

  test("can be sorted by order, by age and by expiry, what is not known first", () => {
    const all = [
      status({ orderId: "b", ageMs: 1, leftMs: 3 }),
      unknown,
      status({ orderId: "c", ageMs: 2, leftMs: -1 }),
      status({ orderId: "a", ageMs: 1, leftMs: 9 }),
    ];
    const names = (by: "order" | "age" | "expiry") => sorted(all, by).map(({ orderId }) => orderId);
    expect(names("order")).toEqual(["a", "b", "c", "u"]);
    expect(names("age")).toEqual(["u", "c", "a", "b"]);
    expect(names("expiry")).toEqual(["u", "c", "b", "a"]);
  });
});

/** Ids that try to leave their place. */
const hostile = [
  'a"} 1\ncertorder_order_blocked{order="x',
  "back\\slash\\n",
  "\x1b[2Jorder",
  "x  cert-9  0d  90d  ok",
  "right\u202eleft",
  "c\rd\u2028e",
  "'; rm -rf / #",
  "ü 証明書",
  "x".repeat(500),
];

describe("The table", () => {
  test("shows what is not known as a question mark", () => {
    expect(statusTable([status(), unknown]).map((line) => line.split(/ {2,}/))).toEqual([
      ["ORDER", "CERTIFICATE", "AGE", "LEFT", "STATE", "DEPLOYED", "LAST EVENT", "WHY"],
      ["order-1", "cert-1", "30d", "59d", "ok", "–", "done 2026-11-01 00:00Z"],
      ["u", "–", "?", "?", "ok", "–", "done 2026-11-01 00:00Z"],
    ]);
  });

  test("keeps an order on one line, whatever its id is, and the columns of the others in place", () => {
    const [title = "", first = "", ...lines] = statusTable([
      status(),
      ...hostile.map((orderId) => status({ orderId, why: orderId })),
    ]);
    expect(lines).toHaveLength(hostile.length);
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(lines[3]).toMatch(/^'x {2}cert-9 {2}0d {2}90d {2}ok' /);
    expect(first.indexOf("cert-1")).toBe(title.indexOf("CERTIFICATE"));
    expect(title.indexOf("CERTIFICATE")).toBeLessThan(50);
  });
});

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text format of Prometheus. Throws where it is broken. */
function parsePrometheus(text: string): Sample[] {
  const described = new Map<string, Set<string>>();
  return text.split("\n").flatMap((line): Sample[] => {
    const [, kind = "", described_ = "", rest = ""] = /^# (HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
    if (kind !== "") {
      if (kind === "TYPE" && rest !== "gauge") throw new Error(`The type is wrong: ${line}`);
      const known = described.get(described_) ?? new Set();
      if (known.has(kind)) throw new Error(`A second line of its kind: ${line}`);
      described.set(described_, known.add(kind));
      return [];
    }
    const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
    const sample = new RegExp(`^([a-z_]+)\\{(${label}(?:,${label})*)\\} (NaN|-?[\\d.]+)$`).exec(line);
    if (!sample) throw new Error(`This is no sample: ${line}`);
    const [, name = "", labels = "", value = ""] = sample;
    if (described.get(name)?.size !== 2) throw new Error(`HELP or TYPE is missing: ${line}`);
    const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text = ""]) => [
      key,
      text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped)),
    ]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

describe("The output for Prometheus", () => {
  test("has the times of each certificate, and NaN for what is not known", () => {
    const receivers = ["newest", "behind", "skipped", "ahead"].map((kind) => ({
      receiver: kind,
      status: kind as "newest",
      certificateId: "cert-1",
      step: "deployed" as const,
      at: "",
    }));
    const samples = parsePrometheus(
      prometheusLines([status({ state: "open", receivers }), unknown]).join("\n"),
    );
    const values = (order: string) =>
      Object.fromEntries(
        samples.filter(({ labels }) => labels.order === order).map(({ name, value }) => [name, value]),
      );
    expect(values("order-1")).toEqual({
      certorder_order_blocked: 1,
      certorder_certificate_timestamp_seconds: Date.parse("2026-11-01") / 1000,
      certorder_certificate_expiry_timestamp_seconds: Date.parse("2027-01-30") / 1000,
      certorder_receivers_behind: 2,
    });
    expect(values("u")).toEqual({
      certorder_order_blocked: 0,
      certorder_certificate_timestamp_seconds: Number.NaN,
      certorder_certificate_expiry_timestamp_seconds: Number.NaN,
      certorder_receivers_behind: 0,
    });
  });

  test("has one sample of each gauge for an order, whatever its id is", () => {
    const lines = prometheusLines(hostile.map((orderId) => status({ orderId })));
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    const blocked = parsePrometheus(lines.join("\n")).filter(
      ({ name }) => name === "certorder_order_blocked",
    );
    const shown = blocked.map(({ labels }) => labels.order);
    expect(new Set(shown).size).toBe(hostile.length);
    const visible = { 2: "\\u001b[2Jorder", 4: "right\\u202eleft", 5: "c\\u000dd\\u2028e" };
    expect(shown).toEqual(Object.assign([...hostile], visible));
  });
});

describe("certorder status", () => {
  const open = async () => {
    const folder = newJournal();
    const journal = new Journal(folder);
    const run = (line: string) => certorder(`status ${line}`.trim(), { env: { CERTORDER_JOURNAL: folder } });
    return { folder, journal, run };
  };

  test("shows the orders of a journal, and names open attempts for journal show and journal resolve", async () => {
    const { folder, journal, run } = await open();
    await reissue(journal, commandIntent({ orderId: "fine", validityDays: 90 }), "done", "cert-1");
    ageJournal(folder, 61 * dayMs);
    await reissue(journal, commandIntent({ orderId: "young" }), "done", "cert-2");
    const attempt = await reissue(journal, commandIntent({ orderId: "lost" }), "unknown");
    appendFileSync(fileOfOrder(folder, "young"), "\nnonsense\n", { mode: 0o600 });
    const { code, stdout } = await run("");
    expect(code).toBe(0);
    const rows = stdout.trim().split("\n");
    expect(rows[1]).toMatch(/^fine +cert-1 +61d +28d +ok /);
    expect(rows[2]).toMatch(new RegExp(`^lost +– +\\? +\\? +open .* attempt ${attempt}: unknown$`));
    expect(rows[3]).toMatch(/^young +cert-2 +0d +\? +damaged .* entry \d+ cannot be read$/);
    expect(rows.at(-1)).toContain("certorder journal show ORDER");

    const json = JSON.parse((await run("--json --sort age")).stdout);
    expect(json).toMatchObject({
      journal: folder,
      orders: [
        { order_id: "lost", state: "open", age_days: null, open_attempts: [{ attempt_id: attempt }] },
        { order_id: "fine", state: "ok", why: null, age_days: 61, days_left: 28, certificate_id: "cert-1" },
        { order_id: "young", state: "damaged", age_days: 0, days_left: null },
      ],
    });
    const samples = parsePrometheus((await run("--format prometheus")).stdout.trimEnd());
    expect(samples).toHaveLength(12);
  });

  test("tells scripts by its exit code whether an order matches", async () => {
    const { folder, journal } = await open();
    await reissue(journal, commandIntent({ orderId: "old", validityDays: 90 }), "done", "cert-1");
    ageJournal(folder, 61 * dayMs);
    await reissue(journal, commandIntent({ orderId: "new" }), "done", "cert-2");
    const expected = {
      "": 0,
      "--order old": 0,
      "--order old --older-than 60d": 9,
      "--order old --older-than 62d": 0,
      "--order new --older-than 60d": 0,
      "--order new --order old --older-than 60d": 9,
      "--order old --expiring 20d": 0,
      "--order old --expiring 30d": 9,
      // Its validity is not known.
      "--order new --expiring 1d": 9,
      "--blocked": 0,
      // An order that the journal does not know must not look like one that is not due.
      "--order none --older-than 60d": 7,
      "--json --format prometheus": 2,
    };
    const lines = Object.keys(expected).map((line) => `status ${line}`.trim());
    const all = await certorderEach(lines, { CERTORDER_JOURNAL: folder });
    expect(Object.fromEntries(all.map(({ code }, index) => [Object.keys(expected)[index], code]))).toEqual(
      expected,
    );
    expect(all.at(-2)?.stderr).toContain("does not know an order that --order names");
    expect(all[9]?.stdout).toBe("No order matches.\n");
  });

  test("says that a journal is empty", async () => {
    const { folder, run } = await open();
    expect(await run("")).toMatchObject({ code: 0, stdout: "The journal is empty.\n" });
    expect(await run("--blocked")).toMatchObject({ code: 0 });
    expect(JSON.parse((await run("--json")).stdout)).toEqual({ journal: folder, orders: [] });
    const prometheus = await run("--format prometheus");
    expect(parsePrometheus(prometheus.stdout.trimEnd())).toEqual([]);
  });
});

test("certorder status --web takes no filter, and serves nothing without a journal", async () => {
  const runs = await certorderEach([
    { args: ["status", "--web", "--blocked"], env: { CERTORDER_JOURNAL: newJournal() } },
    { args: ["status", "--open"], env: { CERTORDER_JOURNAL: newJournal() } },
    { args: ["status", "--web", "--journal", "/nowhere/journal"] },
  ]);
  expect(runs.map(({ code, stderr }) => [code, stderr.split("\n")[0]])).toEqual([
    [2, "✗ --web shows all orders, and the page has a search of its own."],
    [2, "✗ --open needs --web."],
    [7, expect.stringContaining("/nowhere/journal")],
  ]);
});
