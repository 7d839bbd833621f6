// @ts-nocheck
// Written by npm run generate from the provider's schema. Do not edit.
export * from "./callback-check/index.js";
export * from "./data-certorder-callback-test/index.js";
export * from "./provider/index.js";
export * from "./provider-functions/index.js";
export * from "./reissue/index.js";
