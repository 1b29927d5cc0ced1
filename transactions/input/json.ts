import { createDepthError, MAX_NESTING_DEPTH } from './depth.js';
import { rejectInheritedName } from './inherited-names.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const UTF8 = new TextDecoder();

/** How each byte outside strings changes the nesting depth. */
const DEPTH_CHANGE = new Int8Array(256);
for (const open of '[{') DEPTH_CHANGE[open.charCodeAt(0)] = 1;
for (const close of ']}') DEPTH_CHANGE[close.charCodeAt(0)] = -1;

/**
 * Parses UTF-8 JSON in linear time. Throws an error that explains the problem if the JSON is invalid or nested deeper
 * than `MAX_NESTING_DEPTH`, so recursion over the value is safe.
 */
export function parseJson(bytes: Uint8Array): unknown {
  checkNestingDepth(bytes);
  const text = UTF8.decode(bytes);
  return SUSPICIOUS_KEY.test(text) ? JSON.parse(text, requireOwnKey) : JSON.parse(text);
}

/** Matches text that may name an inherited member, either literally or with escaped characters. */
const SUSPICIOUS_KEY =
  /\\u|"(?:__|constructor|hasOwn|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)/;

function requireOwnKey(key: string, value: unknown): unknown {
  rejectInheritedName(key);
  return value;
}

/**
 * Throws if the text is nested too deeply. It may miscount text that is not JSON, which the parser rejects at
 * any depth.
 */
function checkNestingDepth(bytes: Uint8Array): void {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (isInString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else {
      depth += DEPTH_CHANGE[byte]!;
      if (depth > MAX_NESTING_DEPTH) throw createDepthError();
    }
  }
}
