import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedMirror } from "../../harness/terraform/tofu.ts";
import { openBrokenRoutes } from "./broken-routes.ts";
import { acceptingRoutes, cells, type EchoRoute, startHostileService } from "./hostile-service.ts";
import type { Interface } from "./interface.ts";
import { crashing, crashWithSecret, missingTexts, unredacted, verboseNode } from "./interface.ts";
import { configuration, literals, oneReissue, pastedKey } from "./provider-configuration.ts";
import { storedAttributes } from "./stored.ts";
import { TalkativeWorkspace } from "./talkative-workspace.ts";

const mayStore = ["certorder_callback_check.access_key", "certorder_callback_test.access_key"];

/** OpenTofu with the installed provider: what it prints, logs, plans and stores, and what is left of a crash. */
export const provider: Interface = {
  name: "provider",

  async look({ quick }) {
    const mirror = installedMirror();
    const service = await startHostileService();
    await using ways = await openBrokenRoutes();
    const url = `http://127.0.0.1:${service.port}`;
    const [proxied] = ways.dead.filter(({ env }) => env.HTTPS_PROXY?.startsWith("http:"));
    const deadEnds = [...new Set(ways.dead.map(({ baseUrl }) => baseUrl))];
    const within = (...doings: readonly Doing[]) =>
      Promise.all(
        doings.map(async (doing) => {
          const workspace = new TalkativeWorkspace(mirror, url, proxied?.env ?? {});
          await doing(workspace);
          return workspace.left();
        }),
      );

    const [echoed = [], aside = []] = await within(
      async (at) => {
        await echoes(at, cells(quick), quick ? deadEnds.slice(-1) : deadEnds);
        await successes(at);
      },
      async (at) => {
        await mistakes(at);
        if (!quick) await talkative(at);
        await crash(at);
      },
    );
    takeRedactionOut(mirror);
    const some = cells(true).filter((_, index) => index % 3 === 0);
    const control = await within(
      (at) => echoes(at, some, []),
      (at) => crash(at, crashWithSecret),
    );
    await service.close();
    const places = [...echoed, ...aside];
    const isStored = storedAttributes().join() === mayStore.join();
    return {
      places,
      control: control.flat(),
      failures: [
        ...(isStored ? [] : [`A state stores secrets in ${storedAttributes()}, and may in ${mayStore}.`]),
        ...missingTexts(places, [
          "Nothing was sent",
          "The service refused the request",
          "The outcome is unknown",
          "The answer of a successful request is lost",
          "Apply complete!",
          "holds a private key",
          "Crashed on purpose.",
          ...["key", "unused", "long"].map((name) => `"literal_${name}":`),
        ]),
      ],
    };
  },
};

type Doing = (at: TalkativeWorkspace) => Promise<void>;

const many = "-parallelism=40";

async function echoes(at: TalkativeWorkspace, wanted: readonly EchoRoute[], deadEnds: readonly string[]) {
  at.write(configuration(wanted, deadEnds, "sha256"));
  await at.does(["init"]);
  await at.does(["plan", "-out=first.plan", many]);
  await at.does(["apply", many, "first.plan"]);
}

/** Reissues once more what was accepted. The rest, of which some is open, is removed. */
async function successes(at: TalkativeWorkspace) {
  at.write(configuration(acceptingRoutes, [], "sha384"));
  await at.does(["plan", "-out=second.plan", "-refresh=false", many]);
  await at.does(["show", "second.plan"]);
  await at.does(["show", "-json", "second.plan"]);
  await at.does(["apply", many, "second.plan"]);
  await at.does(["plan", "-out=third.plan"]);
  await at.does(["show"]);
  await at.does(["show", "-json"]);
  await at.does(["state", "pull"]);
  await at.does(["output"]);
  await at.does(["output", "-json"]);
}

/** A private key in the place of a signing request, and secrets that the configuration spells out. */
async function mistakes(at: TalkativeWorkspace) {
  at.write(pastedKey);
  await at.does(["init"]);
  await at.does(["validate"]);
  await at.does(["plan", "-out=pasted.plan"]);
  at.write("");
  at.write(literals, "literal.tf");
  await at.does(["plan"]);
  at.write("", "literal.tf");
}

async function talkative(at: TalkativeWorkspace) {
  at.write(oneReissue("talkative"));
  await at.does(["apply", "-auto-approve"], verboseNode);
}

async function crash(at: TalkativeWorkspace, note: NodeJS.ProcessEnv = {}) {
  at.write(oneReissue("crash"));
  await at.does(["init"]);
  await at.does(["apply", "-auto-approve"], { ...crashing(at.folder), ...note });
}

/** Puts the provider as it was compiled, without its redaction, in the place of the one that was bundled of it. */
function takeRedactionOut(mirror: string): void {
  const compiled = join(import.meta.dirname, "..", "..", "..", "build", "provider", "main.js");
  const program = `#!/bin/sh\nexec node ${unredacted.NODE_OPTIONS} ${compiled}\n`;
  for (const name of readdirSync(mirror, { recursive: true, encoding: "utf8" }))
    if (/terraform-provider-certorder_v[^/]*$/.test(name)) writeFileSync(join(mirror, name), program);
}
