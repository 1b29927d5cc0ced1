import { gunzipSync, inflateRawSync } from 'node:zlib';
import { formatByteCount, getMaxBytes, type InputKind, makeTooLargeError } from './limits.js';

/** Unpacks gzip data. Throws if it is corrupt or unpacks to more than `maxBytes`, by default the limit for its kind. */
export function gunzipBounded(kind: InputKind, packed: Uint8Array, maxBytes = getMaxBytes(kind)): Uint8Array {
  return unpackBounded(kind, maxBytes, (options) => gunzipSync(packed, options));
}

/**
 * Unpacks raw deflate data, packed with the dictionary if there is one. Throws if it is corrupt or unpacks to more than
 * the limit for its kind.
 */
export function inflateBounded(
  kind: InputKind,
  packed: Uint8Array,
  dictionary: Uint8Array = new Uint8Array(),
): Uint8Array {
  const extra = dictionary.length === 0 ? {} : { dictionary };
  return unpackBounded(kind, getMaxBytes(kind), (options) =>
    inflateRawSync(packed, { ...options, ...extra }),
  );
}

function unpackBounded(
  kind: InputKind,
  maxBytes: number,
  unpack: (options: { readonly maxOutputLength: number }) => Uint8Array,
): Uint8Array {
  try {
    return unpack({ maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw maxBytes < getMaxBytes(kind)
      ? new Error(`it unpacks to more than the remaining ${formatByteCount(maxBytes)}`)
      : makeTooLargeError(kind);
  }
}
