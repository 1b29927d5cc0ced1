import { gunzipSync, inflateRawSync } from 'node:zlib';
import { bytesMax, type InputKind, sizeText, tooLarge } from './limits.js';

/**
 * Unpacks gzip data. Throws if the data is corrupt, or if the result would exceed `bytesAllowed` or the limit for its
 * kind.
 */
export function gunzipBounded(
  kind: InputKind,
  packed: Uint8Array,
  bytesAllowed = bytesMax(kind),
): Uint8Array {
  return unpackBounded(kind, bytesAllowed, (options) => gunzipSync(packed, options));
}

/** Unpacks raw deflate data. Throws as `gunzipBounded` does. */
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
