import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import { DEALLOC_VGPRS, decodeOnce, greatestOf } from '../../../arch/index.js';
import type { InstructionsIssued, TransactionKind, WaveEnded } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import type { Ledgers } from '../facts/ledgers.js';
import { programOfWave } from '../findings/any-wave.js';
import { indexAt } from '../program/programs.js';

/** Transaction kinds that a trace's instructions require: those that waves executed, as far as the trace shows. */
export class ExecutedKinds {
  private readonly executed = new Set<TransactionKind>();
  /** Kinds some program has instructions for. */
  private readonly programmed: ReadonlySet<TransactionKind>;
  /** Where each wave continues, by number: after its last stretch. */
  private readonly next = new Map<number, number>();
  private reportsInstructions = false;
  /** Instructions of a wave with an unknown program were seen. */
  private ranUnknown = false;

  constructor(
    private readonly ledgers: Pick<Ledgers, 'scenario' | 'set' | 'draws' | 'waves' | 'background'>,
  ) {
    const { scenario, set, draws } = ledgers;
    const works = scenario.background?.works ?? [];
    const instructions = [
      ...draws.flatMap(({ decoded }) => decoded.instructions.flatMap((each) => kindsOf(each, false))),
      ...works.flatMap(({ words }) =>
        decodeOnce(words, set, scenario.wave).instructions.flatMap((each) => kindsOf(each, true)),
      ),
    ];
    this.programmed = new Set(instructions);
  }

  /** Whether some wave executed, or if instructions are not reported may have executed, an instruction of that kind. */
  callFor(kind: TransactionKind): boolean {
    const isReported = this.reportsInstructions && !this.ranUnknown;
    return isReported ? this.executed.has(kind) : this.programmed.has(kind);
  }

  /** Whether `callFor` may become true for a kind before the trace ends. */
  mayCallFor(kind: TransactionKind): boolean {
    return this.programmed.has(kind);
  }

  readonly on: Handlers = {
    'instructions-issued': (t) => {
      this.reportsInstructions = true;
      const program = programOfWave(this.ledgers, t.wave);
      if (program === undefined) {
        this.ranUnknown = true;
        return;
      }
      const first = indexAt(program, t.first);
      const last = indexAt(program, t.last);
      if (first < 0 || last < 0) return;
      this.arrive(t, program, first);
      this.execute(t, program, first, last + 1);
      this.next.set(t.wave, last + 1);
    },
    'wave-ended': (t) => {
      const program = programOfWave(this.ledgers, t.wave);
      if (program !== undefined && t.by !== 'halt') this.arrive(t, program, indexAt(program, t.pc));
      this.next.delete(t.wave);
    },
  };

  /** Records what a wave executed unreported between its last stretch and its current place. */
  private arrive({ wave }: InstructionsIssued | WaveEnded, program: DecodedProgram, place: number): void {
    const { instructions } = program;
    const next = this.next.get(wave) ?? 0;
    const last = next === 0 ? undefined : instructions[next - 1];
    if (last?.kind === 'setpc') return;
    const starts = last?.kind === 'branch' ? [next, last.target] : [next];
    const ways = starts.filter(
      (start) => start >= 0 && start < place && instructions.slice(start, place).every(isReportedSeparately),
    );
    // Of two paths that both lead here only the common end is certain.
    if (ways.length > 0 && !starts.includes(place)) this.execute({ wave }, program, greatestOf(ways), place);
  }

  private execute(
    { wave }: { wave: number },
    { instructions }: DecodedProgram,
    first: number,
    end: number,
  ): void {
    for (let index = first; index < end; index++) {
      for (const kind of kindsOf(instructions[index], wave >= FIRST_BACKGROUND_WAVE)) this.executed.add(kind);
    }
  }
}

/** Whether an instruction has its own transactions and is excluded from stretches. */
function isReportedSeparately({ kind }: Instruction): boolean {
  return ['waitcnt', 'wait-event', 'message', 'sleep', 'barrier'].includes(kind);
}

/** The kinds of transaction that report what an instruction does. */
function kindsOf(
  { kind, immediate, memory, readsExitingId }: Instruction,
  isBackground: boolean,
): readonly TransactionKind[] {
  if (readsExitingId) return ['exiting-id-polled'];
  switch (kind) {
    case 'waitcnt':
      return ['wait-done'];
    case 'wait-event':
      return ['event-wait-done'];
    case 'message':
      return immediate === DEALLOC_VGPRS ? ['message-sent', 'vgprs-released'] : ['message-sent'];
    case 'setreg':
      return ['hwreg-written'];
    case 'memory':
      return memory?.space === 'flat' ? ['memory-issued', 'flat-answered'] : ['memory-issued'];
    case 'parameter-load':
      return ['direct-read-served'];
    case 'export':
      return ['exported'];
    case 'barrier':
      return isBackground ? ['background-barrier-reached'] : [];
    default:
      return [];
  }
}
