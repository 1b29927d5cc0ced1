import { type DecodedProgram, memoisePerProgram } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';
import { getOrCreate, memoise } from '../basics/default-map.js';
import type { DrawFacts } from '../program/draws.js';
import { examine, findCollisionRegister, findRegister } from './examine.js';
import type { StaticReport } from './report.js';

/**
 * The reports of a decoded program, by everything else they depend on: the registers of the collision argument and
 * the scratch offset, whether there are layers, the number of packers, and the lengths of the parts.
 */
const getReports = memoisePerProgram(() => new Map<string, StaticReport>());

/** Returns the static report for a program. Each program is examined only once. */
export function examineProgram(
  decoded: DecodedProgram,
  program: Program,
  packerCount?: number,
): StaticReport {
  const register = findCollisionRegister(program);
  const parts = program.sections?.parts;
  const hasLayers = findRegister(program, 'pops_intrawave_collision') !== undefined;
  const scratch = findRegister(program, 'scratch_offset');
  const key = `${register} ${scratch} ${hasLayers} ${packerCount} ${parts?.map(({ words }) => words)}`;
  return getOrCreate(getReports(decoded), key, () =>
    examine(decoded, register, parts, hasLayers, { scratchRegister: scratch, packerCount }),
  );
}

/**
 * Returns the static report for a draw's program on the current chip. Rules look it up at every access, and building
 * the key string each time would be slow.
 */
export const examineDraw = memoise(({ decoded, program, packerCount }: DrawFacts) =>
  examineProgram(decoded, program, packerCount),
);
