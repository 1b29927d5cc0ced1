import type { Instruction, WaveState } from '../../arch/index.js';

/** An instruction executed in an iteration, and whether it is a taken branch. */
export interface PathStep {
  readonly instruction: Instruction;
  readonly isTaken: boolean;
}

/** Scalar operand codes below this one are registers. */
const REGISTERS_END = 106;

/** The first SOPC opcode for unsigned 32-bit comparisons. On all generations, the signed ones come first. */
const FIRST_UNSIGNED = 6;
/** One past the last SOPC opcode for 32-bit comparisons. */
const COMPARISONS_END = 12;
const SIGN = 0x80000000;

/** The conditional branches, by the value of SCC for which they are taken. */
const SCC_BRANCHES = ['s_cbranch_scc0', 's_cbranch_scc1'];

/** The results of the six relations (eq, lg, gt, ge, lt, le) when a is below, equal to, or above b. */
const OUTCOMES: readonly (readonly [below: boolean, equal: boolean, above: boolean])[] = [
  [false, true, false],
  [true, false, true],
  [false, false, true],
  [false, true, true],
  [true, false, false],
  [true, true, false],
];

/** An iteration that adds a register to the exiting id, compares the sum with another register, and branches. */
export interface CompareLoop {
  /** The register that receives the sum. */
  readonly sum: number;
  /** The register that the sum is compared with. */
  readonly comparedRegister: number;
  /** Whether the sum is the left operand of the comparison. */
  readonly sumIsLeft: boolean;
  /** The SOPC opcode of the comparison. */
  readonly opcode: number;
  /** The value of SCC that makes the loop continue. */
  readonly sccToContinue: boolean;
}

/**
 * Recognises the usual form of driver-generated entry loops. Returns undefined for all other loops, which are
 * executed instruction by instruction. Nothing is assumed about the registers or the comparison, so a
 * buggy loop behaves exactly as written.
 */
export function recogniseCompareLoop(path: readonly PathStep[]): CompareLoop | undefined {
  const steps = path.filter(({ instruction }) => instruction.mnemonic !== 's_branch');
  if (steps.length !== 3) return undefined;
  const [add, compare, branch] = steps;
  const { mnemonic } = add.instruction;
  if (!add.instruction.readsExitingId || (mnemonic !== 's_add_i32' && mnemonic !== 's_add_u32'))
    return undefined;
  const scc = SCC_BRANCHES.indexOf(branch.instruction.mnemonic);
  const [word] = compare.instruction.words;
  const opcode = (word >>> 16) & 0x7f;
  if (scc < 0 || !compare.instruction.mnemonic.startsWith('s_cmp_') || opcode >= COMPARISONS_END)
    return undefined;
  const [sum] = add.instruction.defines.scalars;
  const [left, right] = [word & 0xff, (word >>> 8) & 0xff];
  const areRegisters = left < REGISTERS_END && right < REGISTERS_END;
  const comparesSum = left !== right && (left === sum || right === sum);
  if (!areRegisters || !comparesSum || add.instruction.uses.scalars.includes(sum)) return undefined;
  return {
    sum,
    comparedRegister: left === sum ? right : left,
    sumIsLeft: left === sum,
    opcode,
    sccToContinue: (scc === 1) === branch.isTaken,
  };
}

/**
 * Returns the first sequence number from `first` to `last` at which the loop exits, or infinity if there is none.
 *
 * @param state the wave's state after an iteration that polled the id `polled`
 * @param getId returns the id of a sequence number
 */
export function findFirstExit(
  loop: CompareLoop,
  state: WaveState,
  polled: number,
  first: number,
  last: number,
  getId: (sequence: number) => number,
): number {
  const { s } = state;
  const flip = loop.opcode >= FIRST_UNSIGNED ? SIGN : 0;
  const [below, equal, above] = OUTCOMES[loop.opcode % FIRST_UNSIGNED];
  const offset = s[loop.sum] - polled;
  const other = s[loop.comparedRegister] ^ flip;
  for (let sequence = first; sequence <= last; sequence++) {
    const sum = ((offset + getId(sequence)) | 0) ^ flip;
    const order = loop.sumIsLeft ? sum - other : other - sum;
    const scc = order < 0 ? below : order === 0 ? equal : above;
    if (scc !== loop.sccToContinue) return sequence;
  }
  return Number.POSITIVE_INFINITY;
}
