// Made by npm run build:action. Do not edit.
process.env.INPUT_OPERATION = "reissue";
await import("./index.js");
