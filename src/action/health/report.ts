import type { GitHub } from "../github.ts";
import { explain } from "../github.ts";
import type { Runner } from "../runner.ts";
import type { Told } from "./body.ts";
import {
  changeComment,
  issueBody,
  misconfiguredTitle,
  recoveryComment,
  standardTitle,
  withMarker,
} from "./body.ts";
import { earlierResults } from "./earlier.ts";
import type { Found } from "./issues.ts";
import { Issues } from "./issues.ts";
import { marker } from "./marker.ts";
import type { Result, Thresholds } from "./state.ts";
import { kept, nextStep } from "./state.ts";

export interface Report {
  readonly checkId: string;
  readonly labels: readonly string[];
  readonly title: string;
  readonly thresholds: Thresholds;
  readonly branch: string | undefined;
}

export interface Reported {
  readonly issueNumber?: number;
  /** The last results with this one, newest last; empty when nothing is known of earlier ones. */
  readonly results: string;
}

/** Keeps the issue of a check up to date. What goes wrong with that is a warning: the verdict of the test stands. */
export async function reportHealth(
  report: Report,
  result: Result,
  told: Told,
  connect: () => Promise<GitHub>,
  runner: Runner,
): Promise<Reported> {
  try {
    const github = await connect();
    const issues = new Issues(github, report.labels, report.checkId);
    const [current, ...surplus] = await issues.open();
    const earlier = current ? "" : await earlierOrNothing(github, report, runner);
    const step = nextStep(current?.outage, earlier, result, report.thresholds);
    for (const extra of surplus) await closeSurplus(issues, extra, current?.number);
    const letter =
      result.misconfigured || result.verdict === "fail" ? "F" : result.verdict === "pass" ? "P" : "U";
    const results = kept((current?.outage.results ?? earlier) + letter);
    const sign = "outage" in step ? marker(report.checkId, step.outage) : "";
    switch (step.do) {
      case "nothing":
        return { results };
      case "open": {
        const title = report.title || (result.misconfigured ? misconfiguredTitle : standardTitle);
        const body = issueBody(step.outage, told, await issues.previous(), sign);
        return { issueNumber: await issues.create(title, body), results };
      }
      case "edit": {
        const { number, body } = current as Found;
        const passed = result.verdict === "pass";
        await issues.edit(
          number,
          passed ? withMarker(body, sign) : issueBody(step.outage, told, previousIn(body), sign),
        );
        if (step.changedFrom !== undefined)
          await issues.comment(number, changeComment(step.changedFrom, told));
        return { issueNumber: number, results };
      }
      case "close": {
        const { number, body } = current as Found;
        await issues.comment(number, recoveryComment(step.outage, told));
        await issues.close(number, withMarker(body, sign), "completed");
        return { issueNumber: number, results };
      }
    }
  } catch (error) {
    const lines = explain(error, "The issue could not be kept up to date", "issues: write");
    runner.warn("The verdict stands, but it was not reported", ...lines);
    return { results: "" };
  }
}

/** Without them the strip is short; only a threshold cannot do without. */
async function earlierOrNothing(github: GitHub, report: Report, runner: Runner): Promise<string> {
  try {
    return await earlierResults(github, report.branch);
  } catch (error) {
    if (report.thresholds.failures > 1)
      runner.warn(
        "Earlier failures are not counted",
        ...explain(error, "The runs before this one could not be read", "actions: read"),
      );
    return "";
  }
}

async function closeSurplus(issues: Issues, extra: Found, kept: number | undefined): Promise<void> {
  await issues.comment(extra.number, `Two runs reported the same outage; it is followed in #${kept}.`);
  await issues.close(extra.number, extra.body, "not_planned");
}

function previousIn(body: string): number | undefined {
  const [, number] = /^The outage before this one: #(\d{1,9})$/m.exec(body) ?? [];
  return number === undefined ? undefined : Number(number);
}
