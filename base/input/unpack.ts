import { gunzipSync, inflateRawSync } from 'node:zlib';
import { bytesMax, type InputKind, sizeText, tooLarge } from './limits.js';

/** Unpacks gzip data; throws an error with a reason if invalid, or larger than its kind or `most` allows. */
export function gunzipBounded(kind: InputKind, packed: Uint8Array, most = bytesMax(kind)): Uint8Array {
  return unpacked(kind, most, (options) => gunzipSync(packed, options));
}

/** The same for raw deflate. */
export function inflateBounded(kind: InputKind, packed: Uint8Array): Uint8Array {
  return unpacked(kind, bytesMax(kind), (options) => inflateRawSync(packed, options));
}

function unpacked(
  kind: InputKind,
  most: number,
  unpack: (options: { readonly maxOutputLength: number }) => Uint8Array,
): Uint8Array {
  try {
    return unpack({ maxOutputLength: Math.max(1, most) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw most < bytesMax(kind)
      ? new Error(`it unpacks to more than the remaining ${sizeText(most)}`)
      : tooLarge(kind);
  }
}
