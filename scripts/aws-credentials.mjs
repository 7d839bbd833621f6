// The one thing that a journal in S3 wants of this package.
export { defaultProvider } from "@aws-sdk/credential-provider-node";
