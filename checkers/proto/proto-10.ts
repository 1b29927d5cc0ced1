import type { DecodedProgram, InstructionKind } from '../../arch/index.js';
import { decodeOnce } from '../../arch/index.js';
import type { Place, TransactionKind } from '../../transactions/index.js';
import type { Judge } from '../findings/judge.js';
import { instructionName, waveName, wavePlace } from '../findings/wording.js';
import { backgroundName } from '../ledger/background.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { indexAt } from '../ledger/programs.js';
import type { RuleCheck } from '../rule.js';
import { AT_START, flowOf, type ProgramFlow } from './program-flow.js';

/** Kinds of instruction that stretches leave out, and what tells of them in their place. */
const TOLD_BY: Readonly<Partial<Record<InstructionKind, TransactionKind>>> = {
  waitcnt: 'wait-done',
  'wait-event': 'event-wait-done',
  message: 'message-sent',
  end: 'wave-ended',
};

/** How far a wave has come in its program. */
interface Progress {
  readonly name: string;
  readonly decoded: DecodedProgram;
  readonly flow: ProgramFlow;
  /** Index of the instruction issued last. */
  at: number;
  readonly place: (pc: number) => Place;
}

/**
 * Invariant: a wave issues the instructions of its program and no others: the first one first, and each behind the one that
 * was issued last or where its branch leads (P-110, P-112). Whether a branch is taken is told by what the wave then does. A
 * sleep that holds nobody is not told of, and neither is what the stream never tells.
 */
export function createProto10(ledgers: Ledgers, judge: Judge): RuleCheck {
  const order = new ProgramOrder(ledgers, judge);
  return {
    on: {
      'instructions-issued': (t) => order.issued(t.kind, t.wave, t.cycle, t.first, t.last),
      'wait-done': (t) => order.issued(t.kind, t.wave, t.cycle, t.pc, t.pc),
      'event-wait-done': (t) => order.issued(t.kind, t.wave, t.cycle, t.pc, t.pc),
      slept: (t) => order.issued(t.kind, t.wave, t.cycle, t.pc, t.pc),
      'message-sent': (t) => order.issued(t.kind, t.wave, t.cycle, t.pc, t.pc),
      'wave-ended': (t) => {
        if (t.by !== 'halt') order.issued(t.kind, t.wave, t.cycle, t.pc, t.pc);
        order.ended(t.wave);
      },
    },
  };
}

class ProgramOrder {
  private readonly running = new Map<number, Progress>();
  private readonly told = new Set<TransactionKind>();
  private lastWave = -1;
  private last: Progress | undefined;

  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
  ) {}

  /** A wave issued the instructions from byte offset `first` to `last`. */
  issued(kind: TransactionKind, wave: number, cycle: number, first: number, last: number): void {
    this.told.add(kind);
    const progress = this.progressOf(wave);
    if (progress === undefined) return;
    const { decoded } = progress;
    const from = indexAt(decoded, first);
    const to = first === last ? from : indexAt(decoded, last);
    if (this.told.has('instructions-issued')) this.judgeStep(progress, cycle, from, to, [first, last]);
    // An instruction that waits by itself is told of as waited for, and then as issued.
    if (to >= 0 && (kind !== 'wait-done' || decoded.instructions[to].kind === 'waitcnt')) progress.at = to;
  }

  /** The wave's program is over. */
  ended(wave: number): void {
    this.running.delete(wave);
    if (wave === this.lastWave) this.last = undefined;
  }

  private readonly isUntold = (kind: InstructionKind): boolean => {
    const teller = TOLD_BY[kind];
    return kind === 'sleep' || (teller !== undefined && !this.told.has(teller));
  };

  private judgeStep(
    progress: Progress,
    cycle: number,
    from: number,
    to: number,
    pcs: readonly [first: number, last: number],
  ): void {
    this.judge.armed++;
    const { flow, at } = progress;
    const isStretch = from >= 0 && to >= 0 && flow.isStretch(from, to);
    if (isStretch && (flow.mayFollow(from, at) || flow.mayFollowUntold(from, at, this.isUntold))) return;
    this.report(progress, cycle, pcs, isStretch);
  }

  private progressOf(wave: number): Progress | undefined {
    if (wave === this.lastWave && this.last !== undefined) return this.last;
    const progress = this.running.get(wave) ?? this.begin(wave);
    this.lastWave = wave;
    this.last = progress;
    return progress;
  }

  private begin(number: number): Progress | undefined {
    const { ledgers } = this;
    const wave = ledgers.waves.find(number);
    if (wave !== undefined)
      return this.keep(number, wave.facts.decoded, waveName(wave), (pc) => wavePlace(ledgers, wave, pc));
    const background = ledgers.background.find(number);
    if (background === undefined) return undefined;
    const decoded = decodeOnce(background.work.words, ledgers.gfx, ledgers.scenario.wave);
    return this.keep(number, decoded, backgroundName(background), (pc) => ({ wave: number, pc }));
  }

  private keep(wave: number, decoded: DecodedProgram, name: string, place: Progress['place']): Progress {
    const progress = { name, decoded, flow: flowOf(decoded), at: AT_START, place };
    this.running.set(wave, progress);
    return progress;
  }

  private report(
    { name, decoded, flow, at, place }: Progress,
    cycle: number,
    [first, last]: readonly [number, number],
    isStretch: boolean,
  ): void {
    const nameOf = (pc: number): string => instructionName(this.ledgers, decoded, pc);
    const behind = flow.behindOf(at)?.map(({ pc }) => nameOf(pc));
    this.judge.violate(() => ({
      cycle,
      unit: 'sq',
      place: place(first),
      allowed: `${name} goes on ${at === AT_START ? 'from the start of its program' : `behind ${nameOf(decoded.instructions[at].pc)}`}: ${behind?.join(' or ') ?? 'anywhere'}.`,
      observed: isStretch
        ? `It goes on at ${nameOf(first)}.`
        : `It issues ${nameOf(first)} to ${nameOf(last)} without a branch, which is no stretch of its program.`,
      steps: [],
      hint: 'Look for instructions that are issued and not told of, or told of twice, and at where branches lead.',
    }));
  }
}
