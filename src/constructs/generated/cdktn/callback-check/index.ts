// @ts-nocheck
// Written by npm run generate from the provider's schema. Do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface CallbackCheckConfig extends cdktn.TerraformMetaArguments {
  /**
  * Callback authentication key to test with instead of the saved one, which the account keeps. Needed when the account has no saved callback (then give both). Terraform stores it in the state and in saved plans. At most 256 characters. If left out: the saved key.
  * In HCL: `access_key`.
  */
  readonly accessKey?: string;
  /**
  * Any values. A change of one of them tests the callback again.
  * In HCL: `triggers`.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * Address to test instead of the saved one. HTTPS only. The account keeps the saved one. Needed when the account has no saved callback (then give both). At most 256 characters. If left out: the saved address.
  * In HCL: `url`.
  */
  readonly url?: string;
}

/**
* Represents a certorder_callback_check
*/
export class CallbackCheck extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "certorder_callback_check";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a CallbackCheck resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CallbackCheck to import
  * @param importFromId The id of the existing CallbackCheck that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the CallbackCheck to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "certorder_callback_check", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new certorder_callback_check Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CallbackCheckConfig = {}
  */
  public constructor(scope: Construct, id: string, config: CallbackCheckConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'certorder_callback_check',
      terraformGeneratorMetadata: {
        providerName: 'certorder',
        providerVersionConstraint: '~> 0.1.0'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._accessKey = config.accessKey;
    this._triggers = config.triggers;
    this._url = config.url;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // access_key - computed: false, optional: true, required: false
  private _accessKey?: string;
  public get accessKey() {
    return this.getStringAttribute('access_key');
  }
  public set accessKey(value: string) {
    this._accessKey = value;
  }
  public resetAccessKey() {
    this._accessKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get accessKeyInput() {
    return this._accessKey;
  }

  // duration_ms - computed: true, optional: false, required: false
  public get durationMs() {
    return this.getNumberAttribute('duration_ms');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // tested_at - computed: true, optional: false, required: false
  public get testedAt() {
    return this.getStringAttribute('tested_at');
  }

  // triggers - computed: false, optional: true, required: false
  private _triggers?: { [key: string]: string };
  public get triggers() {
    return this.getStringMapAttribute('triggers');
  }
  public set triggers(value: { [key: string]: string }) {
    this._triggers = value;
  }
  public resetTriggers() {
    this._triggers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get triggersInput() {
    return this._triggers;
  }

  // url - computed: false, optional: true, required: false
  private _url?: string;
  public get url() {
    return this.getStringAttribute('url');
  }
  public set url(value: string) {
    this._url = value;
  }
  public resetUrl() {
    this._url = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get urlInput() {
    return this._url;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      access_key: cdktn.stringToTerraform(this._accessKey),
      triggers: cdktn.hashMapper(cdktn.stringToTerraform)(this._triggers),
      url: cdktn.stringToTerraform(this._url),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      access_key: {
        value: cdktn.stringToHclTerraform(this._accessKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      triggers: {
        value: cdktn.hashMapperHcl(cdktn.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      url: {
        value: cdktn.stringToHclTerraform(this._url),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
