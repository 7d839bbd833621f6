// @ts-nocheck
// Written by npm run generate from the provider's schema. Do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface CertorderProviderConfig {
  /**
  * The API key's secret. Or the variable `CERTORDER_AUTH_KEY`.
  * In HCL: `auth_key`.
  */
  readonly authKey?: string;
  /**
  * Base address of the certificate order service. HTTPS, or plain HTTP to this machine itself. Or the variable `CERTORDER_BASE_URL`.
  * In HCL: `base_url`.
  */
  readonly baseUrl?: string;
  /**
  * PEM file with certificate authorities to trust, in addition to the usual ones. Or the variable `CERTORDER_CA_FILE`.
  * In HCL: `ca_file`.
  */
  readonly caFile?: string;
  /**
  * Where reissues are remembered, so that none is sent twice: a folder, or a journal that many machines share (`postgres://user@host/database`, `s3://bucket/prefix?region=…`). `none`: nothing is remembered. Default: `certorder` in the user's state folder. Or the variable `CERTORDER_JOURNAL`.
  * In HCL: `journal`.
  */
  readonly journal?: string;
  /**
  * Id of the API key. Or the variable `CERTORDER_KEY_ID`.
  * In HCL: `key_id`.
  */
  readonly keyId?: string;
  /**
  * How many orders one plan may reissue by this provider block. A larger plan is refused before anything is sent. `0` refuses every plan that reissues: for pipelines that only plan, and for times when nothing may change. Default: `20`.
  * In HCL: `max_reissues`.
  */
  readonly maxReissues?: number;
  /**
  * How often a request is tried at most. It is tried again only if it was not sent, or was refused as too fast. 1 switches retries off. Or the variable `CERTORDER_MAX_TRIES`. Default: `3`.
  * In HCL: `max_tries`.
  */
  readonly maxTries?: number;
  /**
  * What a person found out about attempts without a known outcome: order id to `ATTEMPT_ID:not-happened` or `ATTEMPT_ID:CERTIFICATE_ID`; several with spaces between. A plan shows it, the apply writes it into the journal. Or the variable `CERTORDER_RESOLVE` (`ORDER=ATTEMPT:RESULT`, separated by commas).
  * In HCL: `resolve`.
  */
  readonly resolve?: { [key: string]: string };
  /**
  * Name of the service, of your choice. With a name, its address may change: the journal records the service of each order. Default: the address. Or the variable `CERTORDER_SERVICE`.
  * In HCL: `service`.
  */
  readonly service?: string;
  /**
  * Orders to reissue once more, on top of their latest attempt: order id to `ATTEMPT_ID`. An entry that does not name the latest attempt does nothing. Or the variable `CERTORDER_SUPERSEDE` (`ORDER=ATTEMPT`, separated by commas).
  * In HCL: `supersede`.
  */
  readonly supersede?: { [key: string]: string };
  /**
  * Time for the whole operation, waits and retries included. An answer gets half of it, a connection at most 10 s. Or the variable `CERTORDER_TIMEOUT_SECONDS`. Default: `120`.
  * In HCL: `timeout_seconds`.
  */
  readonly timeoutSeconds?: number;
  /**
  * Alias name
  * In HCL: `alias`.
  */
  readonly alias?: string;
}

/**
* Represents a certorder
*/
export class CertorderProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "certorder";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a CertorderProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CertorderProvider to import
  * @param importFromId The id of the existing CertorderProvider that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the CertorderProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "certorder", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new certorder Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CertorderProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: CertorderProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'certorder',
      terraformGeneratorMetadata: {
        providerName: 'certorder',
        providerVersionConstraint: '~> 0.1.0'
      },
      terraformProviderSource: 'certorder/certorder'
    });
    this._authKey = config.authKey;
    this._baseUrl = config.baseUrl;
    this._caFile = config.caFile;
    this._journal = config.journal;
    this._keyId = config.keyId;
    this._maxReissues = config.maxReissues;
    this._maxTries = config.maxTries;
    this._resolve = config.resolve;
    this._service = config.service;
    this._supersede = config.supersede;
    this._timeoutSeconds = config.timeoutSeconds;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // auth_key - computed: false, optional: true, required: false
  private _authKey?: string;
  public get authKey() {
    return this._authKey;
  }
  public set authKey(value: string | undefined) {
    this._authKey = value;
  }
  public resetAuthKey() {
    this._authKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get authKeyInput() {
    return this._authKey;
  }

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string;
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // ca_file - computed: false, optional: true, required: false
  private _caFile?: string;
  public get caFile() {
    return this._caFile;
  }
  public set caFile(value: string | undefined) {
    this._caFile = value;
  }
  public resetCaFile() {
    this._caFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caFileInput() {
    return this._caFile;
  }

  // journal - computed: false, optional: true, required: false
  private _journal?: string;
  public get journal() {
    return this._journal;
  }
  public set journal(value: string | undefined) {
    this._journal = value;
  }
  public resetJournal() {
    this._journal = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get journalInput() {
    return this._journal;
  }

  // key_id - computed: false, optional: true, required: false
  private _keyId?: string;
  public get keyId() {
    return this._keyId;
  }
  public set keyId(value: string | undefined) {
    this._keyId = value;
  }
  public resetKeyId() {
    this._keyId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get keyIdInput() {
    return this._keyId;
  }

  // max_reissues - computed: false, optional: true, required: false
  private _maxReissues?: number;
  public get maxReissues() {
    return this._maxReissues;
  }
  public set maxReissues(value: number | undefined) {
    this._maxReissues = value;
  }
  public resetMaxReissues() {
    this._maxReissues = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxReissuesInput() {
    return this._maxReissues;
  }

  // max_tries - computed: false, optional: true, required: false
  private _maxTries?: number;
  public get maxTries() {
    return this._maxTries;
  }
  public set maxTries(value: number | undefined) {
    this._maxTries = value;
  }
  public resetMaxTries() {
    this._maxTries = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxTriesInput() {
    return this._maxTries;
  }

  // resolve - computed: false, optional: true, required: false
  private _resolve?: { [key: string]: string };
  public get resolve() {
    return this._resolve;
  }
  public set resolve(value: { [key: string]: string } | undefined) {
    this._resolve = value;
  }
  public resetResolve() {
    this._resolve = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get resolveInput() {
    return this._resolve;
  }

  // service - computed: false, optional: true, required: false
  private _service?: string;
  public get service() {
    return this._service;
  }
  public set service(value: string | undefined) {
    this._service = value;
  }
  public resetService() {
    this._service = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get serviceInput() {
    return this._service;
  }

  // supersede - computed: false, optional: true, required: false
  private _supersede?: { [key: string]: string };
  public get supersede() {
    return this._supersede;
  }
  public set supersede(value: { [key: string]: string } | undefined) {
    this._supersede = value;
  }
  public resetSupersede() {
    this._supersede = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get supersedeInput() {
    return this._supersede;
  }

  // timeout_seconds - computed: false, optional: true, required: false
  private _timeoutSeconds?: number;
  public get timeoutSeconds() {
    return this._timeoutSeconds;
  }
  public set timeoutSeconds(value: number | undefined) {
    this._timeoutSeconds = value;
  }
  public resetTimeoutSeconds() {
    this._timeoutSeconds = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutSecondsInput() {
    return this._timeoutSeconds;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string;
  public get alias() {
    return this._alias;
  }
  public set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      auth_key: cdktf.stringToTerraform(this._authKey),
      base_url: cdktf.stringToTerraform(this._baseUrl),
      ca_file: cdktf.stringToTerraform(this._caFile),
      journal: cdktf.stringToTerraform(this._journal),
      key_id: cdktf.stringToTerraform(this._keyId),
      max_reissues: cdktf.numberToTerraform(this._maxReissues),
      max_tries: cdktf.numberToTerraform(this._maxTries),
      resolve: cdktf.hashMapper(cdktf.stringToTerraform)(this._resolve),
      service: cdktf.stringToTerraform(this._service),
      supersede: cdktf.hashMapper(cdktf.stringToTerraform)(this._supersede),
      timeout_seconds: cdktf.numberToTerraform(this._timeoutSeconds),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      auth_key: {
        value: cdktf.stringToHclTerraform(this._authKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      base_url: {
        value: cdktf.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_file: {
        value: cdktf.stringToHclTerraform(this._caFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      journal: {
        value: cdktf.stringToHclTerraform(this._journal),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      key_id: {
        value: cdktf.stringToHclTerraform(this._keyId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      max_reissues: {
        value: cdktf.numberToHclTerraform(this._maxReissues),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      max_tries: {
        value: cdktf.numberToHclTerraform(this._maxTries),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      resolve: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._resolve),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      service: {
        value: cdktf.stringToHclTerraform(this._service),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      supersede: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._supersede),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      timeout_seconds: {
        value: cdktf.numberToHclTerraform(this._timeoutSeconds),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      alias: {
        value: cdktf.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
