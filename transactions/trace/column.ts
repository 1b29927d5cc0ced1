import type { ColumnType } from './trace-fields.js';

type Column = Int32Array | Float32Array | Float64Array | Uint8Array;

const ARRAYS = { i32: Int32Array, f32: Float32Array, f64: Float64Array, u8: Uint8Array } as const;

/**
 * Parses a column of numbers from a JSON or MessagePack value. Returns undefined if the value is not a column of
 * the given type.
 */
export function parseColumn(value: unknown, type: ColumnType): Column | undefined {
  if (value instanceof Uint8Array) return parseBytes(value, type);
  if (!Array.isArray(value)) return undefined;
  const column = new ARRAYS[type](value.length);
  for (let i = 0; i < value.length; i++) {
    const element: unknown = value[i];
    // JSON cannot represent NaN, so writers use null instead.
    if (element === null && (type === 'f32' || type === 'f64')) column[i] = Number.NaN;
    else if (typeof element === 'number') column[i] = element;
    else return undefined;
    if (type === 'i32' && !fits32(element as number)) return undefined;
    if (type === 'u8' && !fitsByte(element as number)) return undefined;
  }
  return column;
}

/** Returns whether a value is an integer that fits in 32 bits, signed or unsigned. */
function fits32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
}

function fitsByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xff;
}

function parseBytes(bytes: Uint8Array, type: ColumnType): Column | undefined {
  const array = ARRAYS[type];
  const size = array.BYTES_PER_ELEMENT;
  if (bytes.length % size !== 0) return undefined;
  const column = new array(bytes.length / size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < column.length; i++) column[i] = readElement(view, i * size, type);
  return column;
}

function readElement(view: DataView, offset: number, type: ColumnType): number {
  switch (type) {
    case 'i32':
      return view.getInt32(offset, true);
    case 'f32':
      return view.getFloat32(offset, true);
    case 'f64':
      return view.getFloat64(offset, true);
    case 'u8':
      return view.getUint8(offset);
  }
}
