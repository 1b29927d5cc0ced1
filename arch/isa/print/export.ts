import type { RawInstruction } from '../decode/raw.js';
import { vectorName } from './operand.js';

/** LLVM's name of an export target. */
export function targetName(target: number): string {
  if (target < 8) return `mrt${target}`;
  if (target === 8) return 'mrtz';
  if (target === 9) return 'null';
  if (target >= 12 && target <= 16) return `pos${target - 12}`;
  if (target === 20) return 'prim';
  if (target === 21 || target === 22) return `dual_src_blend${target - 21}`;
  return target >= 32 ? `param${target - 32}` : `invalid_target_${target}`;
}

/** A compressed export packs two channels a register, which the text repeats. */
function sourceText(raw: RawInstruction, channel: number): string {
  const { fields } = raw;
  if (((fields.en >>> channel) & 1) === 0) return 'off';
  return vectorName(fields[`vsrc${fields.compr ? channel >>> 1 : channel}`], 1);
}

/** Target, channels and modifiers of an export. */
export function exportText(raw: RawInstruction): string {
  const sources = [0, 1, 2, 3].map((channel) => sourceText(raw, channel)).join(', ');
  const names: Readonly<Record<string, string>> = { done: 'done', compr: 'compr', vm: 'vm', row: 'row_en' };
  const modifiers = Object.entries(names).flatMap(([field, name]) => (raw.fields[field] ? [` ${name}`] : []));
  return `${targetName(raw.fields.tgt)} ${sources}${modifiers.join('')}`;
}
