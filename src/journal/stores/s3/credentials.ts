import { storeUnusable } from "../server.ts";
import type { Credentials } from "./sign.ts";
import type { S3Address } from "./url.ts";

export type CredentialProvider = () => Promise<Credentials>;

/**
 * Reads the variables first, which workflows set. For all else (profiles, programs, web identities, containers,
 * machines) it loads Amazon's own package.
 */
export function credentialProvider(address: S3Address): CredentialProvider {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = address.env;
  const sessionToken = address.env.AWS_SESSION_TOKEN || undefined;
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey, sessionToken });
  let provide: Promise<CredentialProvider> | undefined;
  return async () => {
    provide ??= chain(address);
    const found = await provide;
    return found().catch((error: unknown) => {
      throw noCredentials(address, "no credentials were found", error);
    });
  };
}

async function chain(address: S3Address): Promise<CredentialProvider> {
  try {
    const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
    // It caches credentials until shortly before they expire.
    return defaultProvider({ clientConfig: { region: address.region } });
  } catch (error) {
    throw noCredentials(
      address,
      "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and the package that reads other sources is not installed",
      error,
    );
  }
}

function noCredentials(address: S3Address, why: string, cause: unknown): Error {
  return storeUnusable(
    address,
    why,
    "Set both variables, name a profile with AWS_PROFILE, or run where a role is given. For all but variables: npm install @aws-sdk/credential-provider-node",
    cause,
  );
}
