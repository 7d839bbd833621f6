import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../src/version.ts";
import { ReleaseServer } from "../../test/harness/release-server.ts";
import { Person } from "./run.ts";
import type { Stage } from "./stage.ts";

/** The install script of the release, with the release behind an address of this machine. */
export const install: Stage = {
  name: "install",
  tries: "install.sh over https, then the program: a sandbox, a reissue, the provider",
  tools: ["tofu"],
  async run({ release, repository }) {
    const files = readdirSync(release).map((name) => ({ name, data: readFileSync(join(release, name)) }));
    const server = await ReleaseServer.start(files);
    const person = new Person({ ...server.env, CERTORDER_ATTESTATION: "skip" });
    await person.shell(
      `curl --fail --silent --show-error --remote-name '${server.url}/install.sh'
sh install.sh`,
      `certorder ${version}`,
    );
    await person.shell(
      `export PATH="$HOME/.local/bin:$PATH"
eval "$(certorder sandbox --receiver --background)"
trap 'kill "$CERTORDER_SANDBOX_PID"' EXIT
certorder callback-test
certorder reissue order-ssl-1 --sign-hash sha256 --csr-file '${repository}/examples/site.csr' \\
  --common-name www.example.com --dns-names www.example.com,example.com --yes --idempotency-key ticket-1
certorder status
certorder provider install --json`,
      "pass The callback answered",
      "order-ssl-1",
      '"node": null',
    );
  },
};
