import { DEPTH_MAX, tooDeep } from './depth.js';
import { requireOwn } from './inherited-names.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const UTF8 = new TextDecoder();

/** What a byte of JSON outside texts does to the depth. */
const STEP = new Int8Array(256);
for (const open of '[{') STEP[open.charCodeAt(0)] = 1;
for (const close of ']}') STEP[close.charCodeAt(0)] = -1;

/**
 * The value of a JSON text in UTF-8, in time linear in its length. Throws an error with a reason for text that is no JSON, and for more than
 * `DEPTH_MAX` lists and objects within one another: whatever walks the value by recursion then has room.
 */
export function parseJson(bytes: Uint8Array): unknown {
  requireShallow(bytes);
  const text = UTF8.decode(bytes);
  return SUSPECT.test(text) ? JSON.parse(text, own) : JSON.parse(text);
}

/** What a text has that names something inherited: the name, or characters by their numbers. */
const SUSPECT =
  /\\u|"(?:__|constructor|hasOwn|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)/;

function own(key: string, value: unknown): unknown {
  requireOwn(key);
  return value;
}

/** Text that is no JSON may be counted wrongly; it is refused by the parser, however deep. */
function requireShallow(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else {
      depth += STEP[byte]!;
      if (depth > DEPTH_MAX) throw tooDeep();
    }
  }
}
