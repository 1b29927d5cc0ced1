import { factsOf, type Gfx, lookup } from '../../arch/index.js';
import type { ProgramArgument } from '../../transactions/index.js';

/** The number of user SGPRs: s[0:3] hold a buffer descriptor, and s4 holds a program-specific word. */
export const USER_SGPRS = 5;

/** The number of VGPRs per input; 1 by default. */
const INPUT_VGPRS: Readonly<Record<string, number>> = lookup({ persp_center: 2 });

/**
 * Returns the arguments of a one-buffer program and their registers: user SGPRs, prim mask, the collision argument (in
 * ordered draws, on generations with wave ids), and `inputs` packed from v0 up. Argument names follow the corpus
 * README, "Initial state of a wave".
 */
export function getOneBufferArguments(
  gfx: Gfx,
  wordName: string,
  inputs: readonly string[],
  isOrdered = true,
): ProgramArgument[] {
  const collision: ProgramArgument[] =
    factsOf(gfx).hasWaveIds && isOrdered
      ? [{ name: 'pops_collision_wave_id', file: 's', register: USER_SGPRS + 1, size: 1 }]
      : [];
  let register = 0;
  const inputArguments = inputs.map((name): ProgramArgument => {
    const size = INPUT_VGPRS[name] ?? 1;
    register += size;
    return { name, file: 'v', register: register - size, size };
  });
  return [
    { name: 'buffer_descriptor[0]', file: 's', register: 0, size: 4 },
    { name: wordName, file: 's', register: 4, size: 1 },
    { name: 'prim_mask', file: 's', register: USER_SGPRS, size: 1 },
    ...collision,
    ...inputArguments,
  ];
}
