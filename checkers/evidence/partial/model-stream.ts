import type { DecodedProgram, Instruction, InstructionKind } from '../../../arch/index.js';
import type { TransactionKind } from '../../../transactions/index.js';
import { type Handlers, ignoreRepeats } from '../basics/handlers.js';
import type { WaveLedger } from '../ledger/waves.js';
import type { DrawFacts } from '../program/draws.js';
import { findInstructionIndex } from '../program/programs.js';
import type { HasSeen, MissingKindDetector } from './stream-source.js';

/** Kinds of instructions that are reported by their own transactions rather than as part of stretches. */
const REPORTED_SEPARATELY: readonly Instruction['kind'][] = [
  'waitcnt',
  'wait-event',
  'sleep',
  'message',
  'end',
];

/** Kinds of instructions whose execution shows that the stream should contain transactions about it. */
const REVEALING_KINDS: readonly InstructionKind[] = ['memory', 'export', 'message'];

function hasKind({ instructions }: DecodedProgram, kind: InstructionKind): boolean {
  return instructions.some((instruction) => instruction.kind === kind);
}

function isTarget({ instructions }: DecodedProgram, index: number): boolean {
  return instructions.some(({ target }) => target === index);
}

/**
 * Infers what the model's stream should contain from what it does contain. This distinguishes a rule that is missing
 * data from one that merely had nothing to check.
 */
export class ModelStream implements MissingKindDetector {
  /** The `REVEALING_KINDS` that waves have executed. */
  private readonly executed = new Set<InstructionKind>();
  /** Those in the draws' programs that no wave has executed yet. */
  private readonly unexecuted: Set<InstructionKind>;
  /** Whether a wave has ended after executing instructions that are part of stretches. */
  private hasRunStretch = false;
  /** Whether a wave whose program accesses memory and waits for counters has ended. */
  private hasWaited = false;
  /**
   * Whether the run was aborted because a deliberately broken device could not continue, in which case there are no
   * end-of-run reports.
   */
  private wasAborted = false;
  /** For each draw and instruction, the end (exclusive) of the longest stretch seen so far that starts there. */
  private readonly stretchEnds: readonly Int32Array[];
  /**
   * For each draw, the index of the first instruction that is part of a stretch, or the program's length if there is
   * none.
   */
  private readonly firstStretch: readonly number[];
  /** For each draw, whether its program has both counter waits and accesses that they may apply to. */
  private readonly waitsForMemory: readonly boolean[];

  /** @param hasObjects whether the scenario has memory, which is dumped at the end. */
  constructor(
    private readonly waves: WaveLedger,
    draws: readonly DrawFacts[],
    private readonly hasObjects: boolean,
  ) {
    this.stretchEnds = draws.map(({ decoded: { instructions } }) => new Int32Array(instructions.length));
    this.unexecuted = new Set(
      REVEALING_KINDS.filter((kind) => draws.some(({ decoded }) => hasKind(decoded, kind))),
    );
    this.firstStretch = draws.map(({ decoded: { instructions } }) => {
      const first = instructions.findIndex(({ kind }) => !REPORTED_SEPARATELY.includes(kind));
      return first < 0 ? instructions.length : first;
    });
    this.waitsForMemory = draws.map(
      ({ decoded }) =>
        hasKind(decoded, 'memory') && decoded.instructions.some(({ wait }) => wait !== undefined),
    );
  }

  /** Whether a kind is missing even though other transactions imply it. */
  isMissing(kind: TransactionKind, hasSeen: HasSeen): boolean {
    return !hasSeen(kind) && this.requirements[kind]?.(hasSeen, hasSeen('stopped')) === true;
  }

  /** Always true, since model runs never omit any transactions. */
  isSettled(): boolean {
    return true;
  }

  getKindName(kind: TransactionKind): string {
    return kind;
  }

  private readonly on: Handlers = {
    'wave-ended': (t) => {
      if (this.hasWaited && this.hasRunStretch) return;
      const facts = this.waves.find(t.wave)?.facts;
      if (facts === undefined) return;
      this.hasWaited ||= this.waitsForMemory[facts.index]!;
      this.hasRunStretch ||= findInstructionIndex(facts.decoded, t.pc) > this.firstStretch[facts.index]!;
    },
    'instructions-issued': (t) => {
      if (this.unexecuted.size === 0) return;
      const facts = this.waves.find(t.wave)?.facts;
      if (facts === undefined) return;
      const first = findInstructionIndex(facts.decoded, t.first);
      const last = findInstructionIndex(facts.decoded, t.last);
      if (first < 0 || last < 0) return;
      // Loops repeat stretches that have already been seen.
      const stretchEnds = this.stretchEnds[facts.index]!;
      if (last < stretchEnds[first]) return;
      stretchEnds[first] = last + 1;
      const { instructions } = facts.decoded;
      for (let i = first; i <= last; i++) this.recordExecuted(instructions[i]!);
      // A message is not part of a stretch. If the instruction after it is reported, it was executed, unless
      // branches lead there as well.
      const previous = instructions[first - 1];
      if (previous?.kind === 'message' && !isTarget(facts.decoded, first)) this.recordExecuted(previous);
    },
    'instructions-repeated': ignoreRepeats,
    stopped: (t) => {
      this.wasAborted = t.budget === 'device';
    },
  };

  readonly handlers: readonly Handlers[] = [this.on];

  private recordExecuted({ kind }: Instruction): void {
    if (this.unexecuted.delete(kind)) this.executed.add(kind);
  }

  /** Whether each kind that may be missing is required. */
  private readonly requirements: Partial<Record<TransactionKind, Requirement>> = {
    'wave-formed': () => this.waves.unknownWave !== undefined,
    'memory-issued': (hasSeen) =>
      this.executed.has('memory') || (this.hasRunStretch && !hasSeen('instructions-issued')),
    'memory-performed': (hasSeen, isStopped) => hasSeen('memory-issued') && !isStopped,
    'wait-done': (hasSeen, isStopped) => hasSeen('memory-issued') && this.hasWaited && !isStopped,
    'instructions-issued': () => this.hasRunStretch,
    'section-exit': (hasSeen, isStopped) => hasSeen('message-sent') && hasSeen('wave-ended') && !isStopped,
    'wave-ended': (hasSeen, isStopped) =>
      hasSeen('wave-formed') && !isStopped && (!hasSeen('quiesced') || hasSeen('resource-released')),
    'message-sent': (_hasSeen, isStopped) => this.executed.has('message') && !isStopped,
    quiesced: (_hasSeen, isStopped) => !isStopped || this.wasAborted,
    'draw-begin': (hasSeen) => hasSeen('draw-end') || hasSeen('primitive'),
    primitive: (hasSeen) => hasSeen('draw-end'),
    exported: () => this.executed.has('export'),
    'sx-alloc': (hasSeen) => hasSeen('exported'),
    'export-requested': (hasSeen) => hasSeen('exported'),
    'export-granted': (hasSeen, isStopped) => hasSeen('exported') && !isStopped,
    'sx-freed': (hasSeen, isStopped) => hasSeen('sx-alloc') && hasSeen('resource-released') && !isStopped,
    'memory-dumped': () => this.hasObjects,
  };
}

/** Whether a kind is required, given what the stream has contained and whether it was stopped. */
type Requirement = (hasSeen: HasSeen, isStopped: boolean) => boolean;
