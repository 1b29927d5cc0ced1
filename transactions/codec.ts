import { encode } from '@msgpack/msgpack';
import { decodeMessagePack, parseJson, safeParse } from './input/index.js';
import { serialiseKnobValues } from './knobs/index.js';
import { type Scenario, scenarioSchema } from './scenario.js';
import { findContradiction } from './scenario-contradiction.js';
import { MODEL_VERSION, SCENARIO_FORMAT } from './scenario-limits.js';
import { describeIssues } from './schema-message.js';
import { SCENARIO_RECORD } from './trace/trace-record.js';
import type { Transaction } from './transaction.js';
import { UsageError } from './usage-error.js';

/**
 * Encodes a scenario as MessagePack with sorted keys, so that equal scenarios encode to equal bytes, regardless of
 * the tool that wrote them.
 */
export function encodeScenario(scenario: Scenario): Uint8Array {
  return encode(scenario, { sortKeys: true });
}

/** Formats a scenario as JSON for people and other tools. Choices are written by name. */
export function scenarioToJson(scenario: Scenario): string {
  return `${JSON.stringify(withNamedChoices(scenario))}\n`;
}

function withNamedChoices(scenario: Scenario): unknown {
  return { ...scenario, freedoms: serialiseKnobValues(scenario.freedoms) };
}

/**
 * Decodes a scenario file: MessagePack or JSON (distinguished by the first byte), either bare or with its expected
 * result, as printed by `scenario`. Error messages refer to the file as `source`. Throws `UsageError` if the file
 * is neither, has an invalid field, or needs a different model version.
 */
export function decodeScenario(bytes: Uint8Array, source: string): Scenario {
  const value = decodeDocument(bytes, source) as { format?: unknown; scenario?: unknown } | null;
  return parseScenario(value?.format === undefined ? (value?.scenario ?? value) : value, source);
}

/** Validates a decoded value and returns it as a scenario; throws the same errors as `decodeScenario`. */
export function parseScenario(value: unknown, source: string): Scenario {
  checkVersions(value, source);
  const parsed = safeParse(scenarioSchema, value);
  if (!parsed.success) {
    throw new UsageError(`Invalid scenario ${source}: ${describeIssues(parsed.error, value)}`);
  }
  const contradiction = findContradiction(parsed.data);
  if (contradiction !== undefined) throw new UsageError(`Invalid scenario ${source}: ${contradiction}.`);
  return parsed.data;
}

/** Formats a transaction as a JSON Lines line, including the newline. Typed arrays are written as plain arrays. */
export function transactionLine(transaction: Transaction): string {
  const replaceArray = (_key: string, value: unknown): unknown =>
    ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value;
  return `${JSON.stringify(transaction, replaceArray)}\n`;
}

/** The part of a run covered by a trace excerpt. */
export interface Excerpt {
  readonly waves?: readonly number[];
  /** First and last cycle. */
  readonly cycles?: readonly [first: number, last: number];
}

/**
 * Formats the first record of a trace as a JSON Lines line: the scenario and, if the trace covers only part
 * of the run, that part.
 */
export function scenarioLine(scenario: Scenario, { waves, cycles }: Excerpt = {}): string {
  return `${JSON.stringify({ kind: SCENARIO_RECORD, waves, cycles, scenario: withNamedChoices(scenario) })}\n`;
}

/** The signals in which a value change dump of a run holds the run: the scenario, and each cycle's transactions. */
export const RUN_SIGNALS = { scenario: 'pops.trace.scenario', records: 'pops.trace.records' } as const;

/** How much text each string of a dump may refer to. Four times as much makes dumps a third smaller, in twice the time. */
const DICTIONARY_BYTES = 0x2000;

/**
 * Returns the dictionary with which a dump's next string is deflated: the end of the text of all strings so far, each of
 * which is a JSON array of records, deflated and in base64, which converters to FST do not escape.
 */
export function extendDictionary(dictionary: Uint8Array, text: Uint8Array): Uint8Array {
  return Buffer.concat([dictionary, text]).subarray(-DICTIONARY_BYTES);
}

const JSON_OBJECT = 0x7b;
const WHITESPACE: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

/** Parses a JSON or MessagePack file without validating the contents. Throws `UsageError` if it is neither. */
export function decodeDocument(bytes: Uint8Array, source: string): unknown {
  const first = bytes.find((byte) => !WHITESPACE.includes(byte));
  const isJson = first === JSON_OBJECT;
  try {
    return isJson ? parseJson(bytes) : decodeMessagePack(bytes);
  } catch (error) {
    const description = isJson ? 'malformed JSON' : 'neither MessagePack nor a JSON object';
    const reason = (error as Error).message;
    throw new UsageError(
      `Invalid scenario ${source}: it is ${description} (${reason}); expected a scenario file.`,
    );
  }
}

function checkVersions(value: unknown, source: string): void {
  if (typeof value !== 'object' || value === null) return;
  const { format, model } = value as { format?: unknown; model?: unknown };
  if (typeof format === 'number' && format !== SCENARIO_FORMAT) {
    throw new UsageError(
      `Invalid scenario ${source}: format is ${format}; this version supports format ${SCENARIO_FORMAT}.`,
    );
  }
  if (typeof model === 'number' && model !== MODEL_VERSION) {
    throw new UsageError(
      `Cannot replay scenario ${source}: it was recorded with model version ${model}, but this version uses model ${MODEL_VERSION}; replay it with the version that recorded it.`,
    );
  }
}
