import { codec } from "../../../../src/plugin/protobuf/messages.ts";
import { framed } from "../../../../src/plugin/testing/channel.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { msgpack, protobuf } from "../fuzz/formats.ts";
import { mutatedJson } from "../fuzz/json.ts";
import type { Target } from "../fuzz/target.ts";
import { mutatedTree, type Tree } from "../fuzz/tree.ts";
import { ProviderUnderAttack } from "./provider.ts";
import { type RecordedCall, recordedCalls } from "./recorded-calls.ts";

/** The statuses that this server answers with, in src/plugin/grpc/status.ts. */
const known: readonly number[] = [0, 3, 8, 12, 13, 14];
const probeEvery = 25;

let recording: ReturnType<typeof recordedCalls> | undefined;

/** The provider's process, with calls whose frames, messages, values and stored states are not quite right. */
export const target: Target = {
  lanes: 2,
  async open() {
    recording ??= recordedCalls();
    const calls = await recording;
    const seeds = calls.map(({ message }) => protobuf.read(message));
    const values = seeds.flatMap(leavesOf).filter(isValue).map(msgpack.read);
    const provider = await ProviderUnderAttack.start(true);
    let attacks = 0;

    function hostileMessage(random: Random, { message }: RecordedCall): Buffer {
      if (random.below(2) === 0) return mutatedTree(random, protobuf, [protobuf.read(message), ...seeds]);
      const changed = withLeaves(protobuf.read(message), (leaf) => {
        if (isValue(leaf) && random.below(2) === 0)
          return mutatedTree(random, msgpack, [msgpack.read(leaf), ...values]);
        if (leaf[0] === 0x7b) return Buffer.from(mutatedJson(random, JSON.parse(leaf.toString())));
        return leaf;
      });
      return protobuf.write(changed);
    }

    async function shutDown(): Promise<void> {
      const { code, signal } = await provider.core.shutDown();
      if (code !== 0) throw new Error(`shut down, the provider ended with ${signal ?? code}`);
      await provider.restart();
    }

    return {
      async attack(random) {
        if (random.below(200) === 0) return shutDown();
        const call = random.pick(calls);
        const message = hostileMessage(random, call);
        const frame = random.below(8) === 0 ? mutatedBytes(random, framed(message)) : framed(message);
        const before = lastRequest(provider);
        const { grpcStatus } = await provider.core.channel
          .raw(call.path, [frame])
          .catch(async (error: unknown) => {
            await provider.expectService();
            throw new Error(`${call.path}: ${error}`);
          });
        if (!known.includes(grpcStatus)) throw new Error(`${call.path}: status ${grpcStatus}`);
        const sent = provider.sandbox.requests.filter(
          ({ seq, operation }) => seq > before && operation === "reissue",
        );
        if (sent.length > 1) throw new Error(`${call.path}: ${sent.length} reissues`);
        if (++attacks % probeEvery === 0) await probe(provider, calls);
      },
      close: () => provider.close(),
    };
  },
};

function lastRequest({ sandbox }: ProviderUnderAttack): number {
  return sandbox.requests.at(-1)?.seq ?? 0;
}

/** The next core that configures the provider, and plans, is answered as the first one was. */
async function probe(provider: ProviderUnderAttack, calls: readonly RecordedCall[]): Promise<void> {
  await provider.expectService();
  const answered = async (name: string) => {
    const { path, message } = calls.find((call) => call.path.endsWith(`/${name}`)) as RecordedCall;
    return provider.core.channel.unary(path, ofAnotherOrder(message));
  };
  const { diagnostics } = codec.decode("ConfigureProviderResponse", await answered("ConfigureProvider"));
  const planned = codec.decode("PlanResourceChangeResponse", await answered("PlanResourceChange"));
  const error = [...diagnostics, ...planned.diagnostics].find(({ severity }) => severity === 1);
  if (error) throw new Error(`a good plan fails: ${error.summary}: ${error.detail}`);
}

/** Of the recorded order a changed call may have told this process anything; of this one, with a name as long, nothing. */
function ofAnotherOrder(message: Buffer): Buffer {
  return Buffer.from(message.toString("latin1").replaceAll("order-ssl-1", "order-probe"), "latin1");
}

function leavesOf(trees: readonly Tree[]): Buffer[] {
  return trees.flatMap(({ content }) => (Buffer.isBuffer(content) ? [content] : leavesOf(content)));
}

function withLeaves(trees: readonly Tree[], change: (leaf: Buffer) => Buffer): Tree[] {
  return trees.map(({ tag, content }) => ({
    tag,
    content: Buffer.isBuffer(content) ? change(content) : withLeaves(content, change),
  }));
}

/** Whole objects begin with a byte that no text of ours begins with. */
function isValue(leaf: Buffer): boolean {
  return leaf[0] === 0xde;
}
