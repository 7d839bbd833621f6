import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** What everybody is given here. */
export const given = { key: "given-key", secret: "given-secret", token: "given-token" };

/** What those have to show who ask for a role: the token of a container, or of a web identity. */
export const shown = { container: "of-a-container", identity: "of-a-web-identity" };

/** Gives roles out as Amazon does: to containers, to machines, and for a web identity. Ends with the test file. */
export async function startAwsRoles(): Promise<string> {
  const server = createServer(async (question, answer) => {
    const said = await answerTo(question);
    answer.writeHead(said === undefined ? 403 : 200).end(said);
  });
  const port = await onLoopback(server);
  atTheEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

async function answerTo(question: IncomingMessage): Promise<string | undefined> {
  const { method, url, headers } = question;
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const { key: AccessKeyId, secret: SecretAccessKey, token: Token } = given;
  const role = JSON.stringify({
    Code: "Success",
    AccessKeyId,
    SecretAccessKey,
    Token,
    Expiration: expiration,
  });
  switch (`${method} ${url}`) {
    case "GET /container":
      return headers.authorization === shown.container ? role : undefined;
    case "PUT /latest/api/token":
      return "of-a-machine";
    case "GET /latest/meta-data/iam/security-credentials/":
      return "the-role";
    case "GET /latest/meta-data/iam/security-credentials/the-role":
      return headers["x-aws-ec2-metadata-token"] === "of-a-machine" ? role : undefined;
    case "POST /":
      return new URLSearchParams(await text(question)).get("WebIdentityToken") === shown.identity
        ? `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
             <AssumeRoleWithWebIdentityResult><Credentials>
               <AccessKeyId>${AccessKeyId}</AccessKeyId><SecretAccessKey>${SecretAccessKey}</SecretAccessKey>
               <SessionToken>${Token}</SessionToken><Expiration>${expiration}</Expiration>
             </Credentials></AssumeRoleWithWebIdentityResult>
           </AssumeRoleWithWebIdentityResponse>`
        : undefined;
    default:
      return undefined;
  }
}
