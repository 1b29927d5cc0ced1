import type { DecodedProgram, Instruction } from '../isa/instruction.js';
import { getSetpcTarget } from '../isa/program.js';
import { memoisePerProgram } from '../isa/straight-runs.js';
import { SCALAR, type WaveState } from '../wave-state.js';
import { VECTOR_BASE } from './facts.js';
import { findHazards, getFormUses, pass } from './flow.js';
import type { HazardSteps, Pending, State } from './pending.js';
import type { HazardEffect } from './row.js';
import { NONE } from './select.js';

/** What registers contain that no document names. */
const POISON = 0x7fbadbad;

/** Where each wave is in a program whose hazards show. */
const PATHS = new WeakMap<WaveState, WavePath>();

/** Returns what a wave's path so far leaves to show, as plain data; undefined if its program has no hazards that show. */
export function describeHazardPath(wave: WaveState): object | undefined {
  return PATHS.get(wave)?.describe();
}

/** A form whose violation shows, and its number among the program's forms. */
interface ShownForm {
  readonly effect: HazardEffect;
  readonly number: number;
}

/**
 * Returns the program as the hardware runs it if its hazards show: an instruction that comes too early, on the path that
 * a wave takes, has the effect that its row names. Returns `program` itself if it has no hazards on the paths that are
 * known, and no jumps to addresses that are not.
 */
export const showHazards = memoisePerProgram((program: DecodedProgram): DecodedProgram => {
  const { instructions, forms, uses } = getFormUses(program);
  const jumpsAnywhere = program.epilog === undefined && instructions.some(({ kind }) => kind === 'setpc');
  const results = findHazards(program);
  const shown = forms.flatMap(({ row: { effect } }, number): ShownForm[] => {
    if (effect === undefined || results[number]!.checked === 0) return [];
    const isPossible = jumpsAnywhere && uses.some(({ begins }) => begins.has(number));
    return isPossible || results[number]!.early.length > 0 ? [{ effect, number }] : [];
  });
  if (shown.length === 0) return program;
  const run = (wave: WaveState, instruction: Instruction, action: () => number): number => {
    let path = PATHS.get(wave);
    if (path?.program !== program) path = new WavePath(program, shown, instruction.index);
    PATHS.set(wave, path);
    return path.run(wave, instruction, action);
  };
  return { ...program, instructions: instructions.map((instruction) => wrap(instruction, run)) };
});

type Run = (wave: WaveState, instruction: Instruction, action: () => number) => number;

/** Returns an instruction that runs through `run`. The bus of GDS takes its operands later, so that is left alone. */
function wrap(instruction: Instruction, run: Run): Instruction {
  const { execute, memory } = instruction;
  const wrapped = {
    ...instruction,
    execute: (wave: WaveState) => run(wave, instruction, () => execute(wave)),
  };
  if (memory === undefined || memory.space === 'gds') return wrapped;
  const prepare: typeof memory.prepare = (wave, request) => {
    run(wave, instruction, () => {
      memory.prepare(wave, request);
      return 0;
    });
  };
  return { ...wrapped, memory: { ...memory, prepare } };
}

/** How many instructions may be between one that reads too late and the one whose result it reads. */
const LOOK_AHEAD = 64;

/** What an instruction comes too early after. */
type Early = readonly (readonly [ShownForm, Pending])[];

/** The path of one wave through a program, and what is pending on it. */
class WavePath {
  /** The index of the instruction that comes next. */
  private next: number;
  private states: readonly State[];
  /** What registers contained before they were written, by form and register. */
  private readonly saved = new Map<number, Int32Array>();
  /** What the current instruction comes too early after. */
  private early: Early = [];
  /** The same for loads from LDS to registers that were issued and have not arrived, by index. */
  private readonly loads = new Map<number, Early>();

  constructor(
    readonly program: DecodedProgram,
    private readonly shown: readonly ShownForm[],
    first: number,
  ) {
    this.next = first;
    this.states = shown.map(() => new Map());
  }

  /** What decides on the effects to come. */
  describe(): object {
    const { next, saved } = this;
    const states = this.states.map((state) => new Map(Array.from(state, ([key, { age }]) => [key, age])));
    const loads = Array.from(this.loads, ([index, early]) => [index, early.map(([{ number }]) => number)]);
    return { next, saved, states, loads };
  }

  run(wave: WaveState, instruction: Instruction, action: () => number): number {
    const { index, kind } = instruction;
    if (kind === 'parameter-load') return this.arrive(wave, index, action);
    // An instruction that is tried again is not another one.
    if (index !== this.next - 1 || index === 0) {
      if (index < this.next) {
        this.states = this.shown.map(() => new Map());
        this.next = index;
      }
      this.early = this.moveTo(wave, index);
    }
    let result = 0;
    const perform = (): void => {
      result = action();
    };
    this.readLate(wave, index, () => this.readEarly(wave, index, this.early, perform));
    this.next = follow(this.program, instruction, result);
    return result;
  }

  /** Writes what a load from LDS brings. It may arrive after later instructions have run. */
  private arrive(wave: WaveState, index: number, action: () => number): number {
    if (!this.loads.has(index)) this.moveTo(wave, index);
    this.readEarly(wave, index, this.loads.get(index) ?? [], action);
    this.loads.delete(index);
    return 0;
  }

  /** Moves past all instructions up to one. Returns what that one comes too early after. */
  private moveTo(wave: WaveState, index: number): Early {
    let early: Early = [];
    for (; this.next <= index; this.next++) early = this.pass(wave, this.next);
    return early;
  }

  /** Moves past an instruction that has not run yet. Returns what it comes too early after. */
  private pass(wave: WaveState, index: number): Early {
    const instruction = this.program.instructions[index]!;
    const facts = getFormUses(this.program).facts[index]!;
    const found = this.shown.flatMap((shown, i) => {
      const { number, effect } = shown;
      const state = this.states[i]!;
      const early = pass(getFormUses(this.program), index, number, state);
      for (const { register, steps } of state.values()) {
        if (steps.instruction !== instruction || effect.shows !== 'stale') continue;
        for (const each of effect.registers?.(register, facts) ?? [register])
          if (facts.writes.includes(each))
            this.saved.set(number * SAVED_FACTOR + each, view(wave, each).slice());
      }
      return early.map((pending) => [shown, pending] as const);
    });
    if (instruction.kind === 'parameter-load') this.loads.set(index, found);
    return found;
  }

  /** Performs an instruction that may come too early. */
  private readEarly(wave: WaveState, index: number, early: Early, action: () => void): void {
    const facts = getFormUses(this.program).facts[index]!;
    const placed = early.flatMap(([{ effect, number }, { register, steps }]) => {
      const isLost =
        effect.losesWrites === true && getFirst(steps).defines.vectors.includes(register - VECTOR_BASE);
      if (effect.shows === 'late' && !isLost) return [];
      const registers = effect.registers?.(register, facts) ?? [register];
      return registers.map((each) => ({ each, old: this.saved.get(number * SAVED_FACTOR + each), effect }));
    });
    const registers = [...new Set(placed.map(({ each }) => each))];
    const isLost = placed.some(({ effect }) => effect.shows === 'late');
    withValues(wave, registers, isLost ? NONE : facts.writes, action, () => {
      for (const { each, old, effect } of placed)
        if (effect.shows === 'poison') view(wave, each).fill(POISON);
        else if (effect.shows === 'stale' && old !== undefined) view(wave, each).set(old);
    });
  }

  /** Performs an instruction that may read what a later one writes. */
  private readLate(wave: WaveState, index: number, action: () => void): void {
    const { begins } = getFormUses(this.program).uses[index]!;
    const forms = this.shown.filter(({ effect, number }) => effect.shows === 'late' && begins.has(number));
    const written = forms.length === 0 ? [] : this.lookAhead(wave, index, forms);
    const { memory } = this.program.instructions[index]!;
    const registers = written.map(([register]) => register);
    const writes = memory === undefined ? getFormUses(this.program).facts[index]!.writes : NONE;
    withValues(wave, registers, writes, action, () => {
      for (const [register, words] of written) view(wave, register).set(words);
    });
  }

  /** Runs on from an instruction, on the wave's path, to the first whose result it reads, and returns that. */
  private lookAhead(
    wave: WaveState,
    first: number,
    forms: readonly ShownForm[],
  ): readonly (readonly [register: number, words: Int32Array])[] {
    const code = getFormUses(this.program);
    const [scalars, vectors] = [wave.s.slice(), wave.v.slice()];
    const states: readonly State[] = forms.map(() => new Map());
    let found: readonly (readonly [number, Int32Array])[] = [];
    for (let index = first, steps = 0; steps < LOOK_AHEAD && index < code.facts.length; steps++) {
      const instruction = code.instructions[index]!;
      if (instruction.readsExitingId) break;
      const isLast = forms.filter(({ number }, i) => pass(code, index, number, states[i]!)[0]).length > 0;
      const isRun = RUN_AHEAD.has(instruction.kind) || (isLast && instruction.kind === 'parameter-load');
      const result = isRun ? instruction.execute(wave) : 0;
      if (isLast) {
        found = code.facts[index]!.writes.map((each) => {
          const words = view(wave, each).slice();
          return [each, isRun ? words : words.fill(POISON)];
        });
      }
      if (isLast || states.every(({ size }) => size === 0)) break;
      index = follow(this.program, instruction, result);
    }
    wave.s.set(scalars);
    wave.v.set(vectors);
    return found;
  }
}

/** The kinds of instructions that only change registers and the path. */
const RUN_AHEAD: ReadonlySet<Instruction['kind']> = new Set(['alu', 'branch', 'setpc']);

/** Returns the index of the instruction that comes after one with the given result. */
function follow(program: DecodedProgram, { kind, index, target }: Instruction, result: number): number {
  if (kind === 'setpc') return getSetpcTarget(program, result);
  return kind === 'branch' && result === 1 ? target : index + 1;
}

/** Returns the first instruction of a hazard. */
function getFirst({ instruction, before }: HazardSteps): Instruction {
  return before === undefined ? instruction : getFirst(before);
}

/** Larger than all register numbers. */
const SAVED_FACTOR = 1024;

/** Returns the words of a register: one, or one for each lane. */
function view({ s, v, lanes }: WaveState, register: number): Int32Array {
  if (register < VECTOR_BASE) return s.subarray(register, register + 1);
  const first = (register - VECTOR_BASE) * lanes;
  return v.subarray(first, first + lanes);
}

/** Performs an action while registers have other values. What it does not write is then as it was before. */
function withValues(
  wave: WaveState,
  registers: readonly number[],
  written: readonly number[],
  action: () => void,
  place: () => void,
): void {
  const views = registers.map((register) => view(wave, register));
  const current = views.map((words) => words.slice());
  place();
  action();
  views.forEach((words, i) => {
    const isWritten = written.includes(registers[i]!);
    words.forEach((_, lane) => {
      if (!isWritten || !isActive(wave, registers[i]!, lane)) words[lane] = current[i]![lane]!;
    });
  });
}

/** Whether an instruction that writes a register writes this word of it. */
function isActive({ s }: WaveState, register: number, lane: number): boolean {
  const mask = s[lane < 32 ? SCALAR.EXEC_LO : SCALAR.EXEC_HI]!;
  return register < VECTOR_BASE || ((mask >>> (lane & 31)) & 1) === 1;
}
