import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { reissueInputs, runAction } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { certorderProcess as certorder } from "../../harness/cli/cli.ts";
import { confirmedRequest, service } from "../../harness/cli/service.ts";
import { S3Server } from "../../harness/journal/s3-server.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { OddStore } from "../journal/odd-store.ts";

/** What every source gives out, in the names of Amazon's programs. */
const given = { AccessKeyId: "given-key", SecretAccessKey: "given-secret", SessionToken: "given-token" };
const { AccessKeyId, SecretAccessKey, SessionToken } = given;

const server = await S3Server.start();
const store = await OddStore.start(server.port);
// The store behind accepts any credentials. This one accepts only the ones that had to be found.
store.oddity = {
  instead: ({ headers }) =>
    headers.authorization?.includes(`Credential=${AccessKeyId}/`) &&
    headers["x-amz-security-token"] === SessionToken
      ? undefined
      : { status: 403, code: "InvalidAccessKeyId" },
};

const machine = "/latest/meta-data/iam/security-credentials/";

/** Gives roles out as Amazon does: to a container, to a machine, and for a web identity. */
const roles = createServer(async (question, answer) => {
  const { headers, url } = question;
  const asked = await text(question);
  const Expiration = new Date(Date.now() + 3_600_000).toISOString();
  const isContainer = url === "/container" && headers.authorization === "of-a-container";
  const isMachine = url === `${machine}role` && headers["x-aws-ec2-metadata-token"] === "of-a-machine";
  if (isContainer || isMachine)
    return answer.end(JSON.stringify({ Code: "Success", ...given, Token: SessionToken, Expiration }));
  if (url === "/latest/api/token") return answer.end("of-a-machine");
  if (url === machine) return answer.end("role");
  if (new URLSearchParams(asked).get("WebIdentityToken") !== "of-a-web-identity")
    return answer.writeHead(403).end();
  const members = Object.entries({ ...given, Expiration }).map(
    ([name, value]) => `<${name}>${value}</${name}>`,
  );
  const [response, result] = ["AssumeRoleWithWebIdentityResponse", "AssumeRoleWithWebIdentityResult"];
  return answer.end(
    `<${response} xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${result}><Credentials>${members.join("")}</Credentials></${result}></${response}>`,
  );
});
const address = `http://127.0.0.1:${await onLoopback(roles)}`;
atTheEnd(() => {
  roles.close();
  roles.closeAllConnections();
});

function file(content: string): string {
  const path = join(newFolder("aws-"), "file");
  writeFileSync(path, content);
  return path;
}

const keys = `aws_access_key_id = ${AccessKeyId}\naws_secret_access_key = ${SecretAccessKey}\naws_session_token = ${SessionToken}\n`;
const printed = file(JSON.stringify({ Version: 1, ...given }));

/** Nothing of this machine's own. */
const nowhere = {
  AWS_CONFIG_FILE: "/none",
  AWS_SHARED_CREDENTIALS_FILE: "/none",
  AWS_EC2_METADATA_DISABLED: "true",
};

// Each interface has Amazon's package in another form: as it is, and in two kinds of bundles.
describe.each<[string, Readonly<Record<string, string>>]>([
  ["a profile", { AWS_PROFILE: "journal", AWS_SHARED_CREDENTIALS_FILE: file(`[journal]\n${keys}`) }],
  ["a program", { AWS_CONFIG_FILE: file(`[default]\ncredential_process = cat ${printed}\n`) }],
  [
    "a web identity",
    {
      AWS_WEB_IDENTITY_TOKEN_FILE: file("of-a-web-identity"),
      AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/certorder-journal",
      AWS_ENDPOINT_URL_STS: address,
    },
  ],
  [
    "the role of a container",
    {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${address}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: "of-a-container",
    },
  ],
  [
    "the role of a machine",
    { AWS_EC2_METADATA_SERVICE_ENDPOINT: address, AWS_EC2_METADATA_DISABLED: "false" },
  ],
])("A journal in S3 can be used with credentials from %s", (_, found) => {
  const env = { ...nowhere, ...found };

  test("The command line uses the credentials", async () => {
    const sandbox = await service();
    const journal = { CERTORDER_JOURNAL: await server.newJournal(store.port) };
    const args = ["reissue", "order-1", ...confirmedRequest()];
    const { code, stderr } = await certorder(args, { env: { ...sandbox.env, ...env, ...journal } });
    expect(code, stderr).toBe(0);
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test("The action uses the credentials", async () => {
    const sandbox = await service(["order-ssl-1"]);
    const github = await FakeGitHub.start();
    const journal = { journal: await server.newJournal(store.port), "idempotency-key": "once" };
    const { code, said } = await runAction({
      sandbox,
      env,
      github,
      inputs: { ...reissueInputs, ...journal },
    });
    await github.close();
    expect(code, said).toBe(0);
    expect(sandbox.reissues("order-ssl-1")).toBe(1);
  });

  test("The provider uses the credentials", async () => {
    const CERTORDER_JOURNAL = await server.newJournal(store.port);
    const journal = { CERTORDER_JOURNAL };
    await using stage = await TerraformWithSandbox.applied(reissue(), { env: { ...env, ...journal } });
    expect(stage.reissues()).toBe(1);
  });
});
