import type { Fields } from './formats/layout.js';

/** Which 16-bit parameter a long-form interpolation reads. */
export interface PackedAttribute {
  readonly attribute: number;
  readonly component: number;
  /** The upper half of the parameter's dword. */
  readonly high: boolean;
}

/** The attribute in a long form's first source: [5:0] number, [7:6] component, [8] upper half. */
export function packedAttribute({ src0 }: Fields): PackedAttribute {
  return { attribute: src0 & 63, component: (src0 >>> 6) & 3, high: src0 >>> 8 !== 0 };
}

/** The first source of a long-form interpolation. */
export function attributeCode({ attribute, component, high }: PackedAttribute): number {
  return attribute | (component << 6) | (high ? 256 : 0);
}
