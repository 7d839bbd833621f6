import { ProtobufError } from "../../../../src/plugin/protobuf/codec.ts";
import { codec, type MessageName } from "../../../../src/plugin/protobuf/messages.ts";
import { protobuf } from "../fuzz/formats.ts";
import type { Target } from "../fuzz/target.ts";
import { mutatedTree } from "../fuzz/tree.ts";

const value = { msgpack: Buffer.from("82a161a162a163c0", "hex"), json: Buffer.from('{"a":"b"}') };
const attribute = { name: "a", type: Buffer.from('"string"'), required: true, description: "A text." };
const diagnostic = {
  severity: 1,
  summary: "No",
  attribute: { steps: [{ attribute_name: "a" }, { element_key_int: -1 }, { element_key_string: "k" }] },
};
const names = Object.keys(codec.table) as MessageName[];
const seeds = [
  codec.encode("Schema", { version: 300, block: { attributes: [attribute, attribute] } }),
  codec.encode("GetProviderSchemaResponse", {
    resource_schemas: { a: { version: 1, block: { attributes: [attribute] } }, b: {} },
    diagnostics: [diagnostic],
  }),
  codec.encode("ApplyResourceChangeRequest", {
    type_name: "certorder_reissue",
    prior_state: value,
    planned_state: value,
    config: value,
    planned_private: Buffer.from("private"),
  }),
  codec.encode("UpgradeResourceStateRequest", {
    type_name: "t",
    version: 1,
    raw_state: { flatmap: { a: "b" } },
  }),
  codec.encode("CallFunctionRequest", { name: "parse_csr", arguments: [value, value] }),
  codec.encode("InvokeActionEvent", { completed: { diagnostics: [diagnostic] } }),
].map((bytes) => protobuf.read(Buffer.from(bytes)));

/** Every message of the protocol, from bytes of any other. What can be read is read as the same when written again. */
export const target: Target = {
  open: async () => ({
    attack(random) {
      const name = random.pick(names);
      const bytes = mutatedTree(random, protobuf, seeds);
      try {
        const message = codec.decode(name, bytes);
        const written = codec.encode(name, message);
        const again = codec.encode(name, codec.decode(name, written));
        if (!Buffer.from(written).equals(again))
          throw new Error(`${name} changes when written: ${bytes.toString("hex")}`);
      } catch (error) {
        if (!(error instanceof ProtobufError)) throw error;
      }
    },
  }),
};
