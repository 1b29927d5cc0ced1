import type { WaveState } from '../wave-state.js';
import { generate } from './compile/generate.js';
import type { DecodedProgram, Instruction } from './instruction.js';

/** Instructions of one run at most: a generated function stays small enough for V8 to optimise. */
const LENGTH_MAX = 64;

/** Times that a run is executed one instruction after another before a function is made for it. */
const HOT = 500;

type Execute = Instruction['execute'];

/** Whether an instruction does nothing but change registers, so that running ahead need not stop for it. */
function isStraight({ kind, readsExitingId, wait }: Instruction): boolean {
  return kind === 'alu' && !readsExitingId && wait === undefined;
}

/** One function that does what the instructions do one after the other. */
function fuse(instructions: readonly Instruction[]): Execute {
  const names = instructions.map((_, index) => `e${index}`);
  const bindings = Object.fromEntries(instructions.map(({ execute }, index) => [names[index], execute]));
  const calls = names.map((name) => `${name}(wave);`).join('\n');
  return generate<Execute>('straight run', bindings, `return (wave) => {\n${calls}\nreturn 0; };`);
}

/**
 * Straight runs of a program: stretches of instructions that only change registers of their wave, without reads of
 * the exiting id (S-042), waits and branches. A run that is executed often becomes one generated function, in which
 * V8 sees every instruction at a place of its own and can inline it; in a common loop all of them share one call.
 */
export class StraightRuns {
  /** Instructions from each place to the end of its run, the place itself included; 0 where none may run straight. */
  readonly lengths: Uint8Array;
  private readonly heat: Uint16Array;
  private readonly fused: (Execute | undefined)[];

  constructor(private readonly instructions: readonly Instruction[]) {
    this.lengths = new Uint8Array(instructions.length);
    for (let at = instructions.length - 1; at >= 0; at--) {
      if (!isStraight(instructions[at])) continue;
      this.lengths[at] = Math.min(LENGTH_MAX, 1 + (this.lengths[at + 1] ?? 0));
    }
    this.heat = new Uint16Array(instructions.length);
    this.fused = new Array<Execute | undefined>(instructions.length).fill(undefined);
  }

  /** Executes the first `count` instructions of the run at `at`, at most `lengths[at]`. */
  execute(at: number, count: number, wave: WaveState): void {
    const whole = this.lengths[at];
    const fused = this.fused[at];
    if (fused !== undefined && count === whole) {
      fused(wave);
      return;
    }
    if (count === whole && ++this.heat[at] === HOT)
      this.fused[at] = fuse(this.instructions.slice(at, at + whole));
    for (let i = at; i < at + count; i++) this.instructions[i].execute(wave);
  }
}

const RUNS = new WeakMap<DecodedProgram, StraightRuns>();

/** The runs of a program, shared by all who run it. */
export function straightRuns(program: DecodedProgram): StraightRuns {
  let runs = RUNS.get(program);
  if (runs === undefined) {
    runs = new StraightRuns(program.instructions);
    RUNS.set(program, runs);
  }
  return runs;
}
