import { SOURCE_DPP8_FETCH_INACTIVE } from '../formats/extension.js';
import { DPP_WITH_AMOUNT, DPP_WITHOUT_AMOUNT } from '../print/dpp.js';
import type { FieldBuilder } from './builder.js';
import { ParseError, parseInteger, parseList } from './tokens.js';

type Modifiers = ReadonlyMap<string, string>;

/** Packs a bracketed list of numbers into `width` bits each. */
function packList(text: string, width: number): number {
  return parseList(text).reduce((bits, number, i) => bits | (parseInteger(number) << (width * i)), 0);
}

function parseControl(modifiers: Modifiers): number {
  const quad = modifiers.get('quad_perm');
  if (quad !== undefined) return packList(quad, 2);
  for (const [name, value] of modifiers) {
    const fullName = value === '' ? name : `${name}:${value}`;
    const withoutAmount = Object.entries(DPP_WITHOUT_AMOUNT).find(([, control]) => control === fullName);
    if (withoutAmount !== undefined) return Number(withoutAmount[0]);
    const withAmount = Object.entries(DPP_WITH_AMOUNT).find(([, control]) => control === name);
    if (withAmount !== undefined) return Number(withAmount[0]) | parseInteger(value);
  }
  throw new ParseError('a DPP control', [...modifiers.keys()].join(' '));
}

/** Parses the DPP modifiers into the fields of the DPP word. */
export function parseDpp(builder: FieldBuilder, modifiers: Modifiers, extension: 'dpp16' | 'dpp8'): void {
  const fetchInactive = modifiers.get('fi') === '1';
  if (extension === 'dpp8') {
    builder.set('lanes', packList(modifiers.get('dpp8') ?? '', 3));
    if (fetchInactive) builder.set('src0', SOURCE_DPP8_FETCH_INACTIVE);
    return;
  }
  builder.set('dpp_ctrl', parseControl(modifiers));
  builder.set('row_mask', parseInteger(modifiers.get('row_mask') ?? '0xf'));
  builder.set('bank_mask', parseInteger(modifiers.get('bank_mask') ?? '0xf'));
  builder.set('bound_ctrl', modifiers.has('bound_ctrl') ? 1 : 0);
  builder.set('fetch_inactive', fetchInactive ? 1 : 0);
}
