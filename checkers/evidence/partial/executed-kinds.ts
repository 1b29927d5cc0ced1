import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { DEALLOC_VGPRS, decodeCached, findMax } from '../../../arch/index.js';
import type { InstructionsIssued, TransactionKind, WaveEnded } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import { findWaveProgram } from '../findings/any-wave.js';
import { findInstructionIndex } from '../program/programs.js';

/** Determines which transaction kinds a trace must contain, based on the instructions it shows being executed. */
export class ExecutedKinds {
  private readonly executedKinds = new Set<TransactionKind>();
  private readonly possibleKinds: ReadonlySet<TransactionKind>;
  /** Index of the instruction after the last stretch that each wave reported, by wave number. */
  private readonly nextIndices = new Map<number, number>();
  private reportsInstructions = false;
  /** Whether an unknown program has issued instructions. */
  private ranUnknownProgram = false;

  constructor(
    private readonly ledgers: Pick<Ledgers, 'scenario' | 'set' | 'draws' | 'waves' | 'background'>,
  ) {
    const { scenario, set, draws } = ledgers;
    const workItems = scenario.background?.works ?? [];
    const kinds = [
      ...draws.flatMap(({ decoded }) => decoded.instructions.flatMap((step) => getKinds(step, false))),
      ...workItems.flatMap(({ words }) =>
        decodeCached(words, set, scenario.wave).instructions.flatMap((step) => getKinds(step, true)),
      ),
    ];
    this.possibleKinds = new Set(kinds);
  }

  /**
   * Whether any wave executed (or, if instructions are not reported, may have executed) an instruction that requires
   * the given kind.
   */
  requires(kind: TransactionKind): boolean {
    const isReported = this.reportsInstructions && !this.ranUnknownProgram;
    return isReported ? this.executedKinds.has(kind) : this.possibleKinds.has(kind);
  }

  /** Whether `requires` may still become true for a kind before the end of the trace. */
  mayRequire(kind: TransactionKind): boolean {
    return this.possibleKinds.has(kind);
  }

  readonly on: Handlers = {
    'instructions-issued': (t) => {
      this.reportsInstructions = true;
      const program = findWaveProgram(this.ledgers, t.wave);
      if (program === undefined) {
        this.ranUnknownProgram = true;
        return;
      }
      const first = findInstructionIndex(program, t.first);
      const last = findInstructionIndex(program, t.last);
      if (first < 0 || last < 0) return;
      this.recordUnreported(t, program, first);
      this.record(t, program, first, last + 1);
      this.nextIndices.set(t.wave, last + 1);
    },
    'wave-ended': (t) => {
      const program = findWaveProgram(this.ledgers, t.wave);
      if (program !== undefined && t.by !== 'halt')
        this.recordUnreported(t, program, findInstructionIndex(program, t.pc));
      this.nextIndices.delete(t.wave);
    },
  };

  /** Records the instructions that a wave must have executed between its last stretch and instruction `index`. */
  private recordUnreported({ wave }: InstructionsIssued | WaveEnded, program: DecodedProgram, index: number) {
    const { instructions } = program;
    const next = this.nextIndices.get(wave) ?? 0;
    const last = next === 0 ? undefined : instructions[next - 1];
    if (last?.kind === 'setpc') return;
    const starts = last?.kind === 'branch' ? [next, last.target] : [next];
    const paths = starts.filter(
      (start) => start >= 0 && start < index && instructions.slice(start, index).every(isReportedSeparately),
    );
    // If two paths lead here, only their common tail is certain to have run.
    if (paths.length > 0 && !starts.includes(index)) this.record({ wave }, program, findMax(paths), index);
  }

  private record({ wave }: { wave: number }, { instructions }: DecodedProgram, first: number, end: number) {
    for (let index = first; index < end; index++)
      for (const kind of getKinds(instructions[index], wave >= FIRST_BACKGROUND_WAVE))
        this.executedKinds.add(kind);
  }
}

/** Whether an instruction is reported by its own transaction rather than as part of a stretch. */
function isReportedSeparately({ kind }: Instruction): boolean {
  return ['waitcnt', 'wait-event', 'message', 'sleep', 'barrier'].includes(kind);
}

const REPORTING_KINDS: Readonly<Partial<Record<Instruction['kind'], readonly TransactionKind[]>>> = {
  waitcnt: ['wait-done'],
  'wait-event': ['event-wait-done'],
  message: ['message-sent'],
  setreg: ['hwreg-written'],
  memory: ['memory-issued'],
  'parameter-load': ['direct-read-served'],
  export: ['exported'],
};

/** Kinds that are only required if certain instructions are executed: all that `getKinds` returns. */
export const INSTRUCTION_KINDS: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  ...Object.values(REPORTING_KINDS).flat(),
  ...(['exiting-id-polled', 'background-barrier-reached', 'vgprs-released', 'flat-answered'] as const),
]);

function getKinds(instruction: Instruction, isBackground: boolean): readonly TransactionKind[] {
  const { kind, immediate, memory, readsExitingId } = instruction;
  if (readsExitingId) return ['exiting-id-polled'];
  if (kind === 'barrier') return isBackground ? ['background-barrier-reached'] : [];
  const kinds = REPORTING_KINDS[kind] ?? [];
  if (kind === 'message' && immediate === DEALLOC_VGPRS) return [...kinds, 'vgprs-released'];
  return memory?.space === 'flat' ? [...kinds, 'flat-answered'] : kinds;
}
