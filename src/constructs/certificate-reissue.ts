import {
  type IResolvable,
  type ITerraformDependable,
  type TerraformMetaArguments,
  Token,
  Tokenization,
} from "cdktn";
import { Construct } from "constructs";
import { InputProblem, isRecord, readImportId } from "../contract/index.ts";
import { CsrError, checkCsr } from "../csr/index.ts";
import { type Csr, readCsrFile } from "./csr.ts";
import { Reissue, type ReissueConfig } from "./generated/cdktn/index.ts";
import { literal, literalAroundTokens } from "./literal.ts";
import { argumentNames, checkPropNames, resourceNames } from "./names.ts";
import {
  givenProps,
  type LifecycleOptions,
  type PropsFrom,
  type Repetition,
  withoutUndefined,
} from "./props.ts";
import { checkInStack } from "./stack.ts";

type Acknowledging = "acknowledgeDroppedNames" | "iKnowWillRevokeLastCert";

/** The props for one reissue. To extend in a library of your own: an interface cannot extend the type of all props. */
export interface CertificateReissueOptions
  extends PropsFrom<Omit<ReissueConfig, "csr" | Acknowledging | keyof TerraformMetaArguments>>,
    LifecycleOptions {
  /**
   * Certificate signing request (PKCS#10): its text, as PEM or as base64 of its DER form; a token, such as an
   * attribute of another resource; a file, which is read now; or a `Csr`, which has its names too. Text and file are
   * sent unchanged: a `${` in them does not begin an expression. Needed when the product and `csrFrom` ask for one.
   */
  readonly csr?: string | CsrFile | Csr | undefined;
  /**
   * Losses that you accept.
   * @default none: the plan or the service refuses a reissue with a loss
   */
  readonly acknowledge?: AcknowledgedLosses | undefined;
  /**
   * Allows secrets in the synthesized file in clear text.
   * @default false: literals are refused, also as the default of a variable
   */
  readonly allowLiteralSecrets?: boolean | undefined;
}

/**
 * All props of a `CertificateReissue`: those of {@link CertificateReissueOptions}, with `count` or `forEach`.
 */
export type CertificateReissueProps = CertificateReissueOptions & Repetition;

/** A CSR in a file. It is read at synthesis. */
export interface CsrFile {
  /** Path of the file, absolute or from the folder in which the app runs. */
  readonly file: string;
}

/** What the next reissue may lose. */
export interface AcknowledgedLosses {
  /**
   * Exactly the names that the next reissue drops. The service revokes the certificate that has them. After that
   * reissue, the names have no effect. In HCL: `acknowledge_dropped_names`.
   */
  readonly droppedNames?: readonly string[] | undefined;
  /** The product may revoke the previous certificate when it is reissued. In HCL: `i_know_will_revoke_last_cert`. */
  readonly revocationOfPreviousCertificate?: boolean | IResolvable | undefined;
}

/** A certificate that exists already. */
export interface ExistingCertificate {
  /** The id of the order's current certificate. */
  readonly certificateId: string;
  /**
   * When it was issued, from which renewals are counted: a date, or its text such as `2026-11-01`.
   * @default not known: `renewBeforeDays` counts from the next reissue
   */
  readonly issuedAt?: Date | string | undefined;
  /**
   * States that it is the order's latest certificate although the journal has another one, for example because it was
   * made in the service's portal. Renewals are then counted from the next reissue.
   * @default false: a certificate that the journal does not know is refused if the journal has another one
   */
  readonly isLatest?: boolean | undefined;
}

/**
 * The reissue of an order's certificate. Creating it and changing the request or `triggers` reissues the order once, unless the
 * journal knows a certificate from the same request. Removing it leaves the certificate as it is.
 *
 * @example
 * ```ts
 * const www = new CertificateReissue(stack, "www", {
 *   orderId: "order-ssl-1",
 *   signHash: "sha256",
 *   commonName: "www.example.com",
 *   csr: { file: "www.csr" },
 *   validityDays: 90,
 *   renewBeforeDays: 30,
 * });
 * ```
 */
export class CertificateReissue extends Construct implements ITerraformDependable {
  /**
   * Adopts an existing certificate of an order. The first apply reissues nothing, and trusts that the certificate was made from
   * these props unless the journal knows better. A later change of them reissues the order.
   *
   * @example
   * ```ts
   * CertificateReissue.importExisting(stack, "www", {
   *   orderId: "order-ssl-1",
   *   certificateId: "cert-7",
   *   issuedAt: "2026-11-01",
   *   signHash: "sha256",
   *   commonName: "www.example.com",
   * });
   * ```
   */
  static importExisting(
    scope: Construct,
    id: string,
    props: CertificateReissueOptions & ExistingCertificate,
  ): CertificateReissue {
    const { certificateId = "", issuedAt, isLatest, ...config } = givenProps(props);
    const reissue = new CertificateReissue(scope, id, config);
    reissue.#propNames = [...propNames, "certificateId", "issuedAt", "isLatest"];
    // An invalid date becomes the text "Invalid Date", which is reported.
    const since = issuedAt instanceof Date ? (issuedAt.toJSON() ?? String(issuedAt)) : issuedAt;
    const suffix = isLatest ? "latest" : since;
    const importId = `${config.orderId}/${certificateId}${suffix === undefined ? "" : `@${suffix}`}`;
    reissue.resource.importFrom(importId, config.provider);
    // The order is checked like that of every reissue.
    reissue.#importProblems = () =>
      readImportId(importId, new Date(), String(config.orderId)).problems.filter(
        ({ contractName }) => contractName !== "order_id",
      );
    return reissue;
  }

  /**
   * Requests the names in the CSR, unless the props have others.
   *
   * @example
   * ```ts
   * const csr = Csr.fromFile("www.csr");
   * CertificateReissue.fromCsr(stack, "www", csr, { orderId: "order-ssl-1", signHash: "sha256" });
   * ```
   */
  static fromCsr(
    scope: Construct,
    id: string,
    csr: Csr,
    props: Omit<CertificateReissueOptions, "csr"> & Repetition,
  ): CertificateReissue {
    const { commonName, dnsNames } = csr;
    return new CertificateReissue(scope, id, { commonName, dnsNames, ...givenProps(props), csr });
  }

  /** For the frameworks' own assertions, such as `toHaveResource`. */
  static readonly tfResourceType: string = Reissue.tfResourceType;

  /** The low-level construct, for everything else. */
  readonly resource: Reissue;
  #propNames = propNames;
  #importProblems: () => readonly InputProblem[] = () => [];

  constructor(scope: Construct, id: string, props: CertificateReissueProps) {
    super(scope, id);
    const values = givenProps(props);
    const { csr: source, acknowledge, allowLiteralSecrets, ...config } = values;
    const { csr, problems } = readSource(isCsr(source) ? source.text : source);
    this.resource = new BriefReissue(
      this,
      // The framework leaves this name out of the address.
      "Default",
      withoutUndefined({
        ...config,
        csr,
        ...(acknowledge && acknowledgements(acknowledge)),
      }) as unknown as ReissueConfig,
    );
    checkInStack(this.resource, {
      construct: this,
      allowsLiteralSecrets: allowLiteralSecrets === true,
      problems: () => [
        ...checkPropNames(values, this.#propNames),
        ...this.#importProblems(),
        ...problems,
        ...checkAcknowledge(acknowledge),
      ],
    });
  }

  /** The address of the resource, as `dependsOn` takes it. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /** The order's id. */
  get orderId(): string {
    return this.resource.orderId;
  }

  /** The certificate that resulted. */
  get certificateId(): string {
    return this.resource.certificateId;
  }

  /** Earlier certificates of the order, the latest of them first; at most 50. */
  get certificateHistory(): string[] {
    return this.resource.certificateHistory;
  }

  /** When it was reissued (RFC 3339). */
  get issuedAt(): string {
    return this.resource.issuedAt;
  }

  /** When the journal recorded the callback about the certificate, if it has. */
  get issuedEventAt(): string {
    return this.resource.issuedEventAt;
  }

  /** Whether `renewBeforeDays` calls for a reissue, as of the last refresh. */
  get renewalDue(): IResolvable {
    return this.resource.renewalDue;
  }

  /** `done`, `imported` (the next apply adopts it), `unknown` or `done-unread` (to be resolved). */
  get lastOutcome(): string {
    return this.resource.lastOutcome;
  }

  /** The journal's id of the attempt that made the certificate. */
  get attemptId(): string {
    return this.resource.attemptId;
  }

  /** The journal's id of a later attempt without a known outcome. It blocks the order until it is resolved. */
  get openAttemptId(): string {
    return this.resource.openAttemptId;
  }
}

/** Drops absent arguments: the framework goes through all of them several times. */
class BriefReissue extends Reissue {
  protected override synthesizeAttributes(): Record<string, unknown> {
    return withoutUndefined(super.synthesizeAttributes());
  }

  override get terraformMetaArguments(): Record<string, unknown> {
    return withoutUndefined(super.terraformMetaArguments);
  }
}

function readSource(source: unknown): { csr?: unknown; problems: InputProblem[] } {
  if (typeof source === "string") return { csr: literalAroundTokens(source), problems: checkText(source) };
  if (source === undefined || Tokenization.isResolvable(source)) return { csr: source, problems: [] };
  if (!isCsrFile(source) || Object.keys(source).length > 1)
    return {
      problems: [
        new InputProblem(
          "csr",
          "kind",
          "csr must be the text of a CSR, a Csr, or an object with the path of its file.",
          'Give the text, Csr.fromFile("www.csr"), or { file: "www.csr" }.',
        ),
      ],
    };
  try {
    return { csr: literal(readCsrFile(source.file)), problems: [] };
  } catch (error) {
    if (!(error instanceof CsrError)) throw error;
    return { problems: [new InputProblem("csr", error.code, error.message, error.remedy)] };
  }
}

function isCsrFile(source: unknown): source is CsrFile {
  return typeof (source as Partial<CsrFile> | null)?.file === "string";
}

/** Also of another copy of this package. */
function isCsr(source: unknown): source is Csr {
  return isRecord(source) && typeof source.text === "string" && Array.isArray(source.dnsNames);
}

const acknowledging = {
  droppedNames: "acknowledgeDroppedNames",
  revocationOfPreviousCertificate: "iKnowWillRevokeLastCert",
} as const satisfies Record<keyof AcknowledgedLosses, Acknowledging>;

const propNames = [
  ...argumentNames(Reissue).filter((name) => !Object.values<string>(acknowledging).includes(name)),
  ...[...resourceNames, "acknowledge", "allowLiteralSecrets"],
];

function acknowledgements(acknowledge: AcknowledgedLosses): object {
  const names = Object.keys(acknowledging) as (keyof AcknowledgedLosses)[];
  return Object.fromEntries(names.map((name) => [acknowledging[name], acknowledge[name]]));
}

function checkAcknowledge(acknowledge: unknown): InputProblem[] {
  if (acknowledge === undefined) return [];
  if (isRecord(acknowledge)) return checkPropNames(acknowledge, Object.keys(acknowledging), "acknowledge.");
  return [
    new InputProblem(
      "acknowledge",
      "kind",
      "acknowledge must be an object.",
      'Say what is accepted, such as { droppedNames: ["old.example.com"] }.',
    ),
  ];
}

/** A path or an expression that is given as the text of a CSR by mistake. */
function checkText(csr: string): InputProblem[] {
  if (csr.includes("-----BEGIN") || Token.isUnresolved(csr)) return [];
  if (checkCsr({ csr }).every(({ severity }) => severity !== "error")) return [];
  return [
    new InputProblem(
      "csr",
      "not_a_csr",
      "csr is sent as it is, and this is not the text of a CSR.",
      'Give the text. For a file, give { file: "www.csr" }. For a value of Terraform, give a token, such as the attribute of a resource.',
    ),
  ];
}
