/** The variables without those that change what a core does. A test must not depend on the shell that starts it. */
export function withoutCoreVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // For example TF_LOG, TF_VAR_name, TF_CLI_ARGS_plan, TF_DATA_DIR, TF_WORKSPACE, TF_PLUGIN_CACHE_DIR.
  const kept = Object.entries(environment).filter(([name]) => !/^(TF_|TERRAFORM_CONFIG$)/i.test(name));
  return Object.fromEntries(kept);
}

interface EnvironmentOptions {
  /** The file for TF_CLI_CONFIG_FILE. */
  readonly cliConfig: string;
  /** What the provider under test needs, such as TF_REATTACH_PROVIDERS. */
  readonly provider: NodeJS.ProcessEnv;
  /** From the test. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The environment of every command of a workspace. */
export function coreEnvironment({ cliConfig, provider, environment }: EnvironmentOptions): NodeJS.ProcessEnv {
  return {
    ...withoutCoreVariables(process.env),
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    CHECKPOINT_DISABLE: "1",
    ...provider,
    ...environment,
  };
}
