import { gunzipSync, inflateRawSync } from 'node:zlib';
import { bytesMax, type InputKind, sizeText, tooLarge } from './limits.js';

/** Unpacks gzip data; throws an error with a reason if invalid, or larger than its kind or `bytesAllowed` allows. */
export function gunzipBounded(
  kind: InputKind,
  packed: Uint8Array,
  bytesAllowed = bytesMax(kind),
): Uint8Array {
  return unpackBounded(kind, bytesAllowed, (options) => gunzipSync(packed, options));
}

/** Unpacks raw deflate data; throws as `gunzipBounded` does. */
export function inflateBounded(kind: InputKind, packed: Uint8Array): Uint8Array {
  return unpackBounded(kind, bytesMax(kind), (options) => inflateRawSync(packed, options));
}

function unpackBounded(
  kind: InputKind,
  bytesAllowed: number,
  unpack: (options: { readonly maxOutputLength: number }) => Uint8Array,
): Uint8Array {
  try {
    return unpack({ maxOutputLength: Math.max(1, bytesAllowed) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw bytesAllowed < bytesMax(kind)
      ? new Error(`it unpacks to more than the remaining ${sizeText(bytesAllowed)}`)
      : tooLarge(kind);
  }
}
