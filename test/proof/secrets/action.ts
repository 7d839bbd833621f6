import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAction } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { inTurn } from "../../harness/cli/cli.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { authority, keyId } from "../../harness/faults/faulty-service.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Step } from "./action-steps.ts";
import { callbackTest, mistakes, reissue, stepsOnRoute, stepsWithEchoingGitHub } from "./action-steps.ts";
import { openBrokenRoutes } from "./broken-routes.ts";
import { acceptingRoutes, cells, startHostileService } from "./hostile-service.ts";
import type { Interface } from "./interface.ts";
import { crashing, crashWithSecret, missingTexts, unredacted, verboseNode } from "./interface.ts";
import { filesIn } from "./search.ts";

/** The bundle as a runner starts it when a run is debugged: its log, its files, and what it tells GitHub. */
export const action: Interface = {
  name: "action",

  async look({ quick }) {
    const service = await startHostileService();
    await using ways = await openBrokenRoutes();
    const url = `http://127.0.0.1:${service.port}`;
    const echoes = cells(true).flatMap((cell) => [reissue(url, cell), callbackTest(url, cell)]);
    const others = [
      ...[...ways.dead, ways.open].flatMap(stepsOnRoute),
      ...mistakes(url),
      ...stepsWithEchoingGitHub(url),
    ];
    const steps = quick
      ? // Both operations, and every outcome, are among these.
        [...echoes.filter((_, index) => index % 6 === 4 || index % 12 === 7), ...everyFifth(others)]
      : [...echoes, ...others];
    const [accepted = ""] = acceptingRoutes;
    const debugged = { ...reissue(url, accepted), env: verboseNode };
    const crash = (note = {}) => ({ ...reissue(url, "crash"), crashes: true, env: note });

    const looked = await Promise.all([...steps, debugged, crash()].map(taken));
    const control = await Promise.all(
      [...everyFifth(echoes).map((step) => ({ ...step, env: unredacted })), crash(crashWithSecret)].map(
        taken,
      ),
    );
    await service.close();
    const places = looked.flatMap((each) => each.places);
    const outcomes = ["not-sent", "rejected", "unknown", "done-unread"];
    return {
      places,
      control: control.flatMap((each) => each.places),
      failures: [
        ...looked.flatMap((each) => each.failures),
        ...missingTexts(places, [
          ...outcomes.map((outcome) => `Reissue: ${outcome}`),
          "was reissued",
          "Crashed on purpose.",
        ]),
      ],
    };
  },
};

function everyFifth<T>(all: readonly T[]): T[] {
  return all.filter((_, index) => index % 5 === 0);
}

/** Takes a step on a new runner, and gathers all that is left of it. */
function taken(step: Step & { readonly crashes?: boolean }) {
  return inTurn(async () => {
    const folder = newFolder("certorder-secrets-");
    const inside = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const workspace = join(folder, "workspace");
    mkdirSync(workspace);
    for (const [name, content] of Object.entries(step.files ?? {}))
      writeFileSync(join(workspace, name), content);
    const github = await FakeGitHub.start();
    if (step.fault) github.faults.push({ ...step.fault });
    const { stdout, stderr } = await runAction({
      sandbox: { url: "", credentials: { keyId, authKey: canaries.authKey } },
      github,
      inputs: { "github-token": canaries.githubToken, ...step.inputs },
      env: {
        RUNNER_DEBUG: "1",
        ACTIONS_STEP_DEBUG: "true",
        ACTIONS_RUNNER_DEBUG: "true",
        GITHUB_OUTPUT: inside("output", ""),
        GITHUB_STEP_SUMMARY: inside("summary", ""),
        GITHUB_STATE: inside("state", ""),
        GITHUB_ENV: inside("env", ""),
        GITHUB_WORKSPACE: workspace,
        CERTORDER_MAX_TRIES: "2",
        CERTORDER_CA_FILE: inside("ca.pem", authority.pem),
        ...(step.crashes && crashing(folder)),
        ...step.env,
      },
      home: folder,
    });
    await github.close();
    const { rest, failures } = withoutMasks(stdout, step);
    const { deployments, issues } = github;
    const files = filesIn(folder).filter(({ name }) => !name.startsWith("workspace"));
    const places = [
      { name: "log", content: rest },
      { name: "stderr", content: stderr },
      { name: "GitHub's records and issues", content: JSON.stringify({ deployments, issues }) },
      ...files,
    ];
    return {
      places: places.map(({ name, content }) => ({ name: `${step.name}: ${name}`, content })),
      failures: [...failures, ...github.violations],
    };
  });
}

/**
 * The log without the lines that tell the runner what to hide. These hold a secret, and have to: one line for each that the
 * step was given, with all of it and nothing else. Whatever else holds one stays.
 */
function withoutMasks(log: string, { name, secrets }: Step): { rest: string; failures: string[] } {
  const lines = log.split("\n");
  const expected = new Map(secrets.map((secret) => [`::add-mask::${escaped(canaries[secret])}`, secret]));
  const masks = lines.filter((line) => expected.has(line));
  const missing = [...expected].filter(([line]) => masks.filter((mask) => mask === line).length !== 1);
  return {
    rest: lines.filter((line) => !expected.has(line)).join("\n"),
    failures: missing.map(([, secret]) => `${name}: ${secret} was not masked exactly once`),
  };
}

/** As the runner reads it. */
function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
