import { type DecodedProgram, decodeMaskOperation, type Instruction, SCALAR } from '../../../arch/index.js';

/** What a path knows about its active lanes, as bits: there is one, and SCC shows whether there is one. */
export const PRESENCE = { lane: 1, scc: 2 } as const;

const WATERFALL_COMPARE = /^v_cmpx_eq_[iu]32/;

/** Follows whether a wave certainly has active lanes, so that no path skips code as if it had none. */
export class LanePresence {
  /** The instructions that change EXEC but leave a lane if there was one. */
  private readonly keepsLane: readonly boolean[];
  /** The instructions after which SCC shows whether EXEC is empty. */
  private readonly setsScc: readonly boolean[];

  constructor(program: DecodedProgram) {
    const { instructions } = program;
    this.keepsLane = instructions.map(
      (instruction) => instruction.mnemonic.startsWith('s_wqm') || comparesOwnLane(instructions, instruction),
    );
    this.setsScc = instructions.map((instruction) => {
      const operation = decodeMaskOperation(instruction, program.set, program.wave);
      return operation?.exec !== undefined && instruction.defines.scalars.includes(SCALAR.SCC);
    });
  }

  /** Returns what is known after an instruction other than a branch. */
  follow(known: number, { index, defines }: Instruction): number {
    const { scalars } = defines;
    const changesExec = scalars.includes(SCALAR.EXEC_LO);
    const lane = changesExec && !this.keepsLane[index] ? 0 : known & PRESENCE.lane;
    if (this.setsScc[index]) return lane | PRESENCE.scc;
    return changesExec || scalars.includes(SCALAR.SCC) ? lane : lane | (known & PRESENCE.scc);
  }

  /** Returns the only direction that a branch can take, as far as lanes decide it. */
  decide(known: number, { mnemonic }: Instruction): 0 | 1 | undefined {
    if ((known & PRESENCE.lane) === 0) return undefined;
    return mnemonic === 's_cbranch_execz' ? 0 : mnemonic === 's_cbranch_execnz' ? 1 : undefined;
  }

  /** Returns what is known after a branch. */
  followBranch(known: number, { mnemonic }: Instruction, taken: 0 | 1): number {
    const showsLane =
      mnemonic === (taken === 1 ? 's_cbranch_execnz' : 's_cbranch_execz') ||
      ((known & PRESENCE.scc) !== 0 && mnemonic === (taken === 1 ? 's_cbranch_scc1' : 's_cbranch_scc0'));
    return showsLane ? known | PRESENCE.lane : known;
  }
}

/** Whether an instruction keeps the lanes whose value equals that of the first lane, as a waterfall loop does. */
function comparesOwnLane(
  instructions: readonly Instruction[],
  { index, mnemonic, uses }: Instruction,
): boolean {
  if (!WATERFALL_COMPARE.test(mnemonic)) return false;
  const [vector] = uses.vectors;
  for (let i = index - 1; i >= 0; i--) {
    const earlier = instructions[i]!;
    if (earlier.kind === 'branch' || earlier.defines.scalars.includes(SCALAR.EXEC_LO)) return false;
    const [scalar] = earlier.defines.scalars;
    if (earlier.mnemonic.startsWith('v_readfirstlane'))
      return scalar !== undefined && uses.scalars.includes(scalar) && earlier.uses.vectors.includes(vector!);
    if (earlier.defines.vectors.includes(vector!)) return false;
  }
  return false;
}
