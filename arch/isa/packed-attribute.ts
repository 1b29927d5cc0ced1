import type { Fields } from './formats/layout.js';

/** The 16-bit parameter read by a long-form interpolation. */
export interface PackedAttribute {
  readonly attribute: number;
  readonly component: number;
  /** Whether to read the upper half of the parameter's dword. */
  readonly high: boolean;
}

/** Decodes a long form's first source: bits [5:0] hold the attribute, bits [7:6] the component, and bit 8 the half. */
export function decodePackedAttribute({ src0 }: Fields): PackedAttribute {
  return { attribute: src0 & 63, component: (src0 >>> 6) & 3, high: src0 >>> 8 !== 0 };
}

/** Encodes the first source of a long-form interpolation. */
export function encodePackedAttribute({ attribute, component, high }: PackedAttribute): number {
  return attribute | (component << 6) | (high ? 256 : 0);
}
