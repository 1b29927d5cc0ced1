import { factsOf } from '../../../arch/index.js';
import type { Quiesced, TransactionKind } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { WaveNumbers } from '../basics/wave-numbers.js';
import { visitExpected } from '../facts/expected-shading.js';
import type { Ledgers } from '../facts/ledgers.js';
import { reservesSpace } from '../facts/space-reserved.js';
import { DrawCoverage } from '../geometry/draw-coverage.js';
import type { DrawFacts } from '../program/draws.js';
import { ExecutedKinds } from './executed-kinds.js';
import type { HasSeen, StreamSource } from './stream-source.js';

/** The kinds that are only required if certain instructions execute. */
const EXECUTED: ReadonlySet<TransactionKind> = new Set<TransactionKind>([
  'exiting-id-polled',
  'wait-done',
  'event-wait-done',
  'message-sent',
  'vgprs-released',
  'hwreg-written',
  'memory-issued',
  'flat-answered',
  'direct-read-served',
  'exported',
  'background-barrier-reached',
]);

/**
 * Determines which kinds are missing from another device's trace: those that never occur although other
 * transactions require them. If nothing requires a kind, it is not missing; the events that it reports just did
 * not happen.
 */
export class MissingKinds implements StreamSource {
  private readonly executed: ExecutedKinds;
  private readonly pixelWaves = new WaveNumbers(0);
  private readonly backgroundWaves = new WaveNumbers(FIRST_BACKGROUND_WAVE);
  /** Whether a pixel wave has issued instructions. */
  private pixelRan = false;
  /** Whether a pixel wave has ended. */
  private pixelEnded = false;
  /** Whether a background wave has ended. */
  private backgroundEnded = false;
  private sawOverlap = false;
  private covered: boolean | undefined;
  private waiting: Quiesced['waiting'] = [];
  readonly handlers: readonly Handlers[];

  constructor(private readonly ledgers: Ledgers) {
    this.executed = new ExecutedKinds(ledgers);
    this.handlers = [this.executed.on, this.on];
  }

  /** Whether a kind is missing from the trace. `hasFired` tells whether the rule that reads it has found anything. */
  isMissing(kind: TransactionKind, saw: HasSeen, hasFired: boolean): boolean {
    if (this.isIncomplete(kind)) return true;
    if (saw(kind)) return false;
    // These kinds depend on chance, so a stream may legally contain none. Their absence is only suspicious if a
    // rule has found something.
    if (kind === 'line-invalidated') return hasFired;
    if (kind === 'translation-failed') return hasFired && this.ledgers.scenario.freedoms.xnackRate > 0;
    if (kind === 'overlap') return hasFired && this.sawOverlap;
    if (kind === 'vgprs-released') return hasFired && this.executed.requires(kind);
    return this.isRequired(kind, saw, hasFired);
  }

  /**
   * Whether a kind has occurred without gaps so far, or is never required in this scenario. A gap that appears
   * later (a wave number that was never formed) breaks the assumption that a trace contains a kind either
   * always or never.
   */
  isSettled(kind: TransactionKind, saw: HasSeen): boolean {
    return !this.isIncomplete(kind) && (saw(kind) || !this.mayRequire(kind));
  }

  /** Returns the name of a missing kind for messages. */
  getKindName(kind: TransactionKind): string {
    if (!this.isIncomplete(kind)) return kind;
    switch (kind) {
      case 'wave-formed':
        return this.describeMissingFormation();
      case 'background-formed':
        return `${kind} of every wave (not of ${this.backgroundWaves.firstMissing})`;
      default:
        return `${kind} from the start`;
    }
  }

  /**
   * Describes the missing formation. If it was reported after other events of its wave, it is late rather than
   * missing.
   */
  private describeMissingFormation(): string {
    const { pixelWaves } = this;
    const { unknownWave } = this.ledgers.waves;
    const isLate = !pixelWaves.hasGaps && unknownWave !== undefined && pixelWaves.has(unknownWave);
    if (isLate)
      return `wave-formed before any other transaction of its wave (wave ${unknownWave} had earlier ones)`;
    return `wave-formed of every wave (not of ${pixelWaves.firstMissing ?? unknownWave})`;
  }

  /** Whether a kind occurred for only some of its waves. */
  private isIncomplete(kind: TransactionKind): boolean {
    if (kind === 'wave-formed')
      return (
        this.pixelWaves.hasGaps || (this.pixelWaves.hasAny && this.ledgers.waves.unknownWave !== undefined)
      );
    // A trace that starts with waves in flight has missed draws and primitives as well.
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
      this.pixelRan ||= t.wave < FIRST_BACKGROUND_WAVE;
    },
    'wave-ended': (t) => {
      if (t.wave < FIRST_BACKGROUND_WAVE) this.pixelEnded = true;
      else this.backgroundEnded = true;
    },
    quiesced: (t) => {
      this.waiting = t.waiting;
    },
  };

  private isRequired(kind: TransactionKind, saw: HasSeen, hasFired: boolean): boolean {
    const isStopped = saw('stopped');
    // A run that was stopped may be missing pending transactions, but a finding may be based on their absence.
    const isDue = !isStopped || hasFired;
    if (kind === 'quiesced') return !isStopped;
    if (kind === 'memory-dumped') return this.ledgers.scenario.memory.length > 0;
    if (kind === 'code-line-served') return this.fetchesCode && saw('instructions-issued');
    if (kind === 'primitive') return saw('draw-begin') && saw('draw-end');
    // If no end was reported, the run is assumed to have ended.
    const hasFinished = !isStopped && this.waiting.length === 0;
    const hasPixelWaves = this.hasSeenPixelWaves || (hasFinished && this.isCovered);
    const pixelWavesLeft = (hasFinished && hasPixelWaves) || this.pixelEnded || saw('resource-released');
    const backgroundWavesLeft = hasFinished || this.backgroundEnded || saw('background-released');
    if (!hasPixelWaves && !this.hasBackground && kind !== 'draw-end') return false;
    const { executed, ledgers } = this;
    switch (kind) {
      case 'wave-formed':
        return hasPixelWaves;
      case 'draw-end':
        return hasFinished;
      case 'instructions-issued':
        return hasFinished || saw('wave-ended');
      case 'wave-launched':
        return hasPixelWaves && (pixelWavesLeft || this.pixelRan);
      case 'wave-ended':
        return hasFinished || (isDue && saw('resource-released'));
      case 'resource-released':
      case 'section-exit':
        return isDue && pixelWavesLeft && hasPixelWaves;
      case 'exiting-id-visible':
        return isDue && saw('section-exit') && factsOf(ledgers.gfx).hasWaveIds;
      case 'memory-performed':
      case 'memory-returned':
        return isDue && saw('memory-issued');
      case 'export-requested':
        return saw('exported') || executed.requires('exported');
      case 'export-granted':
        return isDue && (saw('exported') || executed.requires('exported'));
      case 'sx-alloc':
        return saw('exported') || saw('sx-freed') || (pixelWavesLeft && this.reservesSpace);
      case 'sx-freed':
        return (
          isDue &&
          (pixelWavesLeft || (this.hasBackground && backgroundWavesLeft)) &&
          (saw('sx-alloc') || this.reservesSpace)
        );
      case 'exiting-id-polled':
        return this.sawOverlap && executed.requires(kind);
      case 'depth-tested':
        return ledgers.depth.isTesting && hasPixelWaves;
      case 'background-formed':
        return this.hasBackground;
      case 'background-allocated':
      case 'background-launched':
      case 'group-allocated':
        return backgroundWavesLeft && this.hasBackground;
      case 'background-released':
      case 'group-released':
        return isDue && backgroundWavesLeft && this.hasBackground;
      default:
        return executed.requires(kind);
    }
  }

  /** Whether code is fetched through a cache that may miss. */
  private get fetchesCode(): boolean {
    return this.ledgers.scenario.freedoms.instructionCacheLines > 0;
  }

  /** Whether a trace of this scenario may contain anything that requires a kind. */
  private mayRequire(kind: TransactionKind): boolean {
    const { executed, ledgers } = this;
    switch (kind) {
      case 'translation-failed':
        return ledgers.scenario.freedoms.xnackRate > 0;
      case 'exiting-id-visible':
        return factsOf(ledgers.gfx).hasWaveIds;
      case 'depth-tested':
        return ledgers.depth.isTesting;
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
        return !EXECUTED.has(kind) || executed.mayRequire(kind);
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
    this.covered ??= this.ledgers.draws.some((facts) => coversAnything(this.ledgers, facts));
    return this.covered;
  }
}

/** Number of vertex coordinates of a primitive. */
const COORDINATES = 6;

function coversAnything(ledgers: Ledgers, { draw, index }: DrawFacts): boolean {
  const coverage = new DrawCoverage(ledgers.gfx, draw);
  let covers = false;
  for (let primitive = 0; primitive < draw.vertices.length / COORDINATES && !covers; primitive++)
    visitExpected(ledgers, index, coverage, primitive, () => {
      covers = true;
    });
  return covers;
}
