import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fixture } from "../../harness/csr/build.ts";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  reissue,
  shownLine,
  shownLines,
  TerraformWithSandbox,
} from "../../harness/terraform/terraform-with-sandbox.ts";

// A colleague reissued with another request. The configuration gets what the message shows, and nothing else.

const site = "certorder_reissue.site";
const theirs = { signHash: "sha384", validityDays: 90, csr: fixture("p256") };

describe.each(cores)("%s", (_, program) => {
  test.concurrent.for([
    "a new resource",
    "a changed resource",
    "an unchanged resource",
    "an import",
  ] as const)(
    "adopts the certificate of another request for %s by the values and the CSR that the message shows",
    async (kind) => {
      const isStored = kind.endsWith("changed resource");
      await using stage = isStored
        ? await TerraformWithSandbox.applied(reissue(), { program })
        : await TerraformWithSandbox.begun(reissue(), { program });
      const { certificateId } = await stage.reissuesElsewhere(theirs);
      const made = stage.reissues();
      if (kind === "an import") {
        const { exit, text } = await stage.workspace.start(["import", site, `o-1/${certificateId}`]).ended;
        expect(exit, text).toBe(0);
      }
      stage.workspace.write(reissue(kind === "a changed resource" ? { sign_hash: "sha512" } : {}));
      const run = kind === "an unchanged resource" ? await stage.workspace.plan() : await stage.refuses();
      const values = [
        ...shownLines(run)
          .join("\n")
          .matchAll(/^(\w+): (.*) there, .* here$/gm),
      ];
      const shown = Object.fromEntries(values.map(([, name = "", value = ""]) => [name, value]));
      expect(shown, run.text).toEqual({
        csr: expect.stringMatching(/^public key /),
        sign_hash: '"sha384"',
        validity_days: "90",
      });
      const save = shownLine(run, "certorder journal show");
      const saved = await stage.pastes(save);
      expect(saved.exit, saved.text).toBe(0);
      const csr = readFileSync(join(stage.workspace.folder, save.split("> ")[1] ?? ""), "utf8");

      const { csr: _fingerprint, ...others } = shown;
      const taken = Object.entries(others).map(([name, value]) => [name, JSON.parse(value)]);
      await stage.applies(reissue({ ...Object.fromEntries(taken), csr }));
      expect(stage.reissues()).toBe(made);
      expect(stage.workspace.attributes(site)).toMatchObject({
        certificate_id: certificateId,
        last_outcome: "done",
      });
    },
  );
});
