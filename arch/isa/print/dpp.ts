import type { Gfx } from '../../chips.js';
import { SOURCE_DPP8_FETCH_INACTIVE } from '../formats/extension.js';
import type { Fields } from '../formats/layout.js';
import { formatHex } from './number.js';

/** DPP controls without an amount, in LLVM's notation. */
export const DPP_WITHOUT_AMOUNT: Readonly<Record<number, string>> = {
  304: 'wave_shl:1',
  308: 'wave_rol:1',
  312: 'wave_shr:1',
  316: 'wave_ror:1',
  320: 'row_mirror',
  321: 'row_half_mirror',
  322: 'row_bcast:15',
  323: 'row_bcast:31',
};

/** DPP controls with an amount in their low four bits. */
export const DPP_WITH_AMOUNT: Readonly<Record<number, string>> = {
  256: 'row_shl',
  272: 'row_shr',
  288: 'row_ror',
  336: 'row_share',
  352: 'row_xmask',
};

function formatControl(control: number): string {
  if (control < 0x100) return `quad_perm:[${[0, 2, 4, 6].map((shift) => (control >>> shift) & 3).join(',')}]`;
  const name = DPP_WITH_AMOUNT[control & ~15];
  return (
    DPP_WITHOUT_AMOUNT[control] ?? (name === undefined ? '/* invalid dpp_ctrl */' : `${name}:${control & 15}`)
  );
}

/** Prints the modifiers in a DPP16 word. GFX9 reserves the bit that allows reads of inactive lanes. */
export function printDpp16(fields: Fields, gfx: Gfx): string[] {
  const modifiers = [
    formatControl(fields.dpp_ctrl),
    `row_mask:${formatHex(fields.row_mask)}`,
    `bank_mask:${formatHex(fields.bank_mask)}`,
  ];
  if (fields.bound_ctrl) modifiers.push('bound_ctrl:1');
  if (fields.fetch_inactive && gfx !== 'gfx9') modifiers.push('fi:1');
  return modifiers;
}

/** Prints the modifiers in a DPP8 word. */
export function printDpp8(fields: Fields): string[] {
  const lanes = Array.from({ length: 8 }, (_, i) => (fields.lanes >>> (3 * i)) & 7);
  const modifiers = [`dpp8:[${lanes.join(',')}]`];
  return fields.src0 === SOURCE_DPP8_FETCH_INACTIVE ? [...modifiers, 'fi:1'] : modifiers;
}
