import { TerraformVariable, Token, Tokenization } from "cdktn";
import type { Construct } from "constructs";
import { camelCase, type Setting, settings } from "../contract/index.ts";
import { CertorderProvider, type CertorderProviderConfig } from "./generated/cdktn/index.ts";
import { argumentNames, checkChoice, checkPropNames } from "./names.ts";
import { givenProps, type PropsFrom, withoutUndefined } from "./props.ts";
import { checkInStack } from "./stack.ts";

/** The arguments of the provider block, in camelCase, and where the API key comes from. */
export interface CertOrderProviderProps extends PropsFrom<CertorderProviderConfig> {
  /**
   * Where the address and the API key come from when they are not given here: from variables of the environment in which
   * Terraform runs (`CERTORDER_BASE_URL`, `CERTORDER_KEY_ID`, `CERTORDER_AUTH_KEY`), or from Terraform variables, which
   * are then declared (`certorder_base_url`, `certorder_key_id`, `certorder_auth_key`; with an alias
   * `certorder_ALIAS_base_url` and so on).
   * @default "environment"
   */
  readonly credentials?: "environment" | "variables" | undefined;
  /**
   * Allows `authKey`, or a `journal` with a password, in the synthesized file in clear text.
   * @default false: literals are refused, also as the default of a variable
   */
  readonly allowLiteralSecrets?: boolean | undefined;
}

const propNames = [...argumentNames(CertorderProvider), "credentials", "allowLiteralSecrets"];
const credentialNames = ["base_url", "key_id", "auth_key"] as const;

/**
 * The connection to the certificate order service. Each stack needs one.
 *
 * @example
 * ```ts
 * new CertOrderProvider(stack, "certorder"); // address and API key come from the environment
 * ```
 */
export class CertOrderProvider extends CertorderProvider {
  constructor(scope: Construct, id: string, props: CertOrderProviderProps = {}) {
    const values = givenProps(props);
    const { credentials = "environment", allowLiteralSecrets, ...config } = values;
    super(scope, id, withoutUndefined(config) as CertorderProviderConfig);
    if (credentials === "variables") this.#declareVariables(config);
    checkInStack(this, {
      construct: this,
      allowsLiteralSecrets: allowLiteralSecrets === true,
      problems: () => [
        ...checkPropNames(values, propNames),
        ...checkChoice("credentials", credentials, ["environment", "variables"]),
      ],
    });
  }

  // The framework converts the keys of a provider's maps as if they were argument names. Here they are order ids.
  protected override synthesizeAttributes(): Record<string, unknown> {
    const attributes: Record<string, unknown> = super.synthesizeAttributes();
    const { resolve, supersede } = attributes;
    return {
      ...attributes,
      resolve: resolve && withKeysKept(resolve),
      supersede: supersede && withKeysKept(supersede),
    };
  }

  #declareVariables(config: PropsFrom<CertorderProviderConfig>): void {
    const prefix = config.alias === undefined ? "certorder" : `certorder_${config.alias}`;
    for (const name of credentialNames) {
      const property = camelCase(name) as "baseUrl" | "keyId" | "authKey";
      if (config[property] !== undefined) continue;
      const { doc, sensitive }: Setting = settings[name];
      const variable = new TerraformVariable(this, name, {
        type: "string",
        description: doc,
        nullable: false,
        ...(sensitive && { sensitive: true }),
      });
      variable.overrideLogicalId(`${prefix}_${name}`);
      this[property] = variable.stringValue;
    }
  }
}

function withKeysKept(map: unknown): unknown {
  const isToken = Token.isUnresolved(map) && !Tokenization.isResolvable(map);
  return isToken ? Tokenization.reverseMap(map as Record<string, string>) : Token.asAny(map);
}
