import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openOrders } from "../../../../src/cli/orders/index.ts";
import { anyText } from "../../../harness/any-text.ts";
import { fileWith, rowsOf } from "../../../harness/cli/orders-file.ts";
import { csr, names } from "../../../harness/cli/service.ts";
import { collect } from "../../../harness/collect.ts";
import { seed } from "../../../harness/seed.ts";

describe("A file of orders", () => {
  test("has values of the contract's kinds, on the lines where they begin", async () => {
    const csv = [
      "\ufefforder_id,dns_names,validity_days,i_know_will_revoke_last_cert,sign_hash,latest",
      'a,"a.example, b.example",90,true,sha256,',
      "",
      'b,"[""c.example""]",,FALSE,"sha\r\n256",true',
      "c,,,,,",
    ].join("\r\n");
    expect(
      await rowsOf(fileWith(csv), { extraColumns: ["latest"], defaults: { sign_hash: "sha384" } }),
    ).toEqual([
      {
        line: 2,
        values: {
          order_id: "a",
          dns_names: ["a.example", "b.example"],
          validity_days: 90,
          i_know_will_revoke_last_cert: true,
          sign_hash: "sha256",
        },
        extra: {},
      },
      {
        line: 4,
        values: {
          order_id: "b",
          dns_names: ["c.example"],
          i_know_will_revoke_last_cert: false,
          sign_hash: "sha\r\n256",
        },
        extra: { latest: "true" },
      },
      { line: 6, values: { order_id: "c", sign_hash: "sha384" }, extra: {} },
    ]);
  });

  test("may be NDJSON, with the same names", async () => {
    const lines = [
      '{"order_id":"a","dns_names":["a.example"],"validity_days":90,"latest":true}',
      "",
      ' {"order_id":"b","sign_hash":null} ',
    ];
    expect(
      await rowsOf(fileWith(`\n${lines.join("\r\n")}`), {
        extraColumns: ["latest"],
        defaults: { sign_hash: "sha384" },
      }),
    ).toEqual([
      {
        line: 2,
        values: { order_id: "a", dns_names: ["a.example"], validity_days: 90, sign_hash: "sha384" },
        extra: { latest: "true" },
      },
      { line: 4, values: { order_id: "b", sign_hash: "sha384" }, extra: {} },
    ]);
  });

  test("names CSR files from its own folder, and what is used is what was checked", async () => {
    const path = fileWith("order_id,csr_file\na,csrs/a.pem\n");
    const folder = join(dirname(path), "csrs");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.pem"), csr);
    await using orders = await openOrders(path);
    rmSync(folder, { recursive: true });
    writeFileSync(path, "order_id\nb\n");
    const [row] = await collect(orders.rows());
    expect(row?.values).toEqual({ order_id: "a", csr, common_name: names[0], dns_names: [...names] });
  });

  test("takes the names of a CSR only where neither row nor defaults have a name", async () => {
    const csv = `order_id,csr,common_name\na,"${csr}",\nb,"${csr}",b.example\n`;
    const namesIn = async (defaults: object) =>
      (await rowsOf(fileWith(csv), { defaults: { ...defaults } })).map(({ values }) => [
        values.common_name,
        values.dns_names,
      ]);
    expect(await namesIn({})).toEqual([
      [names[0], [...names]],
      ["b.example", undefined],
    ]);
    expect(await namesIn({ dns_names: ["d.example"] })).toEqual([
      [undefined, ["d.example"]],
      ["b.example", ["d.example"]],
    ]);
    const fromDefaults = await rowsOf(fileWith("order_id\na\n"), { defaults: { csr } });
    expect(fromDefaults[0]?.values).toMatchObject({ csr, common_name: names[0] });
  });

  // A carriage return alone ends no line, unless no other character does.
  const cell = anyText({ maxLength: 12 }).filter((text) => !text.includes("\0") && text.isWellFormed());
  const orders = fc.uniqueArray(
    fc.record({
      order_id: fc.stringMatching(/^[a-z0-9]{1,8}$/),
      sign_hash: cell,
      csr_from: cell,
      note: cell,
    }),
    { selector: ({ order_id }) => order_id, minLength: 1, maxLength: 8 },
  );
  const columns = ["order_id", "sign_hash", "csr_from", "note"] as const;
  const expected = (rows: readonly Record<string, string>[]) =>
    rows.map(({ note = "", ...values }) => ({
      values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
      extra: note === "" ? {} : { note },
    }));
  const read = async (content: string) =>
    (await rowsOf(fileWith(content), { extraColumns: ["note"] })).map(({ values, extra }) => ({
      values,
      extra,
    }));

  test("What a writer of RFC 4180 writes is read back", async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        async (rows, lineEnd, isEnded) => {
          const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
          const lines = [
            columns.join(","),
            ...rows.map((row) => columns.map((name) => quoted(row[name])).join(",")),
          ];
          expect(await read(lines.join(lineEnd) + (isEnded ? lineEnd : ""))).toEqual(expected(rows));
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  test("What is written as NDJSON is read back", async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (rows) => {
        const content = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
        expect(await read(content)).toEqual(rows.map(({ note, ...values }) => ({ values, extra: { note } })));
      }),
      { seed, numRuns: 200 },
    );
  });
});
