import { Codec, type DecodedMessage, type Encodable } from "./codec.ts";

// The messages of tfplugin6.proto as data. A test compares the two files.

const schemaMessages = {
  Schema: { version: [1, "int64"], block: [2, "Block"] },
  Block: {
    attributes: [2, "Attribute", "repeated"],
    block_types: [3, "NestedBlock", "repeated"],
    description: [4, "string"],
    description_kind: [5, "enum"],
    deprecated: [6, "bool"],
    deprecation_message: [7, "string"],
  },
  Attribute: {
    name: [1, "string"],
    type: [2, "bytes"],
    description: [3, "string"],
    required: [4, "bool"],
    optional: [5, "bool"],
    computed: [6, "bool"],
    sensitive: [7, "bool"],
    description_kind: [8, "enum"],
    deprecated: [9, "bool"],
    nested_type: [10, "Object", "optional"],
    write_only: [11, "bool"],
    deprecation_message: [12, "string"],
  },
  Object: { attributes: [1, "Attribute", "repeated"], nesting: [3, "enum"] },
  NestedBlock: {
    type_name: [1, "string"],
    block: [2, "Block"],
    nesting: [3, "enum"],
    min_items: [4, "int64"],
    max_items: [5, "int64"],
  },
  ActionSchema: { schema: [1, "Schema"] },
  ResourceIdentitySchema: {
    version: [1, "int64"],
    identity_attributes: [2, "IdentityAttribute", "repeated"],
  },
  IdentityAttribute: {
    name: [1, "string"],
    type: [2, "bytes"],
    required_for_import: [3, "bool"],
    optional_for_import: [4, "bool"],
    description: [5, "string"],
  },
  Function: {
    parameters: [1, "Parameter", "repeated"],
    variadic_parameter: [2, "Parameter"],
    return: [3, "Return"],
    summary: [4, "string"],
    description: [5, "string"],
    description_kind: [6, "enum"],
    deprecation_message: [7, "string"],
  },
  Parameter: {
    name: [1, "string"],
    type: [2, "bytes"],
    allow_null_value: [3, "bool"],
    allow_unknown_values: [4, "bool"],
    description: [5, "string"],
    description_kind: [6, "enum"],
  },
  Return: { type: [1, "bytes"] },
} as const;

const sharedMessages = {
  Empty: {},
  DynamicValue: { msgpack: [1, "bytes"], json: [2, "bytes"] },
  Diagnostic: {
    severity: [1, "enum"],
    summary: [2, "string"],
    detail: [3, "string"],
    attribute: [4, "AttributePath"],
  },
  AttributePath: { steps: [1, "Step", "repeated"] },
  Step: {
    attribute_name: [1, "string", "optional"],
    element_key_string: [2, "string", "optional"],
    element_key_int: [3, "int64", "optional"],
  },
  RawState: { json: [1, "bytes"], flatmap: [2, "string", "map"] },
  ServerCapabilities: {
    plan_destroy: [1, "bool"],
    get_provider_schema_optional: [2, "bool"],
    move_resource_state: [3, "bool"],
  },
  ClientCapabilities: { write_only_attributes_allowed: [2, "bool"] },
  Timestamp: { seconds: [1, "int64"] },
  ResourceIdentityData: { identity_data: [1, "DynamicValue"] },
} as const;

const providerMessages = {
  GetProviderSchemaResponse: {
    provider: [1, "Schema"],
    resource_schemas: [2, "Schema", "map"],
    data_source_schemas: [3, "Schema", "map"],
    diagnostics: [4, "Diagnostic", "repeated"],
    server_capabilities: [6, "ServerCapabilities"],
    functions: [7, "Function", "map"],
    ephemeral_resource_schemas: [8, "Schema", "map"],
    list_resource_schemas: [9, "Schema", "map"],
    action_schemas: [11, "ActionSchema", "map"],
  },
  GetResourceIdentitySchemasResponse: {
    identity_schemas: [1, "ResourceIdentitySchema", "map"],
    diagnostics: [2, "Diagnostic", "repeated"],
  },
  ValidateProviderConfigRequest: { config: [1, "DynamicValue"] },
  ValidateProviderConfigResponse: { diagnostics: [2, "Diagnostic", "repeated"] },
  ConfigureProviderRequest: {
    terraform_version: [1, "string"],
    config: [2, "DynamicValue"],
    client_capabilities: [3, "ClientCapabilities"],
  },
  ConfigureProviderResponse: { diagnostics: [1, "Diagnostic", "repeated"] },
  StopProviderResponse: { error: [1, "string"] },
} as const;

const resourceMessages = {
  ValidateConfigRequest: {
    type_name: [1, "string"],
    config: [2, "DynamicValue"],
    client_capabilities: [3, "ClientCapabilities"],
  },
  ValidateConfigResponse: { diagnostics: [1, "Diagnostic", "repeated"] },
  UpgradeResourceStateRequest: {
    type_name: [1, "string"],
    version: [2, "int64"],
    raw_state: [3, "RawState"],
  },
  UpgradeResourceStateResponse: {
    upgraded_state: [1, "DynamicValue"],
    diagnostics: [2, "Diagnostic", "repeated"],
  },
  UpgradeResourceIdentityRequest: {
    type_name: [1, "string"],
    version: [2, "int64"],
    raw_identity: [3, "RawState"],
  },
  UpgradeResourceIdentityResponse: {
    upgraded_identity: [1, "ResourceIdentityData"],
    diagnostics: [2, "Diagnostic", "repeated"],
  },
  ReadResourceRequest: {
    type_name: [1, "string"],
    current_state: [2, "DynamicValue"],
    private: [3, "bytes"],
    current_identity: [6, "ResourceIdentityData"],
  },
  ReadResourceResponse: {
    new_state: [1, "DynamicValue"],
    diagnostics: [2, "Diagnostic", "repeated"],
    private: [3, "bytes"],
    new_identity: [5, "ResourceIdentityData"],
  },
  PlanResourceChangeRequest: {
    type_name: [1, "string"],
    prior_state: [2, "DynamicValue"],
    proposed_new_state: [3, "DynamicValue"],
    config: [4, "DynamicValue"],
    prior_private: [5, "bytes"],
    prior_identity: [8, "ResourceIdentityData"],
  },
  PlanResourceChangeResponse: {
    planned_state: [1, "DynamicValue"],
    requires_replace: [2, "AttributePath", "repeated"],
    planned_private: [3, "bytes"],
    diagnostics: [4, "Diagnostic", "repeated"],
    planned_identity: [7, "ResourceIdentityData"],
  },
  ApplyResourceChangeRequest: {
    type_name: [1, "string"],
    prior_state: [2, "DynamicValue"],
    planned_state: [3, "DynamicValue"],
    config: [4, "DynamicValue"],
    planned_private: [5, "bytes"],
    planned_identity: [7, "ResourceIdentityData"],
  },
  ApplyResourceChangeResponse: {
    new_state: [1, "DynamicValue"],
    private: [2, "bytes"],
    diagnostics: [3, "Diagnostic", "repeated"],
    new_identity: [5, "ResourceIdentityData"],
  },
  ImportResourceStateRequest: {
    type_name: [1, "string"],
    id: [2, "string"],
    identity: [4, "ResourceIdentityData"],
  },
  ImportedResource: {
    type_name: [1, "string"],
    state: [2, "DynamicValue"],
    private: [3, "bytes"],
    identity: [4, "ResourceIdentityData"],
  },
  ImportResourceStateResponse: {
    imported_resources: [1, "ImportedResource", "repeated"],
    diagnostics: [2, "Diagnostic", "repeated"],
  },
  MoveResourceStateRequest: {
    source_provider_address: [1, "string"],
    source_type_name: [2, "string"],
    source_schema_version: [3, "int64"],
    source_state: [4, "RawState"],
    target_type_name: [5, "string"],
    source_private: [6, "bytes"],
  },
  MoveResourceStateResponse: {
    target_state: [1, "DynamicValue"],
    diagnostics: [2, "Diagnostic", "repeated"],
    target_private: [3, "bytes"],
    target_identity: [4, "ResourceIdentityData"],
  },
} as const;

const otherMessages = {
  OpenEphemeralResourceRequest: { type_name: [1, "string"], config: [2, "DynamicValue"] },
  OpenEphemeralResourceResponse: {
    diagnostics: [1, "Diagnostic", "repeated"],
    renew_at: [2, "Timestamp", "optional"],
    result: [3, "DynamicValue"],
    private: [4, "bytes", "optional"],
  },
  EphemeralResourceRequest: { type_name: [1, "string"], private: [2, "bytes"] },
  RenewEphemeralResourceResponse: {
    diagnostics: [1, "Diagnostic", "repeated"],
    renew_at: [2, "Timestamp", "optional"],
    private: [3, "bytes", "optional"],
  },
  CloseEphemeralResourceResponse: { diagnostics: [1, "Diagnostic", "repeated"] },
  ValidateListResourceConfigRequest: { type_name: [1, "string"], config: [2, "DynamicValue"] },
  ListResourceRequest: {
    type_name: [1, "string"],
    config: [2, "DynamicValue"],
    include_resource_object: [3, "bool"],
    limit: [4, "int64"],
  },
  ListResourceEvent: {
    identity: [1, "ResourceIdentityData"],
    display_name: [2, "string"],
    resource_object: [3, "DynamicValue", "optional"],
    diagnostics: [4, "Diagnostic", "repeated"],
  },
  ReadDataSourceRequest: { type_name: [1, "string"], config: [2, "DynamicValue"] },
  ReadDataSourceResponse: { state: [1, "DynamicValue"], diagnostics: [2, "Diagnostic", "repeated"] },
  GetFunctionsResponse: { functions: [1, "Function", "map"], diagnostics: [2, "Diagnostic", "repeated"] },
  CallFunctionRequest: { name: [1, "string"], arguments: [2, "DynamicValue", "repeated"] },
  CallFunctionResponse: { result: [1, "DynamicValue"], error: [2, "FunctionError"] },
  FunctionError: { text: [1, "string"], function_argument: [2, "int64", "optional"] },
  ActionRequest: {
    action_type: [1, "string"],
    config: [2, "DynamicValue"],
    client_capabilities: [3, "ClientCapabilities"],
  },
  PlanActionResponse: { diagnostics: [1, "Diagnostic", "repeated"] },
  InvokeActionEvent: { progress: [1, "Progress", "optional"], completed: [2, "Completed", "optional"] },
  Progress: { message: [1, "string"] },
  Completed: { diagnostics: [1, "Diagnostic", "repeated"] },
} as const;

const messages = {
  ...schemaMessages,
  ...sharedMessages,
  ...providerMessages,
  ...resourceMessages,
  ...otherMessages,
};

export const codec = new Codec(messages);

type Messages = typeof messages;
export type MessageName = keyof Messages;
export type Received<Name extends MessageName> = DecodedMessage<Messages, Name>;
export type Sent<Name extends MessageName> = Encodable<Messages, Name>;
