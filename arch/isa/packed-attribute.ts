import type { Fields } from './formats/layout.js';

/** The 16-bit parameter read by a long-form interpolation. */
export interface PackedAttribute {
  readonly attribute: number;
  readonly component: number;
  /** Upper half of the parameter's dword. */
  readonly high: boolean;
}

/** The attribute in a long form's first source: [5:0] number, [7:6] component, [8] upper half. */
export function packedAttribute({ src0 }: Fields): PackedAttribute {
  return { attribute: src0 & 63, component: (src0 >>> 6) & 3, high: src0 >>> 8 !== 0 };
}

/** First source of a long-form interpolation. */
export function attributeCode({ attribute, component, high }: PackedAttribute): number {
  return attribute | (component << 6) | (high ? 256 : 0);
}
