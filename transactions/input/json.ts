import { DEPTH_MAX, tooDeep } from './depth.js';
import { requireOwn } from './inherited-names.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const UTF8 = new TextDecoder();

/** Depth change for each byte of JSON outside strings. */
const STEP = new Int8Array(256);
for (const open of '[{') STEP[open.charCodeAt(0)] = 1;
for (const close of ']}') STEP[close.charCodeAt(0)] = -1;

/**
 * Parses UTF-8 JSON in linear time. Throws an error with a reason for invalid JSON and for nesting deeper
 * than `DEPTH_MAX`, so that recursion over the value is safe.
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireShallow(bytes);
  const text = UTF8.decode(bytes);
  return SUSPECT.test(text) ? JSON.parse(text, requireOwnKey) : JSON.parse(text);
}

/** Text that may name an inherited member: its name, or escaped characters. */
const SUSPECT =
  /\\u|"(?:__|constructor|hasOwn|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)/;

function requireOwnKey(key: string, value: unknown): unknown {
  requireOwn(key);
  return value;
}

/** May miscount text that is not JSON; the parser rejects that at any depth. */
function requireShallow(bytes: Uint8Array): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isInString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else {
      depth += STEP[byte]!;
      if (depth > DEPTH_MAX) throw tooDeep();
    }
  }
}
