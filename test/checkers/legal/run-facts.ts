import type { Scenario, Transaction, WaveFormed } from '../../../transactions/index.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';

const LINE_BYTES = 128;

/** The cycle recorded for an event that has not happened. */
export const NEVER = -1;

/** A wave's access to memory that the scenario declares as ordered. */
export interface OrderedAccess {
  readonly issued: number;
  readonly glc: boolean;
  readonly lines: ReadonlySet<number>;
  performed: number;
}

/** What happened to one pixel wave in a run. */
export class WaveFacts {
  readonly wave: number;
  readonly packer: number;
  readonly id: number;
  readonly formed: number;
  readonly didOverlap: boolean;
  readonly newest: number;
  readonly reason: WaveFormed['reason'];
  readonly quadCount: number;
  /** The wave's oldest primitive on each quad, keyed by the quad's top-left pixel. */
  readonly quads = new Map<string, number>();
  launched = NEVER;
  /** The SGPR values at launch. */
  sgprs: readonly number[] = [];
  packerWrites = 0;
  polls = 0;
  eventWaits = 0;
  /** The cycles in which the wave went to sleep. */
  readonly sleeps: number[] = [];
  /** When the wave woke up, and what woke it. */
  readonly wakes: { readonly cycle: number; readonly by: 'exit' | 'time' }[] = [];
  readonly ordered: OrderedAccess[] = [];
  /** The cycle in which the message was sent. */
  message = NEVER;
  /** The `lgkm` count when the message was sent. */
  lgkmAtMessage = 0;
  readonly exports: { readonly cycle: number; readonly target: number; readonly enabled: number }[] = [];
  /** The cycle of the last instructions reported between the event wait and the first ordered access. */
  workAfterWait = NEVER;
  exitCounted = NEVER;
  endedBy = '';

  constructor(t: WaveFormed) {
    this.wave = t.wave;
    this.packer = t.packer;
    this.id = t.id;
    this.formed = t.cycle;
    this.didOverlap = t.didOverlap;
    this.newest = t.newest;
    this.reason = t.reason;
    this.quadCount = t.quadCount;
    for (let quad = 0; quad < t.quadCount; quad++) {
      const [x, y, primitive] = t.quads.subarray(quad * QUAD_COLUMNS);
      if (!this.quads.has(`${x},${y}`)) this.quads.set(`${x},${y}`, primitive);
    }
  }

  /** Returns whether both waves have a quad at the same pixels. */
  sharesQuad(other: WaveFacts): boolean {
    return [...this.quads.keys()].some((quad) => other.quads.has(quad));
  }
}

/** What happened in a run. Waves are in formation order. */
export class RunFacts {
  readonly waves: WaveFacts[] = [];
  /** The cycles in which a packer made a new exiting id visible. */
  readonly visibleExits: { readonly cycle: number; readonly packer: number }[] = [];
  /** Whether a poll read an id older than the current exiting id. */
  sawStaleId = false;
  /** The maximum number of unfinished waves on a packer. */
  maxUnfinished = 0;
  private readonly wavesByNumber = new Map<number, WaveFacts>();
  private readonly inFlight = new Map<number, OrderedAccess>();
  private readonly unfinishedCounts: number[] = [];
  private readonly exitingIds: number[] = [];

  constructor(readonly scenario: Scenario) {}

  observe(t: Transaction): void {
    if (t.kind === 'wave-formed') this.addWave(new WaveFacts(t));
    else if (t.kind === 'exiting-id-visible') this.visibleExits.push({ cycle: t.cycle, packer: t.packer });
    else if (t.kind === 'memory-performed') this.markPerformed(t.access, t.cycle);
    else if ('wave' in t) {
      const wave = this.wavesByNumber.get(t.wave);
      if (wave !== undefined) this.record(wave, t);
    }
  }

  private addWave(wave: WaveFacts): void {
    this.waves.push(wave);
    this.wavesByNumber.set(wave.wave, wave);
    const unfinished = (this.unfinishedCounts[wave.packer] ?? 0) + 1;
    this.unfinishedCounts[wave.packer] = unfinished;
    this.maxUnfinished = Math.max(this.maxUnfinished, unfinished);
  }

  private markPerformed(access: number, cycle: number): void {
    const pending = this.inFlight.get(access);
    if (pending !== undefined) pending.performed = cycle;
    this.inFlight.delete(access);
  }

  private record(wave: WaveFacts, t: Transaction): void {
    switch (t.kind) {
      case 'wave-launched':
        wave.launched = t.cycle;
        wave.sgprs = [...t.sgprs.subarray(0, t.sgprCount)];
        break;
      case 'hwreg-written':
        if (wave.message === NEVER) wave.packerWrites++;
        break;
      case 'exiting-id-polled':
        wave.polls++;
        this.sawStaleId ||= this.exitingIds[t.packer] !== undefined && this.exitingIds[t.packer] !== t.id;
        break;
      case 'event-wait-done':
        wave.eventWaits++;
        break;
      case 'instructions-issued':
        if (wave.eventWaits > 0 && wave.ordered.length === 0) wave.workAfterWait = t.cycle;
        break;
      case 'slept':
        wave.sleeps.push(t.cycle);
        break;
      case 'woken':
        wave.wakes.push({ cycle: t.cycle, by: t.by });
        break;
      case 'memory-issued':
        this.recordAccess(wave, t);
        break;
      case 'message-sent':
        wave.message = t.cycle;
        wave.lgkmAtMessage = t.lgkm;
        break;
      case 'exported':
        wave.exports.push({ cycle: t.cycle, target: t.target, enabled: t.enabled });
        break;
      case 'section-exit':
        wave.exitCounted = t.cycle;
        this.exitingIds[wave.packer] = t.id;
        this.unfinishedCounts[wave.packer]--;
        break;
      case 'wave-ended':
        wave.endedBy = t.by;
        break;
      default:
    }
  }

  private recordAccess(wave: WaveFacts, t: Extract<Transaction, { kind: 'memory-issued' }>): void {
    const { memory, ordered } = this.scenario;
    const ranges = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
    const orderedAddresses = [...t.addresses].filter((address) =>
      ranges.some((range) => address >= range.address && address < range.address + range.bytes),
    );
    if (orderedAddresses.length === 0 || t.space === 'scalar') return;
    const lines = new Set(orderedAddresses.map((address) => Math.floor(address / LINE_BYTES)));
    const access = { issued: t.cycle, glc: t.glc, lines, performed: NEVER };
    wave.ordered.push(access);
    this.inFlight.set(t.access, access);
  }
}
