import { lookup } from '../../arch/index.js';
import { findNearestName, parseJson, UsageError } from '../../transactions/index.js';
import { EXPECTATION_KEYS, type Expectation, readExpectation } from './expectations.js';
import { parseState, STATE_FIELDS, type StateDocument } from './state-files.js';

/** The directives in a program's comments: `; KEY: VALUE`, one per line (docs/judging-shaders.md). */
interface TextDirectives {
  readonly state: StateDocument;
  /** Absent if the source has no expectations. */
  readonly expectation?: Expectation;
}

/** A directive found in a comment. */
interface Directive {
  readonly key: string;
  readonly value: string;
  /** The line number, counted from 1. */
  readonly line: number;
}

/** Matches a comment on its own line. */
const COMMENT = /^\s*(?:;|\/\/|#)+ ?(.*)$/s;

/** Matches a directive. Keys are lower-case, unlike those in comments written by compilers. */
const DIRECTIVE = /^\s*([a-z][a-z_-]*)\s*:(.*)$/s;

/** Matches `s4` or `s[0:3]`, a name, and optional contents, as in `s4 width = pc+8`. */
const ARGUMENT = /^([sv])(?:(\d+)|\[(\d+):(\d+)\])\s+([\w.]+(?:\[\d+\])?)(?:\s*=\s*(\S+))?$/;
const INPUT = /^attr(\d+)\s+(flat|interp)\s+(\w+)$/;
const REGISTER = /^(\w+)(?:\s*=\s*|\s+)(0x[0-9a-fA-F]+)$/;

/** The state fields read so far. They are validated at the end, like a state file. */
type Draft = Record<string, unknown>;

/**
 * Parsers for the directives that add an element to a state field, by key. Each returns the expected format if the
 * value is invalid.
 */
const PARSERS: Readonly<Record<string, (draft: Draft, value: string) => string | undefined>> = lookup({
  arg(draft, value) {
    const match = ARGUMENT.exec(value);
    if (match === null)
      return 'registers and a name, like "s[0:3] buffer_descriptor[0]" or "s4 width = pc+8"';
    const [, file, single, first, last, name, source] = match;
    const reg = Number(single ?? first);
    const size = single === undefined ? Number(last) - reg + 1 : 1;
    draft.args = [...toList(draft.args), { name, file, reg, size }];
    if (source !== undefined) draft.user_data = { ...(draft.user_data as object), [`${file}${reg}`]: source };
    return undefined;
  },
  input(draft, value) {
    const match = INPUT.exec(value);
    if (match === null) return 'an attribute, its interpolation mode and its name, like "attr0 flat vPrim"';
    const [, attribute, interpolation, name] = match;
    draft.inputs = [...toList(draft.inputs), { attr: Number(attribute), how: interpolation, name }];
    return undefined;
  },
  reg(draft, value) {
    const match = REGISTER.exec(value);
    if (match === null) return 'a register and its value, like "DB_SHADER_CONTROL 0x10610"';
    draft.regs = { ...(draft.regs as object), [match[1]]: match[2] };
    return undefined;
  },
});

const STATE = 'state';
const KEYS: readonly string[] = [
  STATE,
  ...EXPECTATION_KEYS,
  ...Object.keys(PARSERS),
  ...STATE_FIELDS.filter((field) => field !== 'epilog'),
];

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Reads the directives in assembly source. Throws `UsageError`, with the line number, for an invalid value and for
 * anything before the first instruction that looks like a misspelt directive. Other comments are ignored.
 */
export function readDirectives(text: string, file: string): TextDirectives {
  const directives = findDirectives(text, file);
  const draft: Draft = {};
  for (const directive of directives) addToState(draft, directive, file);
  const expectation = readExpectation(
    directives.filter(({ key }) => EXPECTATION_KEYS.includes(key)),
    file,
  );
  return {
    state: parseState(draft, `comments in ${file}`),
    ...(expectation === undefined ? {} : { expectation }),
  };
}

function findDirectives(text: string, file: string): Directive[] {
  const lines = text.split('\n');
  const directives: Directive[] = [];
  let isHeader = true;
  for (let index = 0; index < lines.length; index++) {
    const comment = getComment(lines[index]!);
    isHeader &&= comment !== undefined || lines[index]!.trim() === '';
    const match = comment === undefined ? null : DIRECTIVE.exec(comment);
    if (match === null) continue;
    const [, key, rest] = match as unknown as [string, string, string];
    const line = index + 1;
    if (!KEYS.includes(key)) {
      if (isHeader) rejectMisspeltKey(key, file, line);
      continue;
    }
    const firstLine = rest.trim();
    const document = key === STATE ? readDocument(lines, index, firstLine) : undefined;
    if (document === null) throw makeError({ key, value: firstLine, line }, file, EXPECTED_STATE);
    directives.push({ key, value: document?.text ?? firstLine, line });
    index = document?.last ?? index;
  }
  return directives;
}

function getComment(line: string): string | undefined {
  return COMMENT.exec(line)?.[1];
}

function rejectMisspeltKey(key: string, file: string, line: number): void {
  const suggestion = findNearestName(key, KEYS);
  if (suggestion !== undefined)
    throw new UsageError(`Unknown key "${key}" in ${file}, line ${line}: did you mean ${suggestion}?`);
}

/** The maximum number of comment lines in a document. */
const MAX_DOCUMENT_LINES = 400;

/** A JSON document found in comments. */
interface CommentDocument {
  readonly text: string;
  /** The index of its last line. */
  readonly last: number;
}

/** Reads a JSON document that may span several comments. Returns null if its brackets are never closed. */
function readDocument(lines: readonly string[], first: number, firstLine: string): CommentDocument | null {
  const documentLines = [firstLine];
  let depth = countOpenBrackets(firstLine);
  while (depth > 0) {
    const next =
      documentLines.length < MAX_DOCUMENT_LINES
        ? getComment(lines[first + documentLines.length] ?? '')
        : undefined;
    if (next === undefined) return null;
    documentLines.push(next);
    depth += countOpenBrackets(next);
  }
  return { text: documentLines.join('\n'), last: first + documentLines.length - 1 };
}

/** Matches brackets and JSON strings. The latter cannot span lines. */
const STRINGS_AND_BRACKETS = /"(?:[^"\\]|\\.)*"?|[[{\]}]/g;

/** Returns the number of brackets opened on a line minus the number closed. */
function countOpenBrackets(line: string): number {
  let open = 0;
  for (const [token] of line.matchAll(STRINGS_AND_BRACKETS)) {
    if (token === '[' || token === '{') open++;
    else if (token === ']' || token === '}') open--;
  }
  return open;
}

/** Parses JSON. Returns undefined if it is invalid. */
function tryParseJson(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}

const EXPECTED_STATE = 'a JSON object with the contents of a state file';

function makeError({ key, value, line }: Directive, file: string, expected: string): UsageError {
  return new UsageError(`Invalid ${key} "${value}" in ${file}, line ${line}: expected ${expected}`);
}

function addToState(draft: Draft, directive: Directive, file: string): void {
  const { key, value } = directive;
  const parser = PARSERS[key];
  if (parser !== undefined) {
    const expected = parser(draft, value);
    if (expected !== undefined) throw makeError(directive, file, expected);
    return;
  }
  if (EXPECTATION_KEYS.includes(key)) return;
  if (key === STATE) {
    const document = value.startsWith('{') ? tryParseJson(value) : undefined;
    if (document === undefined) throw makeError(directive, file, EXPECTED_STATE);
    Object.assign(draft, document);
    return;
  }
  // Numbers, lists and objects are parsed as JSON. Names are used as is.
  draft[key] = tryParseJson(value) ?? value;
}
