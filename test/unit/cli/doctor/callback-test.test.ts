import { describe, expect, test } from "vitest";
import { callbackName, setStage } from "../../../harness/doctor/stage.ts";

async function askingStage(options: Parameters<typeof setStage>[0] = {}) {
  const stage = await setStage(options);
  stage.asksService = true;
  return stage;
}

describe.concurrent("The doctor with --callback-test", () => {
  test("finds everything right, and shows that the service accepts the key", async () => {
    const stage = await askingStage();
    const found = await stage.look();
    expect([...found.values()].filter(({ status }) => status !== "ok")).toEqual([]);
    expect(found.get("keys")?.text).toBe("The service accepts the API key.");
    expect(found.get("callback-test")?.text).toMatch(/^The service's test passes with what you gave/);
    // Its other request carries no keys, and is no operation of the service.
    expect(stage.sandbox.requests.map(({ method, keyId }) => ({ method, keyId }))).toEqual([
      { method: "GET", keyId: undefined },
      { method: "PUT", keyId: "demo" },
    ]);
  });

  test("shows that the service refuses the key, and then tests nothing", async () => {
    const stage = await askingStage();
    stage.env.CERTORDER_AUTH_KEY = "wrong-auth-key";
    const found = await stage.look();
    expect(found.get("keys")).toMatchObject({
      status: "failed",
      text: expect.stringContaining("unauthorized"),
    });
    expect(found.get("keys")?.remedy).toContain("Check --key-id and --auth-key-file");
    expect(found.get("callback-test")).toMatchObject({ status: "unchecked" });
    stage.env.CERTORDER_AUTH_KEY = stage.sandbox.credentials.authKey;
    expect((await stage.look()).get("keys")).toMatchObject({ status: "ok" });
  });

  test("says that the callback was not tested if the key may not test it, although the service accepts the key", async () => {
    const stage = await askingStage({
      accounts: [{ keyId: "internal", authKey: "auth", kind: "integration-key" }],
    });
    Object.assign(stage.env, { CERTORDER_KEY_ID: "internal", CERTORDER_AUTH_KEY: "auth" });
    const found = await stage.look();
    expect(found.get("keys")).toMatchObject({ status: "ok" });
    expect(found.get("callback-test")).toMatchObject({
      status: "unchecked",
      text: expect.stringContaining("permission_denied"),
    });
  });

  test("says that the callback was not tested if the account tests too often", async () => {
    const stage = await askingStage({ rateLimit: { requests: 1, perSeconds: 3_600 } });
    expect((await stage.look()).get("callback-test")).toMatchObject({ status: "ok" });
    expect((await stage.look()).get("callback-test")).toMatchObject({
      status: "unchecked",
      text: expect.stringContaining("request_too_fast"),
    });
  });

  test("compares: both find a problem", async () => {
    const stage = await askingStage();
    stage.receiver.answer = (_, response) => response.writeHead(500).end();
    const found = await stage.look();
    expect(found.get("callback-answer")).toMatchObject({ status: "failed" });
    expect(found.get("callback-test")).toMatchObject({
      status: "failed",
      text: expect.stringMatching(/callback_response_not_200\..* This machine finds a problem too\.$/),
    });
    stage.receiver.restore();
    expect((await stage.look()).get("callback-test")).toMatchObject({ status: "ok" });
  });

  test.each([
    ["169.254.0.1", "callback_private_domain", "The service's DNS gives a private address."],
    ["127.0.0.3", "callback_send_error", "Open the firewall for the service"],
  ])(
    "compares: the service finds the callback at %s and fails, and this machine does not",
    async (address, code, remedy) => {
      const stage = await askingStage();
      stage.seenByService.address = address;
      const found = (await stage.look()).get("callback-test");
      expect(found).toMatchObject({ status: "failed", remedy: expect.stringContaining(remedy) });
      expect(found?.text).toContain(code);
      expect(found?.text).toMatch(/From this machine it works\.$/);
      stage.seenByService.address = "127.0.0.1";
      expect((await stage.look()).get("callback-test")).toMatchObject({ status: "ok" });
    },
  );

  test("compares: this machine finds a problem, and the service does not", async () => {
    const stage = await askingStage();
    delete stage.addresses[callbackName];
    const found = await stage.look();
    expect(found.get("callback-dns")).toMatchObject({ status: "failed" });
    expect(found.get("callback-test")).toMatchObject({
      status: "warning",
      text: expect.stringContaining("This machine finds a problem that the service does not have"),
    });
  });

  test("asks for the address if the saved callback fails", async () => {
    const stage = await askingStage();
    const { url = "", access_key: key = "" } = stage.callback;
    stage.sandbox.saveCallback("demo", { url, accessKey: "mistyped" });
    stage.callback = {};
    const failed = (await stage.look()).get("callback-test");
    expect(failed).toMatchObject({ status: "failed", text: expect.stringContaining("has not tried it") });
    expect(failed?.remedy).toContain("--url URL --access-key-file FILE");
    // What is given takes the place of what is saved.
    stage.callback = { url, access_key: key };
    expect((await stage.look()).get("callback-test")).toMatchObject({
      status: "ok",
      text: expect.stringContaining("Save that in the account"),
    });
    stage.callback = { url, access_key: "mistyped" };
    expect((await stage.look()).get("callback-answer")).toMatchObject({ status: "failed" });
    stage.sandbox.saveCallback("demo", { url, accessKey: key });
    stage.callback = {};
    expect((await stage.look()).get("callback-test")).toMatchObject({ status: "ok" });
  });
});
