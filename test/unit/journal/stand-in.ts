import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** Replaces a function of a module of Node for the time of a test, also for those who import it by its name. */
export function standIn<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  implementation: Module[Name],
): void {
  const spy = vi.spyOn(module, name as never).mockImplementation(implementation as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}
