/** The service as data (fields, codes, rules), the settings, and the messages that all interfaces share. Imports nothing. */
export { type Asking, checkAsking } from "./asking.ts";

export { authoritiesProblem, checkAuthorities, isUntrusted } from "./authorities.ts";
export type { CallbackCode, CallbackEvent, CallbackVerdict } from "./callback.ts";
export {
  callbackAuthHeader,
  callbackCodes,
  callbackTestFields,
  isCallbackCode,
  issuedEvent,
  receiverIntervalMs,
  requireCallbackDoc,
  simulatedEvent,
} from "./callback.ts";
export { describePass, isSuccess } from "./callback-answer.ts";
export { checkArguments, checkCallbackTest, checkReissue, comparableName, unknownMember } from "./check.ts";
export { checkConnection, plainAddress } from "./connection.ts";
export { count } from "./count.ts";
export type { DeclaredValues } from "./declared.ts";
export {
  callbackArguments,
  checkDeclaredReissue,
  declaredReissueFields,
  keepDecidable,
  reissueArguments,
} from "./declared.ts";
export { describeField, describeSetting } from "./describe.ts";
export {
  dayOrTime,
  importCommand,
  libraryDialect,
  resolveEntry,
  terraformDialect,
} from "./dialects.ts";
export { dayMs, notATime, parseDuration, withAge } from "./duration.ts";
export { CertOrderError, type ErrorDetails, NotSentError } from "./error.ts";
export {
  afterDoneUnread,
  type DocumentedCode,
  type DocumentedCodes,
  type ErrorCode,
  type JournalCode,
  journalCodes,
  lostIdSteps,
  type RequestCode,
  requestCodes,
  resolveSteps,
} from "./error-codes.ts";
export { type FailureCode, type FailureReason, failures, isEndedHere, isFinal } from "./failure-codes.ts";
export type { Argument, Field, Fields, Values } from "./field.ts";
export { camelCase, isAbsent, isRecord, kebabCase, pickValues, toContractNames } from "./field.ts";
export { listFromText, valueFromText } from "./from-text.ts";
export {
  commandLine,
  isPlaceholder,
  isPlainId,
  notHappened,
  pasteableId,
  sameId,
  shellWord,
} from "./ids.ts";
export { readImportId, readIssueTime } from "./import-id.ts";
export { InputProblem, invalidSetting, settingProblem } from "./input-problem.ts";
export { InvalidInputError } from "./invalid-input.ts";
export {
  checkJournalPlace,
  folderProblem,
  inRepository,
  isUrl,
  journalUrlProblem,
  journalUrls,
  noJournal,
  severalHosts,
} from "./journal-place.ts";
export { parseJson } from "./json.ts";
export { errorPage, type KnownCode } from "./known-codes.ts";
export { isLoopback } from "./loopback.ts";
export { findNearest, lowerFirst, nameProblem } from "./names.ts";
export type { Operation } from "./operation.ts";
export {
  authHeaders,
  callbackTestOperation,
  decode,
  encode,
  reissueOperation,
  successCode,
} from "./operation.ts";
export { type Outcome, outcomes } from "./outcome.ts";
export { escapeUnprintable, printable } from "./printable.ts";
export { checkProviderBlock, providerArguments } from "./provider-block.ts";
export { namedProxy, proxySetting } from "./proxy.ts";
export { cloudHeldKey, persistentDns, reissueFields } from "./reissue.ts";
export type { CallbackTestRequest, ReissueRequest } from "./requests.ts";
export type { Resolution, Resolutions, Supersedes } from "./resolutions.ts";
export {
  isAttemptId,
  parseEntries,
  readResolution,
  readResolutions,
  readSupersedes,
  resolveVariable,
  serviceMayTake,
  supersedeVariable,
  waysToResolve,
  whenNotHappened,
  writeResolution,
} from "./resolutions.ts";
export { isSandboxName, longestAheadMs } from "./sandbox.ts";
export type { Environment, GivenSettings, Setting, SettingName, Settings } from "./settings.ts";
export {
  combineSettings,
  isJournalSetting,
  mostTries,
  settings,
  urlPassword,
  withoutPassword,
} from "./settings.ts";
export type { Dialect, FieldRef, Paste, Text, WayOut } from "./text.ts";
export { fieldRef, join, render, renderWaysOut, text } from "./text.ts";
export { vanishingJournal } from "./vanishing-journal.ts";
