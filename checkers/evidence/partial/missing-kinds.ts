import { factsOf } from '../../../arch/index.js';
import { FIRST_BACKGROUND_WAVE, type Quiesced, type TransactionKind } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { WaveNumbers } from '../basics/wave-numbers.js';
import { visitExpected } from '../facts/expected-shading.js';
import { reservesSpace } from '../facts/export-space.js';
import type { Ledgers } from '../facts/ledgers.js';
import { DrawCoverage } from '../geometry/draw-coverage.js';
import type { DrawFacts } from '../program/draws.js';
import { ExecutedKinds, INSTRUCTION_KINDS } from './executed-kinds.js';
import type { HasSeen, MissingKindDetector } from './stream-source.js';

/**
 * Determines which kinds are missing from another device's trace: kinds that never occur even though other
 * transactions imply them. A kind that nothing implies is not missing: its events simply never happened.
 */
export class MissingKinds implements MissingKindDetector {
  private readonly executed: ExecutedKinds;
  private readonly pixelWaves = new WaveNumbers(0);
  private readonly backgroundWaves = new WaveNumbers(FIRST_BACKGROUND_WAVE);
  private pixelWaveRan = false;
  private pixelWaveEnded = false;
  private backgroundWaveEnded = false;
  private sawOverlap = false;
  private covered: boolean | undefined;
  private waiting: Quiesced['waiting'] = [];
  readonly handlers: readonly Handlers[];

  constructor(private readonly ledgers: Ledgers) {
    this.executed = new ExecutedKinds(ledgers);
    this.handlers = [this.executed.on, this.on];
  }

  /**
   * Whether a kind is missing from the trace. `hasFired` says whether the rule that uses it has reported a violation.
   */
  isMissing(kind: TransactionKind, hasSeen: HasSeen, hasFired: boolean): boolean {
    if (this.isIncomplete(kind)) return true;
    if (hasSeen(kind)) return false;
    // Transactions of these kinds occur at random, so a valid stream may contain none. Their absence is only suspicious
    // if the rule has reported a violation.
    if (kind === 'line-invalidated') return hasFired;
    if (kind === 'translation-failed') return hasFired && this.ledgers.scenario.freedoms.xnackRate > 0;
    if (kind === 'overlap') return hasFired && this.sawOverlap;
    if (kind === 'vgprs-released') return hasFired && this.executed.requires(kind);
    return this.isRequired(kind, hasSeen, hasFired);
  }

  /**
   * Whether we already know that a kind is not missing: it has occurred without gaps so far, or is never required in
   * this scenario. A gap that shows up later (a wave number that was never formed) means that the trace has only some
   * of the events of this kind.
   */
  isSettled(kind: TransactionKind, hasSeen: HasSeen): boolean {
    return !this.isIncomplete(kind) && (hasSeen(kind) || !this.mayRequire(kind));
  }

  /** Returns the name of a missing kind for messages. */
  getKindName(kind: TransactionKind): string {
    if (!this.isIncomplete(kind)) return kind;
    switch (kind) {
      case 'wave-formed':
        return this.describeMissingFormation();
      case 'background-formed':
        return `${kind} for every wave (missing for ${this.backgroundWaves.firstMissing})`;
      default:
        return `${kind} from the start`;
    }
  }

  /**
   * Describes the missing `wave-formed` transaction. One that comes after other transactions of its wave is late, not
   * missing.
   */
  private describeMissingFormation(): string {
    const { pixelWaves } = this;
    const { unknownWave } = this.ledgers.waves;
    const isLate = !pixelWaves.hasGaps && unknownWave !== undefined && pixelWaves.has(unknownWave);
    if (isLate)
      return `wave-formed before all other transactions of its wave (wave ${unknownWave} has transactions before it)`;
    return `wave-formed for every wave (missing for ${pixelWaves.firstMissing ?? unknownWave})`;
  }

  /** Whether a kind is missing for some of the waves that need it. */
  private isIncomplete(kind: TransactionKind): boolean {
    if (kind === 'wave-formed')
      return (
        this.pixelWaves.hasGaps || (this.pixelWaves.hasAny && this.ledgers.waves.unknownWave !== undefined)
      );
    // A trace that starts with waves in flight is missing draws and primitives too.
    if (kind === 'draw-begin' || kind === 'primitive') return this.startedLate;
    return kind === 'background-formed' && this.backgroundWaves.hasGaps;
  }

  /** Whether waves were formed before the start of the trace. */
  private get startedLate(): boolean {
    const { hasAny, firstMissing } = this.pixelWaves;
    return hasAny ? firstMissing === 0 : this.ledgers.waves.unknownWave !== undefined;
  }

  private readonly on: Handlers = {
    'wave-formed': (t) => {
      this.pixelWaves.record(t.wave);
      this.sawOverlap ||= t.didOverlap;
    },
    'background-formed': (t) => this.backgroundWaves.record(t.wave),
    'instructions-issued': (t) => {
      this.pixelWaveRan ||= t.wave < FIRST_BACKGROUND_WAVE;
    },
    'wave-ended': (t) => {
      if (t.wave < FIRST_BACKGROUND_WAVE) this.pixelWaveEnded = true;
      else this.backgroundWaveEnded = true;
    },
    quiesced: (t) => {
      this.waiting = t.waiting;
    },
  };

  private isRequired(kind: TransactionKind, hasSeen: HasSeen, hasFired: boolean): boolean {
    const isStopped = hasSeen('stopped');
    // A run that was stopped may legitimately lack pending transactions, but a finding may depend on their absence.
    const isDue = !isStopped || hasFired;
    if (kind === 'quiesced') return !isStopped;
    if (kind === 'memory-dumped') return this.ledgers.scenario.memory.length > 0;
    if (kind === 'code-line-served') return this.fetchesCode && hasSeen('instructions-issued');
    if (kind === 'primitive') return hasSeen('draw-begin') && hasSeen('draw-end');
    // If the stream does not report how the run ended, it is assumed to have finished.
    const isOver = !isStopped && this.waiting.length === 0;
    const hasPixelWaves = this.hasSeenPixelWaves || (isOver && this.isCovered);
    const pixelWavesEnded = (isOver && hasPixelWaves) || this.pixelWaveEnded || hasSeen('resource-released');
    const backgroundWavesEnded = isOver || this.backgroundWaveEnded || hasSeen('background-released');
    if (!hasPixelWaves && !this.hasBackground && kind !== 'draw-end') return false;
    const { executed, ledgers } = this;
    switch (kind) {
      case 'wave-formed':
        return hasPixelWaves;
      case 'draw-end':
        return isOver;
      case 'instructions-issued':
        return isOver || hasSeen('wave-ended');
      case 'wave-launched':
        return hasPixelWaves && (pixelWavesEnded || this.pixelWaveRan);
      case 'wave-ended':
        return isOver || (isDue && hasSeen('resource-released'));
      case 'resource-released':
      case 'section-exit':
        return isDue && pixelWavesEnded && hasPixelWaves;
      case 'exiting-id-visible':
        return isDue && hasSeen('section-exit') && factsOf(ledgers.gfx).hasWaveIds;
      case 'memory-performed':
      case 'memory-returned':
        return isDue && hasSeen('memory-issued');
      case 'export-requested':
        return hasSeen('exported') || executed.requires('exported');
      case 'export-granted':
        return isDue && (hasSeen('exported') || executed.requires('exported'));
      case 'sx-alloc':
        return hasSeen('exported') || hasSeen('sx-freed') || (pixelWavesEnded && this.reservesSpace);
      case 'sx-freed':
        return (
          isDue &&
          (pixelWavesEnded || (this.hasBackground && backgroundWavesEnded)) &&
          (hasSeen('sx-alloc') || this.reservesSpace)
        );
      case 'exiting-id-polled':
        return this.sawOverlap && executed.requires(kind);
      case 'depth-tested':
        return ledgers.depth.hasTests && hasPixelWaves;
      case 'background-formed':
        return this.hasBackground;
      case 'background-allocated':
      case 'background-launched':
      case 'group-allocated':
        return backgroundWavesEnded && this.hasBackground;
      case 'background-released':
      case 'group-released':
        return isDue && backgroundWavesEnded && this.hasBackground;
      default:
        return executed.requires(kind);
    }
  }

  private get fetchesCode(): boolean {
    return this.ledgers.scenario.freedoms.instructionCacheLines > 0;
  }

  /** Whether a trace of this scenario may contain anything that would require this kind. */
  private mayRequire(kind: TransactionKind): boolean {
    const { executed, ledgers } = this;
    switch (kind) {
      case 'translation-failed':
        return ledgers.scenario.freedoms.xnackRate > 0;
      case 'exiting-id-visible':
        return factsOf(ledgers.gfx).hasWaveIds;
      case 'depth-tested':
        return ledgers.depth.hasTests;
      case 'code-line-served':
        return this.fetchesCode;
      case 'memory-performed':
      case 'memory-returned':
        return executed.mayRequire('memory-issued');
      case 'export-requested':
      case 'export-granted':
        return executed.mayRequire('exported');
      case 'sx-alloc':
      case 'sx-freed':
        return this.reservesSpace || executed.mayRequire('exported');
      case 'background-formed':
      case 'background-allocated':
      case 'background-launched':
      case 'background-released':
      case 'group-allocated':
      case 'group-released':
        return this.hasBackground;
      default:
        return !INSTRUCTION_KINDS.has(kind) || executed.mayRequire(kind);
    }
  }

  private get hasBackground(): boolean {
    return (this.ledgers.scenario.background?.works.length ?? 0) > 0;
  }

  private get hasSeenPixelWaves(): boolean {
    const { waves } = this.ledgers;
    return waves.formed.length > 0 || waves.unknownWave !== undefined;
  }

  private get reservesSpace(): boolean {
    const { gfx, draws } = this.ledgers;
    return draws.some(({ draw }) => reservesSpace(gfx, draw.registers));
  }

  /** Whether any primitive covers a pixel, ignoring early tests. Computed on first use. */
  private get isCovered(): boolean {
    this.covered ??= this.ledgers.draws.some((facts) => coversAnyPixel(this.ledgers, facts));
    return this.covered;
  }
}

function coversAnyPixel(ledgers: Ledgers, { draw, index, primitiveCount }: DrawFacts): boolean {
  const coverage = new DrawCoverage(ledgers.gfx, draw);
  let coversPixel = false;
  for (let primitive = 0; primitive < primitiveCount && !coversPixel; primitive++)
    visitExpected(ledgers, index, coverage, primitive, () => {
      coversPixel = true;
    });
  return coversPixel;
}
