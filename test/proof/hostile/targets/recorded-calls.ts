import { codec } from "../../../../src/plugin/protobuf/messages.ts";
import type { Core } from "../../../../src/plugin/testing/core.ts";
import { write } from "../../../../src/plugin/testing/core.ts";
import { completeConfig, readCoreSchema } from "../../../../src/plugin/testing/schema.ts";
import { csr, ProviderWithSandbox, site } from "../../../harness/provider/provider.ts";

/** A call to the provider as a core makes it. */
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
  await workspace
    .resource("certorder_callback_check")
    .apply(check)
    .catch(() => {});
  const { data_source_schemas, action_schemas } = await workspace.core.providerSchema();
  const dataSource = readCoreSchema("data", data_source_schemas.certorder_callback_test);
  const action = readCoreSchema("action", action_schemas.certorder_callback_test?.schema);
  const read = {
    type_name: "certorder_callback_test",
    config: write(completeConfig(dataSource, check), dataSource.type),
  };
  const invoke = {
    action_type: "certorder_callback_test",
    config: write(completeConfig(action, check), action.type),
  };
  const argument = {
    msgpack: Buffer.concat([Buffer.from([0xda, csr.length >> 8, csr.length & 0xff]), Buffer.from(csr)]),
  };
  const more = {
    GetMetadata: codec.encode("Empty", {}),
    ValidateDataResourceConfig: codec.encode("ReadDataSourceRequest", read),
    ReadDataSource: codec.encode("ReadDataSourceRequest", read),
    CallFunction: codec.encode("CallFunctionRequest", { name: "parse_csr", arguments: [argument] }),
    ValidateActionConfig: codec.encode("ActionRequest", invoke),
    PlanAction: codec.encode("ActionRequest", invoke),
    InvokeAction: codec.encode("ActionRequest", invoke),
  };
  for (const [name, message] of Object.entries(more))
    calls.push({ path: `/tfplugin6.Provider/${name}`, message: Buffer.from(message) });
  // What ends the process is tried apart.
  return calls.filter(({ path }) => path.startsWith("/tfplugin6.Provider/"));
}

function record({ channel }: Core, calls: RecordedCall[]): void {
  const raw = channel.raw.bind(channel);
  channel.raw = (path, pieces, headers) => {
    calls.push({ path, message: Buffer.concat(pieces).subarray(5) });
    return raw(path, pieces, headers);
  };
}
