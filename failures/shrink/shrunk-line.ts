import { shellWord } from '../../base/basics/index.js';
import { counted } from '../../base/text/index.js';
import { pasteableCommand } from '../../harness/selection/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { type PictureStyle, violationPicture } from '../picture/violation-picture.js';

/** Returns the command that replays a shrunk failure from its file. */
export function shrunkLine({ file }: Pick<ShrunkFailure, 'file'>): string {
  return pasteableCommand('replay', shellWord(file));
}

/** Returns a shrunk failure's size as text, such as `2 waves, 2 primitives`. */
export function shrunkSize({ waves, primitives }: Pick<ShrunkFailure, 'waves' | 'primitives'>): string {
  return `${counted(waves, 'wave')}, ${counted(primitives, 'primitive')}`;
}

/** Returns a picture of a shrunk failure's pixels and waves, or no lines if its violation names no wave. */
export function shrunkPicture({ scenario, witness }: ShrunkFailure, style: PictureStyle): string[] {
  return witness === undefined ? [] : violationPicture(scenario, witness, style);
}
