/** Maximum encoded length of a number below 2^53, in bytes. */
const MAX_BYTES = 8;

/**
 * Packs integers >= -1 into bytes, encoding each value plus one as a LEB128 varint. The result is compact and the
 * same on every machine.
 */
export function packColumn(column: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(column.length * MAX_BYTES);
  let length = 0;
  for (let i = 0; i < column.length; i++) {
    let rest = column[i]! + 1;
    while (rest >= 128) {
      bytes[length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    bytes[length++] = rest;
  }
  return bytes.slice(0, length);
}

/** Unpacks a column. Throws if the last number is incomplete. */
export function unpackColumn(bytes: Uint8Array): number[] {
  const column: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    column.push(value - 1);
    value = 0;
    scale = 1;
  }
  if (scale !== 1) throw new Error('Truncated coverage column.');
  return column;
}
