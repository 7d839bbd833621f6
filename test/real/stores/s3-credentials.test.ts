import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { reissueInputs, runAction } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import { certorderProcess as certorder } from "../../harness/cli/cli.ts";
import { goodRequest, service } from "../../harness/cli/service.ts";
import { S3Server } from "../../harness/journal/s3-server.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { given, shown, startAwsRoles } from "../journal/aws-roles.ts";
import { OddStore } from "../journal/odd-store.ts";

const server = await S3Server.start();
const store = await OddStore.start(server.port);
const roles = await startAwsRoles();

beforeAll(() => {
  // The store behind accepts any credentials. This one accepts only the ones that had to be found.
  store.oddity = {
    instead: ({ headers }) =>
      headers.authorization?.includes(`Credential=${given.key}/`) &&
      headers["x-amz-security-token"] === given.token
        ? undefined
        : { status: 403, code: "InvalidAccessKeyId" },
  };
});

function file(content: string): string {
  const path = join(newFolder("aws-"), "file");
  writeFileSync(path, content);
  return path;
}

const keys = `aws_access_key_id = ${given.key}\naws_secret_access_key = ${given.secret}\naws_session_token = ${given.token}\n`;
const printed = JSON.stringify({
  Version: 1,
  AccessKeyId: given.key,
  SecretAccessKey: given.secret,
  SessionToken: given.token,
});
/** Nothing of this machine's own. */
const nowhere = {
  AWS_CONFIG_FILE: "/none",
  AWS_SHARED_CREDENTIALS_FILE: "/none",
  AWS_EC2_METADATA_DISABLED: "true",
};

const sources: [string, Readonly<Record<string, string>>][] = [
  [
    "a profile that is named",
    { AWS_PROFILE: "journal", AWS_SHARED_CREDENTIALS_FILE: file(`[journal]\n${keys}`) },
  ],
  [
    "the profile that is used where none is named",
    { AWS_SHARED_CREDENTIALS_FILE: file(`[default]\n${keys}`) },
  ],
  [
    "a program",
    {
      AWS_PROFILE: "journal",
      AWS_CONFIG_FILE: file(`[profile journal]\ncredential_process = cat ${file(printed)}\n`),
    },
  ],
  [
    "a web identity",
    {
      AWS_WEB_IDENTITY_TOKEN_FILE: file(shown.identity),
      AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/certorder-journal",
      AWS_ENDPOINT_URL_STS: roles,
    },
  ],
  [
    "the role of a container",
    {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${roles}/container`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: shown.container,
    },
  ],
  ["the role of a machine", { AWS_EC2_METADATA_SERVICE_ENDPOINT: roles, AWS_EC2_METADATA_DISABLED: "false" }],
];

// Each interface has Amazon's package in another form: as it is, and in two kinds of bundles.
describe.each(sources)("A journal in S3 can be used with credentials from %s", (_, found) => {
  const env = { ...nowhere, ...found };

  test("The command line uses the credentials", async () => {
    const sandbox = await service();
    const journal = { CERTORDER_JOURNAL_URL: server.newJournal(store.port) };
    const args = ["reissue", "order-1", ...goodRequest()];
    for (let time = 1; time <= 2; time++) {
      const { code, stderr } = await certorder(args, { env: { ...sandbox.env, ...env, ...journal } });
      expect(code, stderr).toBe(0);
    }
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test("The action uses the credentials", async () => {
    const sandbox = await service(["order-ssl-1"]);
    const github = await FakeGitHub.start();
    const { code, said } = await runAction({
      sandbox,
      env,
      github,
      inputs: { ...reissueInputs, history: "journal", "journal-url": server.newJournal(store.port) },
    });
    await github.close();
    expect(code, said).toBe(0);
    expect(sandbox.reissues("order-ssl-1")).toBe(1);
  });

  test("The provider uses the credentials", async () => {
    const journal = {
      CERTORDER_JOURNAL_DIR: undefined,
      CERTORDER_JOURNAL_URL: server.newJournal(store.port),
    };
    await using stage = await TerraformWithSandbox.applied(reissue(), { env: { ...env, ...journal } });
    expect(stage.reissues()).toBe(1);
  });
});
