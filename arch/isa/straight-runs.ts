import { memoise } from '../memoise.js';
import type { WaveState } from '../wave-state.js';
import { generateFunction } from './compile/generate.js';
import type { DecodedProgram, Instruction } from './instruction.js';

/** Memoises a function of a decoded program. Programs are immutable, so results never become stale. */
export function memoisePerProgram<T extends object | number>(
  compute: (program: DecodedProgram) => T,
): (program: DecodedProgram) => T {
  return memoise(compute, new WeakMap<DecodedProgram, T>());
}

/** Maximum number of instructions per run. This keeps generated functions small enough for V8 to optimise. */
const MAX_LENGTH = 64;

/**
 * How many times a run is executed one instruction at a time before it is compiled to a function. Compiling takes a
 * millisecond, and most programs in a nightly run are only used by one test.
 */
export const HOT_THRESHOLD = 5000;

type Execute = Instruction['execute'];

/** Returns whether an instruction only changes registers, so that a wave running ahead need not stop for it. */
function isStraightLine({ kind, readsExitingId, wait }: Instruction): boolean {
  return kind === 'alu' && !readsExitingId && wait === undefined;
}

/** Generates a function that executes the instructions in order. If one throws, `wave.next` is set to its index. */
function generateRun(instructions: readonly Instruction[]): Execute {
  const names = instructions.map((_, index) => `e${index}`);
  const bindings = Object.fromEntries(instructions.map(({ execute }, index) => [names[index], execute]));
  const calls = names.map((name, i) => `index = ${instructions[i].index}; ${name}(wave);`).join('\n');
  const body = `let index = 0;\ntry {\n${calls}\n} catch (error) {\nwave.next = index;\nthrow error;\n}\nreturn 0;`;
  return generateFunction<Execute>('straight-line run', bindings, `return (wave) => {\n${body}\n};`);
}

/**
 * The straight-line runs of a program: sequences of instructions that only change their wave's registers. They contain
 * no reads of the exiting id (S-042), waits or branches. A hot run is compiled to one function, where V8 sees a
 * separate call site for each instruction and can inline it. In a generic loop, all instructions would share one call
 * site.
 */
export class StraightRuns {
  /**
   * For each instruction, the number of instructions from it to the end of its run, up to `MAX_LENGTH`; 0 if it is not
   * in a run.
   */
  readonly lengths: Uint8Array;
  private readonly executionCounts: Uint16Array;
  /** Compiled functions by first index and count. The caller may have to stop before the end of a run. */
  private readonly compiled: (readonly (Execute | undefined)[] | undefined)[];

  constructor(private readonly instructions: readonly Instruction[]) {
    this.lengths = new Uint8Array(instructions.length);
    for (let i = instructions.length - 1; i >= 0; i--) {
      if (!isStraightLine(instructions[i])) continue;
      this.lengths[i] = Math.min(MAX_LENGTH, 1 + (this.lengths[i + 1] ?? 0));
    }
    this.executionCounts = new Uint16Array(instructions.length);
    this.compiled = new Array(instructions.length);
  }

  /**
   * Executes `count` instructions of a run, at most `lengths[first]`, starting at index `first`, and moves the wave
   * past them.
   *
   * @throws UnsupportedOperation with the wave at the instruction that cannot be executed
   */
  execute(first: number, count: number, wave: WaveState): void {
    const compiled = this.compiled[first]?.[count];
    if (compiled !== undefined) compiled(wave);
    else this.executeOneByOne(first, count, wave);
    wave.next = first + count;
  }

  private executeOneByOne(first: number, count: number, wave: WaveState): void {
    const end = first + count;
    if (++this.executionCounts[first] >= HOT_THRESHOLD) this.compile(first, count);
    for (let i = first; i < end; i++) {
      wave.next = i;
      this.instructions[i].execute(wave);
    }
  }

  private compile(first: number, count: number): void {
    this.executionCounts[first] = 0;
    const functions = [...(this.compiled[first] ?? [])];
    functions[count] = generateRun(this.instructions.slice(first, first + count));
    this.compiled[first] = functions;
  }
}

/** Returns the straight-line runs of a program. All its users share one object. */
export const getStraightRuns = memoisePerProgram(({ instructions }) => new StraightRuns(instructions));
