import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { defineEphemeralResource, defineListResource } from "../../../src/plugin/index.ts";
import { ProtobufError, type Scalar } from "../../../src/plugin/protobuf/codec.ts";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { providerService } from "../../../src/plugin/rpc/methods.ts";

const proto = readFileSync(new URL("../../../src/plugin/tfplugin6.proto", import.meta.url), "utf8");

describe("The messages", () => {
  test("are the ones of tfplugin6.proto", () => {
    expect(parseMessages(proto)).toEqual(codec.table);
  });

  test("belong to the methods of tfplugin6.proto", () => {
    defineEphemeralResource();
    defineListResource();
    const methods = [...proto.matchAll(/rpc (\w+)\(/g)].map(([, name]) => `/tfplugin6.Provider/${name}`);
    const served = providerService().map(([path]) => path);
    expect(served.sort()).toEqual(methods.sort());
  });
});

// Random messages: test/proof/hostile/targets/protobuf.ts.
describe("The codec", () => {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

  test("writes what protobuf writes", () => {
    const diagnostic = codec.encode("Diagnostic", {
      severity: 1,
      summary: "No",
      attribute: { steps: [{ attribute_name: "a" }, { element_key_int: 0 }] },
    });
    expect(hex(diagnostic)).toBe("080112024e6f22090a030a01610a021800");
    expect(hex(codec.encode("Schema", { version: 300, block: {} }))).toBe("08ac021200");
    expect(hex(codec.encode("RawState", { flatmap: { a: "b" } }))).toBe("12060a0161120162");
  });

  test("leaves out zeros, except where absence means something", () => {
    expect(hex(codec.encode("Diagnostic", { severity: 0, summary: "" }))).toBe("");
    expect(hex(codec.encode("FunctionError", { text: "", function_argument: 0 }))).toBe("1000");
    expect(codec.decode("FunctionError", new Uint8Array())).toEqual({
      text: "",
      function_argument: undefined,
    });
  });

  test("keeps negative and large integers", () => {
    for (const version of [-1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 32]) {
      expect(codec.decode("Schema", codec.encode("Schema", { version })).version).toBe(version);
    }
  });

  test("skips fields that it does not know", () => {
    const known = codec.encode("FunctionError", { text: "x" });
    const future = Buffer.from(
      "f801 05 f9 01 0102030405060708 fa01 02 6162 fd01 01020304".replaceAll(" ", ""),
      "hex",
    );
    expect(codec.decode("FunctionError", Buffer.concat([future, known])).text).toBe("x");
  });

  test("refuses what is malformed", () => {
    for (const bytes of ["0a", "0a05616263", "0aff", "08", "0b", "0a02c328", "08ffffffffffffffffffffff01"]) {
      expect(() => codec.decode("FunctionError", Buffer.from(bytes, "hex"))).toThrow(ProtobufError);
    }
    expect(() => codec.decode("Schema", Buffer.from("08ffffffffffffffff7f", "hex"))).toThrow("out of range");
  });
});

/** Just enough of the proto language to read our own file. */
function parseMessages(source: string): Record<string, Record<string, unknown>> {
  const text = source.replace(/\/\/.*$/gm, "");
  const enums = new Set([...text.matchAll(/enum (\w+)/g)].map(([, name]) => name));
  const fieldKind = (name: string): Scalar | string => (enums.has(name) ? "enum" : name);
  const messages: Record<string, Record<string, unknown>> = {};
  for (const [, name = "", body = ""] of text.matchAll(/message (\w+) \{((?:[^{}]|\{[^{}]*\})*)\}/g)) {
    const fields: Record<string, unknown> = {};
    const oneofs = [...body.matchAll(/oneof \w+ \{([^}]*)\}/g)].map(([, inner]) => inner).join();
    for (const match of body.matchAll(/(?:(repeated|optional) )?(map<string, (\w+)>|\w+) (\w+) = (\d+);/g)) {
      const [whole, prefix, kind = "", mapped, field = "", number] = match;
      const label = mapped ? "map" : (prefix ?? (oneofs.includes(whole) ? "optional" : undefined));
      fields[field] = [Number(number), fieldKind(mapped ?? kind), ...(label === undefined ? [] : [label])];
    }
    messages[name] = fields;
  }
  return messages;
}
