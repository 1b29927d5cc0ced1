import { factsOf, type Gfx, lookup } from '../../arch/index.js';
import type { ProgramArgument } from '../../transactions/index.js';

/** The number of user SGPRs: the descriptor of a buffer is in s[0:3], and a program-specific word in s4. */
export const USER_SGPRS = 5;

/** The number of VGPRs per input; 1 by default. */
const VECTORS: Readonly<Record<string, number>> = lookup({ persp_center: 2 });

/**
 * Returns the arguments, with their registers, of a program with one buffer: user SGPRs, prim mask, the collision
 * argument (in ordered draws, on generations with wave ids), and `inputs` packed from v0 up. Names are as in the
 * corpus README, "Initial state of a wave".
 */
export function getOneBufferArguments(
  gfx: Gfx,
  word: string,
  inputs: readonly string[],
  isOrdered = true,
): ProgramArgument[] {
  const collision: ProgramArgument[] =
    factsOf(gfx).hasWaveIds && isOrdered
      ? [{ name: 'pops_collision_wave_id', file: 's', register: USER_SGPRS + 1, size: 1 }]
      : [];
  let register = 0;
  const vectors = inputs.map((name): ProgramArgument => {
    const size = VECTORS[name] ?? 1;
    register += size;
    return { name, file: 'v', register: register - size, size };
  });
  return [
    { name: 'buffer_descriptor[0]', file: 's', register: 0, size: 4 },
    { name: word, file: 's', register: 4, size: 1 },
    { name: 'prim_mask', file: 's', register: USER_SGPRS, size: 1 },
    ...collision,
    ...vectors,
  ];
}
