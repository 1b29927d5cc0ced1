import type { Gfx } from '../../chips.js';
import { EXPORT_TARGET } from '../../export-targets.js';
import { generationsBefore, generationsSince } from '../../since-generation.js';
import type { RawInstruction } from '../decode/raw.js';
import { vectorName } from './operand.js';

/** Targets that not every generation has: the last position, the primitive, two colours of one target, parameters. */
const OPTIONAL: readonly (readonly [first: number, count: number, name: string, gfx: readonly Gfx[]])[] = [
  [EXPORT_TARGET.POS4, 1, 'pos4', generationsSince('gfx10')],
  [EXPORT_TARGET.PRIM, 1, 'prim', generationsSince('gfx10')],
  [EXPORT_TARGET.DUAL0, 2, 'dual_src_blend', generationsSince('gfx11')],
  [EXPORT_TARGET.PARAM0, 32, 'param', generationsBefore('gfx11')],
];

/** LLVM's name of an export target. */
export function targetName(target: number, gfx: Gfx): string {
  if (target <= EXPORT_TARGET.MRT7) return `mrt${target}`;
  if (target === EXPORT_TARGET.MRTZ) return 'mrtz';
  if (target === EXPORT_TARGET.NULL) return 'null';
  if (target >= EXPORT_TARGET.POS0 && target < EXPORT_TARGET.POS4) return `pos${target - EXPORT_TARGET.POS0}`;
  const found = OPTIONAL.find(([first, count]) => target >= first && target < first + count);
  if (found === undefined || !found[3].includes(gfx)) return `invalid_target_${target}`;
  const [first, count, name] = found;
  return count === 1 ? name : `${name}${target - first}`;
}

/** A compressed export packs two channels a register, which the text repeats. */
function sourceText(raw: RawInstruction, channel: number): string {
  const { fields } = raw;
  if (((fields.en >>> channel) & 1) === 0) return 'off';
  return vectorName(fields[`vsrc${fields.compr ? channel >>> 1 : channel}`], 1);
}

/** Target, channels and modifiers of an export. */
export function exportText(raw: RawInstruction, gfx: Gfx): string {
  const sources = [0, 1, 2, 3].map((channel) => sourceText(raw, channel)).join(', ');
  const names: Readonly<Record<string, string>> = { done: 'done', compr: 'compr', vm: 'vm', row: 'row_en' };
  const modifiers = Object.entries(names).flatMap(([field, name]) => (raw.fields[field] ? [` ${name}`] : []));
  return `${targetName(raw.fields.tgt, gfx)} ${sources}${modifiers.join('')}`;
}
