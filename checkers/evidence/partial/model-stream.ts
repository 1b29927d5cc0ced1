import type { DecodedProgram, Instruction } from '../../../arch/index.js';
import type { TransactionKind } from '../../../transactions/index.js';
import { type Handlers, ignoreRepeats } from '../basics/handlers.js';
import type { WaveLedger } from '../ledger/waves.js';
import type { DrawFacts } from '../program/draws.js';
import { indexAt } from '../program/programs.js';
import type { Saw, StreamSource } from './stream-source.js';

/** Kinds of instructions that are not part of stretches, since they have their own transactions. */
const REPORTED_SEPARATELY: readonly Instruction['kind'][] = [
  'waitcnt',
  'wait-event',
  'sleep',
  'message',
  'end',
];

/** Returns whether some branch of a program targets an instruction. */
function isTarget({ instructions }: DecodedProgram, index: number): boolean {
  return instructions.some(({ target }) => target === index);
}

/**
 * Infers what the model's stream should contain from what it does contain. This distinguishes a rule that
 * lacks data from one that merely had nothing to judge.
 */
export class ModelStream implements StreamSource {
  private memoryRan = false;
  private exportRan = false;
  private messageRan = false;
  /** Whether a wave ended after instructions that stretches report. */
  private stretchRan = false;
  /** Whether a wave ended whose program accesses memory and waits for counters. */
  private waitRan = false;
  /**
   * Whether the device was deliberately broken and could not continue. Anything reported at the end is then
   * missing.
   */
  private aborted = false;
  /** By draw and first instruction, the index after the end of the longest stretch seen so far. */
  private readonly reached: readonly Int32Array[];
  /** Whether some program has a memory instruction. */
  private readonly hasMemory: boolean;
  /** Whether some program has an export. */
  private readonly hasExports: boolean;
  /** Whether some program has a message. */
  private readonly hasMessages: boolean;
  /**
   * By draw, the index of the first instruction that is reported in a stretch, or the length of the program
   * if there is none.
   */
  private readonly firstStretch: readonly number[];
  /** By draw, whether its program has counter waits, and accesses to which they may apply. */
  private readonly waitsForMemory: readonly boolean[];

  /** `hasObjects` says whether the scenario has memory, whose contents are reported at the end. */
  constructor(
    private readonly waves: WaveLedger,
    draws: readonly DrawFacts[],
    private readonly hasObjects: boolean,
  ) {
    this.reached = draws.map(({ decoded: { instructions } }) => new Int32Array(instructions.length));
    this.hasMemory = draws.some(({ memoryBefore }) => memoryBefore[memoryBefore.length - 1] > 0);
    this.hasExports = draws.some(({ exportsBefore }) => exportsBefore[exportsBefore.length - 1] > 0);
    this.firstStretch = draws.map(({ decoded: { instructions } }) => {
      const first = instructions.findIndex(({ kind }) => !REPORTED_SEPARATELY.includes(kind));
      return first < 0 ? instructions.length : first;
    });
    this.waitsForMemory = draws.map(
      ({ decoded, memoryBefore }) =>
        memoryBefore[memoryBefore.length - 1] > 0 &&
        decoded.instructions.some(({ wait }) => wait !== undefined),
    );
    this.hasMessages = draws.some(({ messagesBefore }) => messagesBefore[messagesBefore.length - 1] > 0);
  }

  /** Returns whether a kind never occurred although something that occurred requires it. */
  isMissing(kind: TransactionKind, saw: Saw): boolean {
    return !saw(kind) && this.isRequired(kind, saw);
  }

  /** Returns true, since the model's runs omit nothing. */
  isSettled(): boolean {
    return true;
  }

  nameOf(kind: TransactionKind): string {
    return kind;
  }

  private readonly on: Handlers = {
    'wave-ended': (t) => {
      if (this.waitRan && this.stretchRan) return;
      const facts = this.waves.find(t.wave)?.facts;
      if (facts === undefined) return;
      this.waitRan ||= this.waitsForMemory[facts.index]!;
      this.stretchRan ||= indexAt(facts.decoded, t.pc) > this.firstStretch[facts.index]!;
    },
    'instructions-issued': (t) => {
      if (this.knowsAll) return;
      const facts = this.waves.find(t.wave)?.facts;
      if (facts === undefined) return;
      const first = indexAt(facts.decoded, t.first);
      const last = indexAt(facts.decoded, t.last);
      if (first < 0 || last < 0) return;
      // A loop repeats the same stretches, which adds nothing new.
      const reached = this.reached[facts.index]!;
      if (last < reached[first]) return;
      reached[first] = last + 1;
      const { memoryBefore, exportsBefore, messagesBefore } = facts;
      this.memoryRan ||= memoryBefore[last + 1] > memoryBefore[first];
      this.exportRan ||= exportsBefore[last + 1] > exportsBefore[first];
      // A message is not part of a stretch. The instruction that follows one implies it, unless branches lead
      // there as well.
      this.messageRan ||=
        first > 0 && messagesBefore[first] > messagesBefore[first - 1] && !isTarget(facts.decoded, first);
    },
    'instructions-repeated': ignoreRepeats,
    stopped: (t) => {
      this.aborted = t.budget === 'device';
    },
  };

  readonly handlers: readonly Handlers[] = [this.on];

  /** Whether further stretches cannot add anything. */
  private get knowsAll(): boolean {
    return (
      (this.memoryRan || !this.hasMemory) &&
      (this.exportRan || !this.hasExports) &&
      (this.messageRan || !this.hasMessages)
    );
  }

  private isRequired(kind: TransactionKind, saw: Saw): boolean {
    const wasStopped = saw('stopped');
    switch (kind) {
      case 'wave-formed':
        return this.waves.unknownWave !== undefined;
      case 'memory-issued':
        return this.memoryRan || (this.stretchRan && !saw('instructions-issued'));
      case 'memory-performed':
        return saw('memory-issued') && !wasStopped;
      case 'wait-done':
        return saw('memory-issued') && this.waitRan && !wasStopped;
      case 'instructions-issued':
        return this.stretchRan;
      case 'section-exit':
        return saw('message-sent') && saw('wave-ended') && !wasStopped;
      case 'wave-ended':
        return saw('wave-formed') && !wasStopped && (!saw('quiesced') || saw('resource-released'));
      case 'message-sent':
        return this.messageRan && !wasStopped;
      case 'quiesced':
        return !wasStopped || this.aborted;
      case 'draw-begin':
        return saw('draw-end') || saw('primitive');
      case 'primitive':
        return saw('draw-end');
      case 'exported':
        return this.exportRan;
      case 'sx-alloc':
      case 'export-requested':
        return saw('exported');
      case 'export-granted':
        return saw('exported') && !wasStopped;
      case 'sx-freed':
        return saw('sx-alloc') && saw('resource-released') && !wasStopped;
      case 'memory-dumped':
        return this.hasObjects;
      default:
        return false;
    }
  }
}
