import { chipOf } from '../../arch/index.js';
import { WaveNumbers } from '../../checkers/index.js';
import {
  type MemoryIssued,
  type MemoryPerformed,
  QUAD_COLUMNS,
  type Scenario,
  type Transaction,
} from '../../transactions/index.js';

/** Tracks a trace's work in progress, and reports unfinished work at its end. */
export class Completeness {
  private readonly unfinishedWaves = new Set<number>();
  /** Waves whose exit has not been counted. */
  private readonly unexitedWaves = new Set<number>();
  /** The counted ids that are not visible yet, by packer. */
  private readonly hiddenIds = new Map<number, number>();
  private readonly remainingDraws: Set<number>;
  private readonly remainingDumps: Set<string>;
  private isIdle = false;
  private isStopped = false;
  /** The number of waiters that the trace reported when the device became idle. */
  private waitingCount = 0;

  constructor(private readonly scenario: Scenario) {
    const { draws, memory } = scenario;
    this.remainingDraws = new Set(draws.keys());
    this.remainingDumps = new Set(
      memory.filter(({ compare }) => compare.kind !== 'ignore').map(({ name }) => name),
    );
  }

  observe(transaction: Transaction): void {
    switch (transaction.kind) {
      case 'wave-formed':
        this.unfinishedWaves.add(transaction.wave);
        if (this.scenario.draws[transaction.draw]!.interlock.endsWith('-ordered'))
          this.unexitedWaves.add(transaction.wave);
        break;
      case 'section-exit':
        this.unexitedWaves.delete(transaction.wave);
        this.hiddenIds.set(transaction.packer, transaction.id);
        break;
      case 'exiting-id-visible':
        if (this.hiddenIds.get(transaction.packer) === transaction.id)
          this.hiddenIds.delete(transaction.packer);
        break;
      case 'wave-ended':
        this.unfinishedWaves.delete(transaction.wave);
        break;
      case 'draw-end':
        this.remainingDraws.delete(transaction.draw);
        break;
      case 'memory-dumped':
        this.remainingDumps.delete(transaction.object);
        break;
      case 'quiesced':
        this.isIdle = true;
        this.waitingCount = transaction.waiting.length;
        break;
      case 'stopped':
        this.isStopped = true;
        break;
      default:
    }
  }

  /** Whether work of the kinds that are traced is under way: draws, waves, their exits, or ids to show. */
  isUnderWay(kinds: readonly string[]): boolean {
    const open: Readonly<Record<string, number>> = {
      'draw-end': this.remainingDraws.size,
      'wave-ended': this.unfinishedWaves.size,
      'section-exit': this.unexitedWaves.size,
      'exiting-id-visible': this.hiddenIds.size,
    };
    return kinds.some((kind) => (open[kind] ?? 0) > 0);
  }

  /** Returns why the trace lacks the end of its run, or undefined if it has it. */
  findMissingEnd(): string | undefined {
    if (this.isIdle || this.isStopped) return undefined;
    return 'it has no end of the run (no `quiesced` or `stopped` record)';
  }

  /** Returns the reasons the trace is incomplete, one sentence each. Empty if it is complete. */
  findShortfalls(): string[] {
    // If the device becomes idle with work outstanding, the trace is complete, and a HANG rule reports the hang.
    const isHung = this.isIdle && this.waitingCount > 0;
    return [
      ...(this.isStopped ? ['the run hit a budget (`stopped` record)'] : []),
      ...(this.isIdle ? [] : ['the device never becomes idle (no `quiesced` record)']),
      ...(isHung ? [] : [describeMissing('draw', this.remainingDraws, 'draw-end')]),
      ...(isHung ? [] : [describeMissing('wave', this.unfinishedWaves, 'wave-ended')]),
      describeMissing('memory object', this.remainingDumps, 'memory-dumped'),
    ].filter((text) => text !== '');
  }
}

function describeMissing(noun: string, remaining: ReadonlySet<number | string>, kind: string): string {
  const [first] = remaining;
  if (first === undefined) return '';
  const subject = remaining.size === 1 ? `${first} has` : `${first} and ${remaining.size - 1} more have`;
  return `${noun} ${subject} no \`${kind}\` record`;
}

/** The number of lanes in each of `lanesLo` and `lanesHi`. */
const LANES_PER_MASK = 32;

/** The number of lanes in both masks, which is the stride of addresses and data. */
const LANES = 2 * LANES_PER_MASK;

const WORD_BYTES = 4;

/** The maximum number of accesses to track, far more than any device has outstanding. */
const MAX_OUTSTANDING = 1 << 16;

/** An access that has been issued but is not yet complete. */
interface Access {
  readonly words: number;
  readonly isStore: boolean;
}

/** Finds contradictions between a trace's transactions and the scenario, or among the transactions. */
export class Contradictions {
  /** The cycle of the last transaction. */
  lastCycle = 0;
  private readonly formedWaves = new WaveNumbers(0);
  private readonly outstanding = new Map<number, Access>();

  /** The chip's or the scenario's packer count, whichever is larger. */
  private readonly packers: number;

  constructor(private readonly scenario: Scenario) {
    this.packers = Math.max(chipOf(scenario.chip).packers, scenario.freedoms.packers);
  }

  /** Returns the error in the next transaction, as "FIELD is ACTUAL; expected EXPECTED", or undefined if none. */
  findError(transaction: Transaction): string | undefined {
    if (transaction.cycle < this.lastCycle)
      return `cycle is ${transaction.cycle} after ${this.lastCycle}; cycles must not decrease`;
    this.lastCycle = transaction.cycle;
    const { draws, chip, wave } = this.scenario;
    if ('draw' in transaction && !(transaction.draw in draws))
      return `draw is ${transaction.draw}; expected less than ${draws.length}, the scenario's draw count`;
    if ('wave' in transaction && transaction.wave < 0)
      return `wave is ${transaction.wave}; expected 0 or more`;
    if ('packer' in transaction && (transaction.packer < -1 || transaction.packer >= this.packers))
      return `packer is ${transaction.packer}; expected less than ${this.packers}, the larger of the packer counts of ${chip} and the scenario`;
    return findShortListError(transaction, wave) ?? this.findNumberError(transaction);
  }

  private findNumberError(transaction: Transaction): string | undefined {
    switch (transaction.kind) {
      case 'wave-formed':
        if (this.formedWaves.has(transaction.wave))
          return `wave is ${transaction.wave}, which has already been formed; expected a new number`;
        this.formedWaves.record(transaction.wave);
        return undefined;
      case 'memory-issued':
        this.dropOldest();
        this.outstanding.set(transaction.access, {
          words: countWordsNeeded(transaction),
          isStore: transaction.operation === 'store',
        });
        return undefined;
      case 'memory-performed':
        return this.findShortDataError(transaction);
      default:
        return undefined;
    }
  }

  /** Bounds memory use for traces that never report the effects of accesses. */
  private dropOldest(): void {
    if (this.outstanding.size < MAX_OUTSTANDING) return;
    const [oldest] = this.outstanding.keys();
    this.outstanding.delete(oldest!);
  }

  /** Returns the error for data that is too short. Data may be absent, but missing parts would be read as zero. */
  private findShortDataError({ access, data, level }: MemoryPerformed): string | undefined {
    const known = this.outstanding.get(access);
    if (known === undefined) return undefined;
    // A store that is performed above L2 takes effect again in L2.
    if (!known.isStore || level === 'L2') this.outstanding.delete(access);
    if (data.length === 0 || data.length >= known.words) return undefined;
    return `data has length ${data.length}; expected at least ${known.words} to cover every lane of access ${access}, or an empty list`;
  }
}

function findShortListError(transaction: Transaction, lanes: number): string | undefined {
  switch (transaction.kind) {
    case 'wave-formed': {
      const { quads, quadCount } = transaction;
      return quadCount < 1 || quads.length < quadCount * QUAD_COLUMNS
        ? `quads has length ${quads.length}; expected ${QUAD_COLUMNS} for each of ${quadCount} quads`
        : undefined;
    }
    case 'overlap': {
      const { overlapped, count } = transaction;
      return count < 0 || overlapped.length < count
        ? `overlapped has length ${overlapped.length}; expected ${count}, the value of count`
        : undefined;
    }
    case 'wave-launched':
      return (
        findShortRegistersError('sgprs', transaction.sgprs, transaction.sgprCount, 1) ??
        findShortRegistersError('vgprs', transaction.vgprs, transaction.vgprCount, lanes)
      );
    case 'memory-issued':
      return findShortAddressesError(transaction);
    default:
      return undefined;
  }
}

/**
 * Returns the error if an active lane has no address, or undefined if all have one. A lane without an address would
 * appear to have been dropped by the range check.
 */
function findShortAddressesError({
  addresses,
  texelsPerLane = 1,
  lanesLo,
  lanesHi,
}: MemoryIssued): string | undefined {
  const lanes = lanesHi === 0 ? LANES_PER_MASK - Math.clz32(lanesLo) : LANES - Math.clz32(lanesHi);
  const minLength = LANES * (texelsPerLane - 1) + lanes;
  if (lanes === 0 || addresses.length >= minLength) return undefined;
  return `addresses has length ${addresses.length}; expected at least ${minLength} to cover every active lane`;
}

/**
 * Returns the length of an access's data up to the last word of its last in-range lane. Word `w` of lane `l` is at
 * `64 w + l`.
 */
function countWordsNeeded({ operation, addresses, lanesLo, lanesHi, bytes }: MemoryIssued): number {
  if (operation === 'atomic') return 0;
  for (let index = addresses.length - 1; index >= 0; index--) {
    const lane = index % LANES;
    const lanes = lane < LANES_PER_MASK ? lanesLo : lanesHi;
    if ((lanes >>> (lane % LANES_PER_MASK)) & 1 && addresses[index] >= 0)
      return index + 1 + LANES * (Math.ceil(bytes / WORD_BYTES) - 1);
  }
  return 0;
}

/** Returns an error if only some of the start values are present. The list may be empty. */
function findShortRegistersError(
  name: string,
  { length }: Int32Array,
  count: number,
  valuesPerRegister: number,
): string | undefined {
  if (count >= 0 && (length === 0 || length >= count * valuesPerRegister)) return undefined;
  return `${name} has length ${length}; expected ${valuesPerRegister} for each of ${count} registers, or an empty list`;
}
