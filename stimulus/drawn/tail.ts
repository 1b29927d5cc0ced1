import { getMnemonic } from '../../arch/index.js';
import type { RandomStream } from '../../transactions/index.js';
import { pick } from '../kit/chance.js';
import { type Frame, SCALAR, scalars, VECTOR, vectors } from './frame.js';

const MAX_ACCESSES = 2;

/**
 * Emits up to two accesses that are outstanding when the wave ends: nothing reads what they return, and what they write
 * is not read again or not compared.
 */
export function emitTail(stream: RandomStream, frame: Frame): string {
  const { dialect, hasInput, hasGlobalShare } = frame;
  const { gfx } = dialect;
  const result = vectors(VECTOR.READ);
  const local = vectors(VECTOR.LOCAL);
  const name = (text: string): string => getMnemonic(text, gfx);
  const choices = [
    '',
    dialect.load(result, vectors(VECTOR.OFFSET), { offset: 4 }),
    `${name('ds_read_b32')} ${result}, ${local}`,
    `${name('ds_write_b32')} ${local}, ${vectors(VECTOR.SUM)}`,
    `ds_add_rtn_u32 ${result}, ${local}, ${vectors(VECTOR.SUM)}`,
    ...(hasInput
      ? [`${name('s_load_dwordx2')} ${scalars(SCALAR.DATA, 2)}, ${scalars(SCALAR.INPUT_BASE, 2)}, 0x0`]
      : []),
    ...(hasGlobalShare ? [`${name('ds_read_b32')} ${result}, ${vectors(VECTOR.GLOBAL)} gds`] : []),
  ];
  return Array.from({ length: stream.below(MAX_ACCESSES + 1) }, () => `\n  ${pick(stream, choices)}`).join(
    '',
  );
}
