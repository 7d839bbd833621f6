// @ts-nocheck
// Written by npm run generate from the provider's schema. Do not edit.
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktn from 'cdktn';

// Configuration

export interface ReissueConfig extends cdktn.TerraformMetaArguments {
  /**
  * Exactly the names that the next reissue drops. The service revokes the earlier certificates that have one of them. After that reissue, the names have no effect.
  * In HCL: `acknowledge_dropped_names`.
  */
  readonly acknowledgeDroppedNames?: string[];
  /**
  * Common name of the certificate. Needed when the order is for an SSL certificate.
  * In HCL: `common_name`.
  */
  readonly commonName?: string;
  /**
  * Certificate signing request (PKCS#10), as PEM or as base64 of its DER form. Needed when the product and `csr_from` ask for one.
  * In HCL: `csr`.
  */
  readonly csr?: string;
  /**
  * Where the private key of the CSR comes from. `sign-cloud-csc`: a signing key held in the cloud.
  * In HCL: `csr_from`.
  */
  readonly csrFrom?: string;
  /**
  * Expiry date of the new certificate, in the form that the service expects. If left out: the service decides.
  * In HCL: `custom_expiration_date`.
  */
  readonly customExpirationDate?: string;
  /**
  * How control of the domains is validated. `dns-persist`: a lasting validation by DNS.
  * In HCL: `dcv_method`.
  */
  readonly dcvMethod?: string;
  /**
  * Scope of the domain validation, where the product supports one.
  * In HCL: `dcv_scope`.
  */
  readonly dcvScope?: string;
  /**
  * Alternative names. Only some products let a reissue change them.
  * In HCL: `dns_names`.
  */
  readonly dnsNames?: string[];
  /**
  * Says that the previous certificate may be revoked by this reissue. Sent only when true. Needed when the product revokes the previous certificate on reissue.
  * In HCL: `i_know_will_revoke_last_cert`.
  */
  readonly iKnowWillRevokeLastCert?: boolean | cdktn.IResolvable;
  /**
  * The order whose certificate is reissued.
  * In HCL: `order_id`.
  */
  readonly orderId: string;
  /**
  * Scope of the lasting DNS validation: `fqdn` or `wildcard`. Only with `dcv_method = "dns-persist"`. If left out: `fqdn`.
  * In HCL: `persist_policy`.
  */
  readonly persistPolicy?: string;
  /**
  * When the lasting DNS validation ends. `0` removes the end. The number is sent as it is. The specification names no unit: that it is Unix seconds is assumed, for a warning about a past time. Only with `dcv_method = "dns-persist"`. At least 0. If left out: the order's own value is kept.
  * In HCL: `persist_until`.
  */
  readonly persistUntil?: number;
  /**
  * Reissue when fewer than this many days are left of `validity_days`, counted from `issued_at`. At most half of `validity_days`. It takes effect with the next plan and apply; a plan without refresh does not see it.
  * In HCL: `renew_before_days`.
  */
  readonly renewBeforeDays?: number;
  /**
  * Test the account's saved callback right before the reissue is sent, and send it only if that test passes. Reissues of one apply share a verdict for up to a minute. A change of it alone does not reissue.
  * In HCL: `require_callback`.
  */
  readonly requireCallback?: boolean | cdktn.IResolvable;
  /**
  * Digest algorithm of the signature, such as `sha256`.
  * In HCL: `sign_hash`.
  */
  readonly signHash: string;
  /**
  * Access code of the signing key held in the cloud. Needed when the signing key is held in the cloud and protected by a code. Only with `csr_from = "sign-cloud-csc"`. It is never stored: not in the state, and not in a plan. Needs Terraform 1.11 or OpenTofu 1.11. A change of it alone does not reissue.
  * In HCL: `sign_key_pin`.
  */
  readonly signKeyPin?: string;
  /**
  * A hint that reminds people of that access code. Only with `csr_from = "sign-cloud-csc"`.
  * In HCL: `sign_key_pin_tip`.
  */
  readonly signKeyPinTip?: string;
  /**
  * Any values. A change of one of them reissues the order. `-replace` does not: change a trigger instead.
  * In HCL: `triggers`.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * Keep the key of the encryption certificate. Matters only for dual (signing and encryption) certificates of national cryptography. If left out: the encryption key is replaced.
  * In HCL: `un_modify_key`.
  */
  readonly unModifyKey?: boolean | cdktn.IResolvable;
  /**
  * Validity of the new certificate in days. At least 1. If left out: the service decides.
  * In HCL: `validity_days`.
  */
  readonly validityDays?: number;
  /**
  * After a reissue, wait up to this time (such as `10m`) until the service has called back that the certificate is issued. Needs a receiver that writes to the same journal (`certorder receive`). If the callback does not come in time, the certificate is kept, and the next apply waits again.
  * In HCL: `wait_until_issued`.
  */
  readonly waitUntilIssued?: string;
}

/**
* Represents a certorder_reissue
*/
export class Reissue extends cdktn.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "certorder_reissue";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTN code for importing a Reissue resource upon running "cdktn plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Reissue to import
  * @param importFromId The id of the existing Reissue that should be imported. Refer to the import section in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the Reissue to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktn.TerraformProvider) {
        return new cdktn.ImportableResource(scope, importToId, { terraformResourceType: "certorder_reissue", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new certorder_reissue Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ReissueConfig
  */
  public constructor(scope: Construct, id: string, config: ReissueConfig) {
    super(scope, id, {
      terraformResourceType: 'certorder_reissue',
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
    this._acknowledgeDroppedNames = config.acknowledgeDroppedNames;
    this._commonName = config.commonName;
    this._csr = config.csr;
    this._csrFrom = config.csrFrom;
    this._customExpirationDate = config.customExpirationDate;
    this._dcvMethod = config.dcvMethod;
    this._dcvScope = config.dcvScope;
    this._dnsNames = config.dnsNames;
    this._iKnowWillRevokeLastCert = config.iKnowWillRevokeLastCert;
    this._orderId = config.orderId;
    this._persistPolicy = config.persistPolicy;
    this._persistUntil = config.persistUntil;
    this._renewBeforeDays = config.renewBeforeDays;
    this._requireCallback = config.requireCallback;
    this._signHash = config.signHash;
    this._signKeyPin = config.signKeyPin;
    this._signKeyPinTip = config.signKeyPinTip;
    this._triggers = config.triggers;
    this._unModifyKey = config.unModifyKey;
    this._validityDays = config.validityDays;
    this._waitUntilIssued = config.waitUntilIssued;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // acknowledge_dropped_names - computed: false, optional: true, required: false
  private _acknowledgeDroppedNames?: string[];
  public get acknowledgeDroppedNames() {
    return cdktn.Fn.tolist(this.getListAttribute('acknowledge_dropped_names'));
  }
  public set acknowledgeDroppedNames(value: string[]) {
    this._acknowledgeDroppedNames = value;
  }
  public resetAcknowledgeDroppedNames() {
    this._acknowledgeDroppedNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get acknowledgeDroppedNamesInput() {
    return this._acknowledgeDroppedNames;
  }

  // attempt_id - computed: true, optional: false, required: false
  public get attemptId() {
    return this.getStringAttribute('attempt_id');
  }

  // certificate_history - computed: true, optional: false, required: false
  public get certificateHistory() {
    return this.getListAttribute('certificate_history');
  }

  // certificate_id - computed: true, optional: false, required: false
  public get certificateId() {
    return this.getStringAttribute('certificate_id');
  }

  // certificate_source - computed: true, optional: false, required: false
  public get certificateSource() {
    return this.getStringAttribute('certificate_source');
  }

  // common_name - computed: false, optional: true, required: false
  private _commonName?: string;
  public get commonName() {
    return this.getStringAttribute('common_name');
  }
  public set commonName(value: string) {
    this._commonName = value;
  }
  public resetCommonName() {
    this._commonName = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get commonNameInput() {
    return this._commonName;
  }

  // csr - computed: false, optional: true, required: false
  private _csr?: string;
  public get csr() {
    return this.getStringAttribute('csr');
  }
  public set csr(value: string) {
    this._csr = value;
  }
  public resetCsr() {
    this._csr = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get csrInput() {
    return this._csr;
  }

  // csr_from - computed: false, optional: true, required: false
  private _csrFrom?: string;
  public get csrFrom() {
    return this.getStringAttribute('csr_from');
  }
  public set csrFrom(value: string) {
    this._csrFrom = value;
  }
  public resetCsrFrom() {
    this._csrFrom = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get csrFromInput() {
    return this._csrFrom;
  }

  // custom_expiration_date - computed: false, optional: true, required: false
  private _customExpirationDate?: string;
  public get customExpirationDate() {
    return this.getStringAttribute('custom_expiration_date');
  }
  public set customExpirationDate(value: string) {
    this._customExpirationDate = value;
  }
  public resetCustomExpirationDate() {
    this._customExpirationDate = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get customExpirationDateInput() {
    return this._customExpirationDate;
  }

  // dcv_method - computed: false, optional: true, required: false
  private _dcvMethod?: string;
  public get dcvMethod() {
    return this.getStringAttribute('dcv_method');
  }
  public set dcvMethod(value: string) {
    this._dcvMethod = value;
  }
  public resetDcvMethod() {
    this._dcvMethod = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dcvMethodInput() {
    return this._dcvMethod;
  }

  // dcv_scope - computed: false, optional: true, required: false
  private _dcvScope?: string;
  public get dcvScope() {
    return this.getStringAttribute('dcv_scope');
  }
  public set dcvScope(value: string) {
    this._dcvScope = value;
  }
  public resetDcvScope() {
    this._dcvScope = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dcvScopeInput() {
    return this._dcvScope;
  }

  // dns_names - computed: false, optional: true, required: false
  private _dnsNames?: string[];
  public get dnsNames() {
    return cdktn.Fn.tolist(this.getListAttribute('dns_names'));
  }
  public set dnsNames(value: string[]) {
    this._dnsNames = value;
  }
  public resetDnsNames() {
    this._dnsNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dnsNamesInput() {
    return this._dnsNames;
  }

  // i_know_will_revoke_last_cert - computed: false, optional: true, required: false
  private _iKnowWillRevokeLastCert?: boolean | cdktn.IResolvable;
  public get iKnowWillRevokeLastCert() {
    return this.getBooleanAttribute('i_know_will_revoke_last_cert');
  }
  public set iKnowWillRevokeLastCert(value: boolean | cdktn.IResolvable) {
    this._iKnowWillRevokeLastCert = value;
  }
  public resetIKnowWillRevokeLastCert() {
    this._iKnowWillRevokeLastCert = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get iKnowWillRevokeLastCertInput() {
    return this._iKnowWillRevokeLastCert;
  }

  // issued_at - computed: true, optional: false, required: false
  public get issuedAt() {
    return this.getStringAttribute('issued_at');
  }

  // issued_event_at - computed: true, optional: false, required: false
  public get issuedEventAt() {
    return this.getStringAttribute('issued_event_at');
  }

  // last_outcome - computed: true, optional: false, required: false
  public get lastOutcome() {
    return this.getStringAttribute('last_outcome');
  }

  // open_attempt_id - computed: true, optional: false, required: false
  public get openAttemptId() {
    return this.getStringAttribute('open_attempt_id');
  }

  // order_id - computed: false, optional: false, required: true
  private _orderId?: string;
  public get orderId() {
    return this.getStringAttribute('order_id');
  }
  public set orderId(value: string) {
    this._orderId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get orderIdInput() {
    return this._orderId;
  }

  // persist_policy - computed: false, optional: true, required: false
  private _persistPolicy?: string;
  public get persistPolicy() {
    return this.getStringAttribute('persist_policy');
  }
  public set persistPolicy(value: string) {
    this._persistPolicy = value;
  }
  public resetPersistPolicy() {
    this._persistPolicy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get persistPolicyInput() {
    return this._persistPolicy;
  }

  // persist_until - computed: false, optional: true, required: false
  private _persistUntil?: number;
  public get persistUntil() {
    return this.getNumberAttribute('persist_until');
  }
  public set persistUntil(value: number) {
    this._persistUntil = value;
  }
  public resetPersistUntil() {
    this._persistUntil = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get persistUntilInput() {
    return this._persistUntil;
  }

  // renew_before_days - computed: false, optional: true, required: false
  private _renewBeforeDays?: number;
  public get renewBeforeDays() {
    return this.getNumberAttribute('renew_before_days');
  }
  public set renewBeforeDays(value: number) {
    this._renewBeforeDays = value;
  }
  public resetRenewBeforeDays() {
    this._renewBeforeDays = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get renewBeforeDaysInput() {
    return this._renewBeforeDays;
  }

  // renewal_due - computed: true, optional: false, required: false
  public get renewalDue() {
    return this.getBooleanAttribute('renewal_due');
  }

  // request_digest - computed: true, optional: false, required: false
  public get requestDigest() {
    return this.getStringAttribute('request_digest');
  }

  // require_callback - computed: false, optional: true, required: false
  private _requireCallback?: boolean | cdktn.IResolvable;
  public get requireCallback() {
    return this.getBooleanAttribute('require_callback');
  }
  public set requireCallback(value: boolean | cdktn.IResolvable) {
    this._requireCallback = value;
  }
  public resetRequireCallback() {
    this._requireCallback = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requireCallbackInput() {
    return this._requireCallback;
  }

  // service - computed: true, optional: false, required: false
  public get service() {
    return this.getStringAttribute('service');
  }

  // sign_hash - computed: false, optional: false, required: true
  private _signHash?: string;
  public get signHash() {
    return this.getStringAttribute('sign_hash');
  }
  public set signHash(value: string) {
    this._signHash = value;
  }
  // Temporarily expose input value. Use with caution.
  public get signHashInput() {
    return this._signHash;
  }

  // sign_key_pin - computed: false, optional: true, required: false
  private _signKeyPin?: string;
  /**
  * @deprecated Write-only: the provider never returns this value; reading it always yields null by protocol contract. The getter remains for compatibility and will be removed in a future prebuilt-provider major.
  */
  public get signKeyPin() {
    return this.getStringAttribute('sign_key_pin');
  }
  public set signKeyPin(value: string) {
    this._signKeyPin = value;
  }
  public resetSignKeyPin() {
    this._signKeyPin = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get signKeyPinInput() {
    return this._signKeyPin;
  }

  // sign_key_pin_tip - computed: false, optional: true, required: false
  private _signKeyPinTip?: string;
  public get signKeyPinTip() {
    return this.getStringAttribute('sign_key_pin_tip');
  }
  public set signKeyPinTip(value: string) {
    this._signKeyPinTip = value;
  }
  public resetSignKeyPinTip() {
    this._signKeyPinTip = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get signKeyPinTipInput() {
    return this._signKeyPinTip;
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

  // un_modify_key - computed: false, optional: true, required: false
  private _unModifyKey?: boolean | cdktn.IResolvable;
  public get unModifyKey() {
    return this.getBooleanAttribute('un_modify_key');
  }
  public set unModifyKey(value: boolean | cdktn.IResolvable) {
    this._unModifyKey = value;
  }
  public resetUnModifyKey() {
    this._unModifyKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get unModifyKeyInput() {
    return this._unModifyKey;
  }

  // validity_days - computed: false, optional: true, required: false
  private _validityDays?: number;
  public get validityDays() {
    return this.getNumberAttribute('validity_days');
  }
  public set validityDays(value: number) {
    this._validityDays = value;
  }
  public resetValidityDays() {
    this._validityDays = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get validityDaysInput() {
    return this._validityDays;
  }

  // wait_until_issued - computed: false, optional: true, required: false
  private _waitUntilIssued?: string;
  public get waitUntilIssued() {
    return this.getStringAttribute('wait_until_issued');
  }
  public set waitUntilIssued(value: string) {
    this._waitUntilIssued = value;
  }
  public resetWaitUntilIssued() {
    this._waitUntilIssued = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get waitUntilIssuedInput() {
    return this._waitUntilIssued;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      acknowledge_dropped_names: cdktn.listMapper(cdktn.stringToTerraform, false)(this._acknowledgeDroppedNames),
      common_name: cdktn.stringToTerraform(this._commonName),
      csr: cdktn.stringToTerraform(this._csr),
      csr_from: cdktn.stringToTerraform(this._csrFrom),
      custom_expiration_date: cdktn.stringToTerraform(this._customExpirationDate),
      dcv_method: cdktn.stringToTerraform(this._dcvMethod),
      dcv_scope: cdktn.stringToTerraform(this._dcvScope),
      dns_names: cdktn.listMapper(cdktn.stringToTerraform, false)(this._dnsNames),
      i_know_will_revoke_last_cert: cdktn.booleanToTerraform(this._iKnowWillRevokeLastCert),
      order_id: cdktn.stringToTerraform(this._orderId),
      persist_policy: cdktn.stringToTerraform(this._persistPolicy),
      persist_until: cdktn.numberToTerraform(this._persistUntil),
      renew_before_days: cdktn.numberToTerraform(this._renewBeforeDays),
      require_callback: cdktn.booleanToTerraform(this._requireCallback),
      sign_hash: cdktn.stringToTerraform(this._signHash),
      sign_key_pin: this.markWriteOnlyAttribute(cdktn.stringToTerraform(this._signKeyPin)),
      sign_key_pin_tip: cdktn.stringToTerraform(this._signKeyPinTip),
      triggers: cdktn.hashMapper(cdktn.stringToTerraform)(this._triggers),
      un_modify_key: cdktn.booleanToTerraform(this._unModifyKey),
      validity_days: cdktn.numberToTerraform(this._validityDays),
      wait_until_issued: cdktn.stringToTerraform(this._waitUntilIssued),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      acknowledge_dropped_names: {
        value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(this._acknowledgeDroppedNames),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      common_name: {
        value: cdktn.stringToHclTerraform(this._commonName),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      csr: {
        value: cdktn.stringToHclTerraform(this._csr),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      csr_from: {
        value: cdktn.stringToHclTerraform(this._csrFrom),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      custom_expiration_date: {
        value: cdktn.stringToHclTerraform(this._customExpirationDate),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      dcv_method: {
        value: cdktn.stringToHclTerraform(this._dcvMethod),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      dcv_scope: {
        value: cdktn.stringToHclTerraform(this._dcvScope),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      dns_names: {
        value: cdktn.listMapperHcl(cdktn.stringToHclTerraform, false)(this._dnsNames),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      i_know_will_revoke_last_cert: {
        value: cdktn.booleanToHclTerraform(this._iKnowWillRevokeLastCert),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      order_id: {
        value: cdktn.stringToHclTerraform(this._orderId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      persist_policy: {
        value: cdktn.stringToHclTerraform(this._persistPolicy),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      persist_until: {
        value: cdktn.numberToHclTerraform(this._persistUntil),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      renew_before_days: {
        value: cdktn.numberToHclTerraform(this._renewBeforeDays),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      require_callback: {
        value: cdktn.booleanToHclTerraform(this._requireCallback),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      sign_hash: {
        value: cdktn.stringToHclTerraform(this._signHash),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sign_key_pin: {
        value: this.markWriteOnlyAttribute(cdktn.stringToHclTerraform(this._signKeyPin)),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      sign_key_pin_tip: {
        value: cdktn.stringToHclTerraform(this._signKeyPinTip),
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
      un_modify_key: {
        value: cdktn.booleanToHclTerraform(this._unModifyKey),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      validity_days: {
        value: cdktn.numberToHclTerraform(this._validityDays),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      wait_until_issued: {
        value: cdktn.stringToHclTerraform(this._waitUntilIssued),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
