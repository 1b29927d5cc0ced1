import type { WaveState } from '../wave-state.js';
import { generate } from './compile/generate.js';
import type { Instruction } from './instruction.js';
import { oncePerProgram } from './once-per-program.js';

/** Maximum number of instructions per run: keeps generated functions small enough for V8 to optimise. */
const LENGTH_MAX = 64;

/**
 * Executions of a run, instruction by instruction, before it is compiled to a function. Compiling takes a millisecond, and most
 * programs of a nightly run for only one test.
 */
export const HOT = 5000;

type Execute = Instruction['execute'];

/** Whether an instruction only changes registers, so that running ahead need not stop for it. */
function isStraight({ kind, readsExitingId, wait }: Instruction): boolean {
  return kind === 'alu' && !readsExitingId && wait === undefined;
}

/** One function that executes the instructions in order; if one throws, `next` is its index. */
function fuse(instructions: readonly Instruction[]): Execute {
  const names = instructions.map((_, index) => `e${index}`);
  const bindings = Object.fromEntries(instructions.map(({ execute }, index) => [names[index], execute]));
  const calls = names.map((name, i) => `at = ${instructions[i].index}; ${name}(wave);`).join('\n');
  const body = `let at = 0;\ntry {\n${calls}\n} catch (error) {\nwave.next = at;\nthrow error;\n}\nreturn 0;`;
  return generate<Execute>('straight run', bindings, `return (wave) => {\n${body}\n};`);
}

/**
 * Straight runs of a program: stretches of instructions that only change their wave's registers, without reads of the exiting
 * id (S-042), waits or branches. A frequently executed run is compiled to one function, where V8 sees a separate call site for
 * each instruction and can inline it; in a common loop, they would all share one call.
 */
export class StraightRuns {
  /** Instructions from each place, inclusive, to the end of its run, at most `LENGTH_MAX`; 0 if the place is in no run. */
  readonly lengths: Uint8Array;
  private readonly heat: Uint16Array;
  /** Functions by place and instruction count: the caller may have to stop before the end of a run. */
  private readonly fused: (readonly (Execute | undefined)[] | undefined)[];

  constructor(private readonly instructions: readonly Instruction[]) {
    this.lengths = new Uint8Array(instructions.length);
    for (let at = instructions.length - 1; at >= 0; at--) {
      if (!isStraight(instructions[at])) continue;
      this.lengths[at] = Math.min(LENGTH_MAX, 1 + (this.lengths[at + 1] ?? 0));
    }
    this.heat = new Uint16Array(instructions.length);
    this.fused = new Array(instructions.length);
  }

  /**
   * Executes the first `count` instructions of the run at `at`, at most `lengths[at]`, and leaves the wave after them.
   *
   * @throws UnsupportedOperation with the wave at the instruction that cannot be executed
   */
  execute(at: number, count: number, wave: WaveState): void {
    const fused = this.fused[at]?.[count];
    if (fused !== undefined) fused(wave);
    else this.oneByOne(at, count, wave);
    wave.next = at + count;
  }

  private oneByOne(at: number, count: number, wave: WaveState): void {
    const end = at + count;
    if (++this.heat[at] >= HOT) this.compile(at, count);
    for (let i = at; i < end; i++) {
      wave.next = i;
      this.instructions[i].execute(wave);
    }
  }

  private compile(at: number, count: number): void {
    this.heat[at] = 0;
    const functions = [...(this.fused[at] ?? [])];
    functions[count] = fuse(this.instructions.slice(at, at + count));
    this.fused[at] = functions;
  }
}

/** A program's runs, shared by all its users. */
export const straightRuns = oncePerProgram(({ instructions }) => new StraightRuns(instructions));
