import { type Instruction, type RegisterUse, SCALAR } from '../../../arch/index.js';
import type { PathJudgeFactory } from './judge.js';

/** Checks PROTO-09 on every path of a program with layers in its section. */
export const checkSubgroups: PathJudgeFactory = (_gfx, report) => ({
  appliesTo: () => report.hasLayers,
  before: (path, instruction) => {
    if (!path.world.didOverlap) return;
    if (path.poll === undefined || path.exitCount > 0) return;
    report.arm('PROTO-09');
    if (report.findings.has('PROTO-09') || !readsAny(instruction, path.tainted)) return;
    report.addFinding('PROTO-09', path, instruction, {
      allowed:
        'The result of a subgroup operation before the section is not used inside it, because it was computed over the whole wave.',
      observed: `${report.getName(instruction)} uses it in a section that runs once per layer, with different lanes.`,
      hint: 'Check whether the compiler merged subgroup operations across the boundary, or moved code out of the section.',
    });
  },
});

/** Matches operations whose results depend on the active lanes, except lane moves through LDS. */
const CROSS_LANE = /^v_(readfirstlane|readlane|mbcnt)/;

/** Matches operations that count or find bits in a lane mask. */
const MASK_OPERATION = /^s_(bcnt|ff)[01]_/;

/** Number of the first vector register. Lower numbers are scalar operands. */
const FIRST_VECTOR = 0x1000;

/** Whether an instruction is a subgroup operation (S-068). */
function isSubgroupOperation({ mnemonic, memory, uses }: Instruction): boolean {
  if (CROSS_LANE.test(mnemonic) || memory?.isLaneExchange === true) return true;
  return MASK_OPERATION.test(mnemonic) && uses.scalars.includes(SCALAR.EXEC_LO);
}

function readsAny({ uses }: Instruction, registers: readonly number[]): boolean {
  return registers.length > 0 && listNumbers(uses).some((register) => registers.includes(register));
}

/**
 * Returns the registers that, after an instruction, contain subgroup results from before the section or values
 * derived from them. `isBeforeSection` is true until the path reaches the section.
 */
export function updateTainted(
  tainted: readonly number[],
  instruction: Instruction,
  isBeforeSection: boolean,
): readonly number[] {
  const isTainting = (isBeforeSection && isSubgroupOperation(instruction)) || readsAny(instruction, tainted);
  if (!isTainting && tainted.length === 0) return tainted;
  const written = listNumbers(instruction.defines);
  const kept = tainted.filter((register) => !written.includes(register));
  return isTainting ? [...kept, ...written].sort((a, b) => a - b) : kept;
}

function listNumbers({ scalars, vectors }: RegisterUse): readonly number[] {
  return [...scalars, ...vectors.map((register) => FIRST_VECTOR + register)];
}
