import { codec } from "../../../../src/plugin/protobuf/messages.ts";
import { type Core, write } from "../../../../src/plugin/testing/core.ts";
import { completeConfig, readCoreSchema } from "../../../../src/plugin/testing/schema.ts";
import { encodeValue } from "../../../../src/plugin/values/encoding.ts";
import { csr, ProviderWithSandbox, site } from "../../../harness/provider/provider.ts";

export interface RecordedCall {
  readonly path: string;
  readonly message: Buffer;
}

/** Every call of a core that plans, applies, refreshes, imports and destroys, and those for which it needs no state. */
export async function recordedCalls(): Promise<readonly RecordedCall[]> {
  await using stage = await ProviderWithSandbox.open();
  const { workspace } = stage;
  const calls: RecordedCall[] = [];
  await workspace.restart({ journal: "none" });
  record(workspace.core, calls);
  await workspace.core.configure({ journal: "none" });
  const reissue = workspace.resource("certorder_reissue");
  await reissue.apply(site);
  await reissue.apply({ ...site, triggers: { why: "again" } });
  const { certificate_id: latest } = reissue.state ?? {};
  await reissue.destroy();
  await workspace.resource("certorder_reissue").import(`order-ssl-1/${latest}`);
  const check = { url: "https://callback.example.test/", access_key: "key" };
  // No receiver is there to be called back. The apply fails, and its calls are recorded.
  const applied = workspace.resource("certorder_callback_check").apply(check);
  await applied.catch(() => {});
  const { data_source_schemas, action_schemas } = await workspace.core.providerSchema();
  const configured = (kind: "data" | "action", schema: Parameters<typeof readCoreSchema>[1]) => {
    const read = readCoreSchema(kind, schema);
    return write(completeConfig(read, check), read.type);
  };
  const name = "certorder_callback_test";
  const read = codec.encode("ReadDataSourceRequest", {
    type_name: name,
    config: configured("data", data_source_schemas[name]),
  });
  const invoke = codec.encode("ActionRequest", {
    action_type: name,
    config: configured("action", action_schemas[name]?.schema),
  });
  const argument = { msgpack: encodeValue(csr, "string") };
  const more = {
    ValidateDataResourceConfig: read,
    ReadDataSource: read,
    CallFunction: codec.encode("CallFunctionRequest", { name: "parse_csr", arguments: [argument] }),
    ValidateActionConfig: invoke,
    PlanAction: invoke,
    InvokeAction: invoke,
  };
  for (const [method, message] of Object.entries(more))
    calls.push({ path: `/tfplugin6.Provider/${method}`, message: Buffer.from(message) });
  // The call that ends the process is tried apart.
  return calls.filter(({ path }) => path.startsWith("/tfplugin6.Provider/"));
}

function record({ channel }: Core, calls: RecordedCall[]): void {
  const raw = channel.raw.bind(channel);
  channel.raw = (path, pieces, headers) => {
    calls.push({ path, message: Buffer.concat(pieces).subarray(5) });
    return raw(path, pieces, headers);
  };
}
