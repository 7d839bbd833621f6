// Made by npm run build:action. Do not edit.
process.env.INPUT_OPERATION = "callback-test";
await import("./index.js");
