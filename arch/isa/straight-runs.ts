import type { WaveState } from '../wave-state.js';
import { generateFunction } from './compile/generate.js';
import type { Instruction } from './instruction.js';
import { memoisePerProgram } from './once-per-program.js';

/** Maximum number of instructions per run, which keeps generated functions small enough for V8 to optimise. */
const MAX_LENGTH = 64;

/**
 * How many times a run is executed one instruction at a time before it is compiled to a function. Compiling takes a
 * millisecond, and most programs in a nightly run are only used by one test.
 */
export const HOT_THRESHOLD = 5000;

type Execute = Instruction['execute'];

/** Returns whether an instruction only changes registers, so a wave running ahead need not stop for it. */
function isStraight({ kind, readsExitingId, wait }: Instruction): boolean {
  return kind === 'alu' && !readsExitingId && wait === undefined;
}

/** Generates one function that executes the instructions in order. If one of them throws, `next` is its index. */
function fuse(instructions: readonly Instruction[]): Execute {
  const names = instructions.map((_, index) => `e${index}`);
  const bindings = Object.fromEntries(instructions.map(({ execute }, index) => [names[index], execute]));
  const calls = names.map((name, i) => `index = ${instructions[i].index}; ${name}(wave);`).join('\n');
  const body = `let index = 0;\ntry {\n${calls}\n} catch (error) {\nwave.next = index;\nthrow error;\n}\nreturn 0;`;
  return generateFunction<Execute>('straight run', bindings, `return (wave) => {\n${body}\n};`);
}

/**
 * The straight runs of a program: stretches of instructions that only change their wave's registers, without reads of
 * the exiting id (S-042), waits or branches. A hot run is compiled to one function, where V8 sees a separate call site
 * for each instruction and can inline it. In a generic loop, all instructions would share one call site.
 */
export class StraightRuns {
  /**
   * For each instruction, the number of instructions from it to the end of its run, up to `MAX_LENGTH`; 0 if it is not
   * in a run.
   */
  readonly lengths: Uint8Array;
  private readonly heat: Uint16Array;
  /** Compiled functions by first index and count, since the caller may have to stop before the end of a run. */
  private readonly fused: (readonly (Execute | undefined)[] | undefined)[];

  constructor(private readonly instructions: readonly Instruction[]) {
    this.lengths = new Uint8Array(instructions.length);
    for (let i = instructions.length - 1; i >= 0; i--) {
      if (!isStraight(instructions[i])) continue;
      this.lengths[i] = Math.min(MAX_LENGTH, 1 + (this.lengths[i + 1] ?? 0));
    }
    this.heat = new Uint16Array(instructions.length);
    this.fused = new Array(instructions.length);
  }

  /**
   * Executes `count` instructions of a run, at most `lengths[first]`, starting at index `first`, and moves the wave
   * past them.
   *
   * @throws UnsupportedOperation with the wave at the instruction that cannot be executed
   */
  execute(first: number, count: number, wave: WaveState): void {
    const fused = this.fused[first]?.[count];
    if (fused !== undefined) fused(wave);
    else this.executeOneByOne(first, count, wave);
    wave.next = first + count;
  }

  private executeOneByOne(first: number, count: number, wave: WaveState): void {
    const end = first + count;
    if (++this.heat[first] >= HOT_THRESHOLD) this.compile(first, count);
    for (let i = first; i < end; i++) {
      wave.next = i;
      this.instructions[i].execute(wave);
    }
  }

  private compile(first: number, count: number): void {
    this.heat[first] = 0;
    const functions = [...(this.fused[first] ?? [])];
    functions[count] = fuse(this.instructions.slice(first, first + count));
    this.fused[first] = functions;
  }
}

/** The straight runs of a program, shared by all its users. */
export const getStraightRuns = memoisePerProgram(({ instructions }) => new StraightRuns(instructions));
