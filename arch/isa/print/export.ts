import type { Gfx } from '../../chips.js';
import { getExportTargetRow } from '../../export-targets.js';
import type { RawInstruction } from '../decode/raw.js';
import { formatVgprRange } from './operand.js';

/** Returns LLVM's name for an export target. */
export function getTargetName(target: number, gfx: Gfx): string {
  const row = getExportTargetRow(target);
  if (row === undefined || !row.generations.includes(gfx)) return `invalid_target_${target}`;
  return row.count === 1 ? row.name : `${row.name}${target - row.first}`;
}

/**
 * Prints a channel's source. A compressed export packs two channels into each register, so each register is printed
 * twice.
 */
function formatSource(raw: RawInstruction, channel: number): string {
  const { fields } = raw;
  if (((fields.en >>> channel) & 1) === 0) return 'off';
  return formatVgprRange(fields[`vsrc${fields.compr ? channel >>> 1 : channel}`], 1);
}

/** Prints the target, the channels and the modifiers of an export. */
export function printExport(raw: RawInstruction, gfx: Gfx): string {
  const sources = [0, 1, 2, 3].map((channel) => formatSource(raw, channel)).join(', ');
  const names: Readonly<Record<string, string>> = { done: 'done', compr: 'compr', vm: 'vm', row: 'row_en' };
  const modifiers = Object.entries(names).flatMap(([field, name]) => (raw.fields[field] ? [` ${name}`] : []));
  return `${getTargetName(raw.fields.tgt, gfx)} ${sources}${modifiers.join('')}`;
}
