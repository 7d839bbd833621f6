import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { registryHosts } from "../../../src/cli/provider-files.ts";
import { newFolder } from "../../harness/cli/cli.ts";

test("The programs that are asked for their registry do not get the keys", async () => {
  const program = join(newFolder(), "tofu");
  const says = `provider[\${CERTORDER_AUTH_KEY:-registry.example}/certorder/certorder]`;
  writeFileSync(program, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  vi.stubEnv("CERTORDER_AUTH_KEY", "a-secret");
  expect(await registryHosts([program])).toEqual(["registry.example"]);
  vi.unstubAllEnvs();
});
