import { dependable, type ITerraformDependable, TerraformElement, type TerraformProvider } from "cdktn";
import type { Construct } from "constructs";
import { isRecord } from "../contract/index.ts";

interface CheckBlockProps {
  /** Type of the data source that the block reads, such as `certorder_callback_test`. */
  readonly dataSource: string;
  /** Its arguments under Terraform's names. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly provider?: TerraformProvider | undefined;
  readonly dependsOn?: readonly ITerraformDependable[] | undefined;
  /** The condition and its error message, for the data source's address. */
  readonly assertion: (data: string) => { readonly condition: string; readonly errorMessage: string };
}

/**
 * A `check` block with its own data source, for which the framework has no construct. Every plan and apply evaluates
 * it; a failure is a warning.
 */
export class CheckBlock extends TerraformElement {
  readonly #props: CheckBlockProps;

  constructor(scope: Construct, id: string, props: CheckBlockProps) {
    super(scope, id, "check");
    this.#props = props;
  }

  get provider(): TerraformProvider | undefined {
    return this.#props.provider;
  }

  override toTerraform(): object {
    return { check: { [this.friendlyUniqueId]: this.#block() } };
  }

  #block(): Tree {
    const { dataSource, arguments: dataArguments, provider, dependsOn, assertion } = this.#props;
    const name = this.friendlyUniqueId;
    const { condition, errorMessage } = assertion(`data.${dataSource}.${name}`);
    const data = {
      ...dataArguments,
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && dependsOn.length > 0 && { depends_on: dependsOn.map(dependable) }),
    };
    const block = {
      data: { [dataSource]: { [name]: data } },
      assert: [{ condition: `\${${condition}}`, error_message: errorMessage }],
    };
    return merged(block, this.rawOverrides as Tree);
  }

  /** The framework's HCL output would silently leave it out. */
  override toHclTerraform(): object {
    throw new Error(
      `[${this.node.path}] HCL output cannot hold a check block. Synthesize JSON, or use the mode gate or postcondition.`,
    );
  }
}

type Tree = { readonly [key: string]: unknown };

function merged(base: Tree, overrides: Tree): Tree {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(overrides))
    result[key] = isRecord(value) && isRecord(base[key]) ? merged(base[key], value) : value;
  return result;
}
