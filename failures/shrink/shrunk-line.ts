import { quoteShellWord } from '../../base/basics/index.js';
import { formatQuantity } from '../../base/text/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { drawViolationPicture, type PictureStyle } from '../picture/violation-picture.js';

/** Returns the command that replays a shrunk failure from its file. */
export function formatShrunkCommand({ file }: Pick<ShrunkFailure, 'file'>): string {
  return formatCommand('replay', quoteShellWord(file));
}

/** Returns a shrunk failure's size as text, such as `2 waves, 2 primitives`. */
export function formatShrunkSize({ waves, primitives }: Pick<ShrunkFailure, 'waves' | 'primitives'>): string {
  return `${formatQuantity(waves, 'wave')}, ${formatQuantity(primitives, 'primitive')}`;
}

/**
 * Returns a diagram of a shrunk failure's pixels and waves, or an empty array if the violation does not involve a wave.
 */
export function drawShrunkPicture({ scenario, witness }: ShrunkFailure, style: PictureStyle): string[] {
  return witness === undefined ? [] : drawViolationPicture(scenario, witness, style);
}
