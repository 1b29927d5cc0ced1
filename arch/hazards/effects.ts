import type { DecodedProgram, Instruction } from '../isa/instruction.js';
import { getSetpcTarget } from '../isa/program.js';
import { memoisePerProgram } from '../isa/straight-runs.js';
import { SCALAR, type WaveState } from '../wave-state.js';
import { VECTOR_BASE } from './facts.js';
import { findHazards, getFormUses } from './flow.js';
import { advance, type Pending, type State } from './pending.js';
import type { Form, HazardEffect } from './row.js';
import { NONE } from './select.js';

/** What registers contain that no document names. */
const POISON = 0x7fbadbad;

/** A form whose violation shows, and its number among the program's forms. */
interface ShownForm {
  readonly form: Form;
  readonly effect: HazardEffect;
  readonly number: number;
}

/**
 * Returns the program as the hardware runs it if its hazards show: an instruction that comes too early, on the path that
 * a wave takes, has the effect that its row names. Returns `program` itself if it has no hazards on the paths that are
 * known, and no jumps to addresses that are not.
 */
export const showHazards = memoisePerProgram((program: DecodedProgram): DecodedProgram => {
  const { forms, uses } = getFormUses(program);
  const { instructions, epilog } = program;
  const jumpsAnywhere = epilog === undefined && instructions.some(({ kind }) => kind === 'setpc');
  const results = findHazards(program);
  const shown = forms.flatMap(({ row: { effect }, form }, number): ShownForm[] => {
    if (effect === undefined || results[number]!.checked === 0) return [];
    const isPossible = jumpsAnywhere && uses.some(({ begins }) => begins.has(number));
    return isPossible || results[number]!.early.length > 0 ? [{ form, effect, number }] : [];
  });
  if (shown.length === 0) return program;
  const waves = new WeakMap<WaveState, WavePath>();
  const run = (wave: WaveState, instruction: Instruction, action: () => number): number => {
    const path = waves.get(wave) ?? new WavePath(program, shown, instruction.index);
    waves.set(wave, path);
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

/** The path of one wave through a program, and what is pending on it. */
class WavePath {
  /** The index of the instruction that comes next. */
  private next: number;
  private states: readonly State[];
  /** What registers contained before they were written, by form and register. */
  private readonly saved = new Map<number, Int32Array>();
  /** What the current instruction comes too early after. */
  private early: readonly (readonly [ShownForm, Pending])[] = [];

  constructor(
    private readonly program: DecodedProgram,
    private readonly shown: readonly ShownForm[],
    first: number,
  ) {
    this.next = first;
    this.states = shown.map(() => new Map());
  }

  run(wave: WaveState, instruction: Instruction, action: () => number): number {
    const { index } = instruction;
    // An instruction that is tried again is not another one.
    if (index !== this.next - 1 || index === 0) {
      if (index < this.next) this.states = this.shown.map(() => new Map());
      else for (let skipped = this.next; skipped < index; skipped++) this.pass(wave, skipped);
      this.early = this.pass(wave, index);
    }
    let result = 0;
    const perform = (): void => {
      result = action();
    };
    this.readLate(wave, index, () => this.readEarly(wave, index, perform));
    this.next = this.follow(instruction, result);
    return result;
  }

  private follow({ kind, index, target }: Instruction, result: number): number {
    if (kind === 'setpc') return getSetpcTarget(this.program, result);
    return kind === 'branch' && result === 1 ? target : index + 1;
  }

  /** Moves past an instruction that has not run yet. Returns what it comes too early after. */
  private pass(wave: WaveState, index: number): readonly (readonly [ShownForm, Pending])[] {
    const instruction = this.program.instructions[index]!;
    const { facts, uses } = getFormUses(this.program);
    return this.shown.flatMap((shown, i) => {
      const { form, number, effect } = shown;
      const begun = uses[index]!.begins.get(number) ?? NONE;
      const used = uses[index]!.ends.get(number) ?? NONE;
      const state = this.states[i]!;
      const early = advance(form, state, instruction, { facts: facts[index]!, begun, used });
      for (const { register, steps } of state.values()) {
        if (steps.instruction !== instruction || effect.shows !== 'stale') continue;
        for (const each of effect.registers?.(register, facts[index]!) ?? [register])
          if (facts[index]!.writes.includes(each))
            this.saved.set(number * SAVED_FACTOR + each, view(wave, each).slice());
      }
      return early.map((pending) => [shown, pending] as const);
    });
  }

  /** Performs an instruction that may come too early. */
  private readEarly(wave: WaveState, index: number, action: () => void): void {
    const facts = getFormUses(this.program).facts[index]!;
    const placed = this.early.flatMap(([{ effect, number }, { register }]) => {
      if (effect.shows === 'late') return [];
      const registers = effect.registers?.(register, facts) ?? [register];
      return registers.map((each) => ({ each, old: this.saved.get(number * SAVED_FACTOR + each), effect }));
    });
    const registers = [...new Set(placed.map(({ each }) => each))];
    withValues(wave, registers, facts.writes, action, () => {
      for (const { each, old, effect } of placed)
        if (effect.shows === 'poison') view(wave, each).fill(POISON);
        else if (old !== undefined) view(wave, each).set(old);
    });
  }

  /** Performs an instruction that may read what the next one writes. */
  private readLate(wave: WaveState, index: number, action: () => void): void {
    const { facts, uses } = getFormUses(this.program);
    const next = this.program.instructions[index + 1];
    const isLate = this.shown.some(({ form, effect, number }) => {
      if (effect.shows !== 'late' || next?.kind !== 'alu') return false;
      const begun = uses[index]!.begins.get(number) ?? NONE;
      const used = uses[index + 1]!.ends.get(number) ?? NONE;
      return (
        used.some((register) => begun.includes(register)) && form.isSafe?.(facts[index + 1]!, 0) !== true
      );
    });
    const registers = isLate ? facts[index + 1]!.writes : NONE;
    withValues(wave, registers, facts[index]!.writes, action, () => isLate && next!.execute(wave));
  }
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
