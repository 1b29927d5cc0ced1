import type { CacheName, DecodedProgram, MemoryOperation } from '../../../arch/index.js';
import { factsOf } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';
import { InvalidatedCaches, requestsCoherence } from '../../evidence/visibility/coherence.js';
import type { Finding, Handlers, Judge, Ledgers, WaveRecord } from '../../kit.js';
import {
  formatPc,
  formatWave,
  getOrCreate,
  ignoreRepeats,
  locateUnit,
  locateWave,
  memoise,
} from '../../kit.js';
import { SiblingStores } from './sibling-stores.js';

/** The accesses to ordered memory that a rule checks for coherence bits. */
export type CheckedAccesses = 'vector-loads' | 'stores' | 'scalar-loads';

/**
 * Runs the VIS checks that do not depend on stale data. Reports each instruction whose access to ordered memory may be
 * served from a cache or leave its data in one, and names the missing bits. A load is correct without the bits if its
 * wave invalidated the caches after entering its section, or has already accessed the same words with the bits. Of
 * several stores to a word, only the last is checked (S-104). A missing bit is a bug in the program, so it is normally
 * reported as a warning. It is reported as an error if the memory is declared coherent (S-097, S-098), or if an
 * invocation reads a value stored by another sample's invocation, which is not visible without these bits
 * (`SiblingStores`). These checks run only if ordering is inferred from the code. Scenarios that declare what is
 * ordered are checked for stale caches instead.
 */
export function checkMissingBits(
  ledgers: Ledgers,
  judge: Judge,
  checkedAccesses: CheckedAccesses,
): RuleCheck {
  if (!ledgers.ordered.isInferred) return {};
  const bits = new BitChecker(ledgers, judge);
  if (checkedAccesses === 'stores')
    return { 'memory-issued': bits.checkStore, onWave: { 'section-exit': bits.checkExit } };
  return {
    'instructions-issued': bits.recordInvalidations,
    'instructions-repeated': ignoreRepeats,
    'memory-issued': checkedAccesses === 'vector-loads' ? bits.checkVectorLoad : bits.checkScalarLoad,
  };
}

const NO_BITS: readonly string[] = [];

/** The missing bits of a load with a scope narrower than device scope. */
const NO_SCOPE: readonly string[] = ['SCOPE_DEV'];

const REASONS = {
  undeclared: '',
  declared: ', and the memory is declared coherent',
  'read-from-sample': ", and reads a value stored by another sample's invocation",
} as const;

type Reason = keyof typeof REASONS;

function getReason(isCoherent: boolean): Reason {
  return isCoherent ? 'declared' : 'undeclared';
}

/** The latest store to a word, if it is missing a bit. */
interface IncompleteStore {
  readonly t: Pick<MemoryIssued, 'pc' | 'cycle'>;
  readonly missing: readonly string[];
  readonly isCoherent: boolean;
}

class BitChecker {
  private readonly caches: InvalidatedCaches;
  private readonly siblings = new SiblingStores();
  /** The coherence bits that each operation needs. */
  private readonly coherenceBits: Readonly<Record<MemoryIssued['operation'], readonly string[]>>;
  /** Addresses that each wave has written, or loaded when no cache could serve stale data. */
  private readonly freshAddresses = new WeakMap<WaveRecord, Set<number>>();
  private readonly incompleteStores = new WeakMap<WaveRecord, Map<number, IncompleteStore>>();
  /** Returns the pcs of a program's vector loads with missing bits. */
  private readonly getIncompleteLoads = memoise(({ instructions }: DecodedProgram) =>
    instructions.flatMap(({ memory, pc }) =>
      memory !== undefined && this.isIncompleteLoad(memory) ? [pc] : [],
    ),
  );
  /** The instructions and reasons that have been reported (`encodeKey`). */
  private readonly reported = new Set<number>();

  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
  ) {
    this.coherenceBits = { load: factsOf(ledgers.gfx).coherentLoad, store: ['glc'], atomic: NO_BITS };
    this.caches = new InvalidatedCaches(ledgers.gfx);
  }

  readonly recordInvalidations: NonNullable<Handlers['instructions-issued']> = (t) => {
    const wave = this.ledgers.waves.find(t.wave);
    if (wave !== undefined) this.caches.recordInstructions(wave, t);
  };

  readonly checkVectorLoad = (t: MemoryIssued): void => {
    const wave = this.findOrderedWave(t);
    if (wave === undefined || t.space === 'scalar') return;
    if (t.operation !== 'load') {
      this.siblings.record(wave, t);
      this.recordFresh(wave, t);
      return;
    }
    this.judge.armed++;
    if (!this.mayBeStale(t, wave)) {
      this.recordFresh(wave, t);
      return;
    }
    if (this.siblings.readsSiblingStore(wave, t))
      this.report(wave, t, 'load', this.findMissingBits(t), 'read-from-sample');
    if (this.wasReported(wave, t)) return;
    const addresses = listCovered(wave, t);
    if (!addresses.every((address) => this.freshAddresses.get(wave)?.has(address) === true))
      this.reportLoad(wave, t, addresses);
  };

  readonly checkScalarLoad = (t: MemoryIssued): void => {
    const wave = this.findOrderedWave(t);
    if (wave === undefined || t.space !== 'scalar') return;
    this.judge.armed++;
    if (this.mayBeStale(t, wave)) this.reportLoad(wave, t, [t.addresses[0]]);
  };

  readonly checkStore = (t: MemoryIssued): void => {
    const wave = this.findOrderedWave(t);
    if (wave === undefined || t.operation !== 'store') return;
    this.judge.armed++;
    const missing = this.findMissingBits(t);
    const canSkip = missing.length === 0 || this.wasReported(wave, t);
    const existing = this.incompleteStores.get(wave);
    if (existing === undefined && canSkip) return;
    const stores = existing ?? new Map<number, IncompleteStore>();
    for (const address of listCovered(wave, t)) {
      if (canSkip) stores.delete(address);
      else {
        const isCoherent = this.ledgers.ordered.isCoherent(address);
        stores.set(address, { t: { pc: t.pc, cycle: t.cycle }, missing, isCoherent });
      }
    }
    this.incompleteStores.set(wave, stores);
  };

  readonly checkExit = (wave: WaveRecord): void => {
    const stores = this.incompleteStores.get(wave);
    if (stores === undefined) return;
    this.incompleteStores.delete(wave);
    for (const { t, missing, isCoherent } of stores.values())
      this.report(wave, t, 'store', missing, getReason(isCoherent));
  };

  /** Returns the wave that issued an access, or undefined if the access is not ordered. */
  private findOrderedWave(t: MemoryIssued): WaveRecord | undefined {
    const access = this.ledgers.accesses.current.at(t);
    return access?.isOrdered === true ? access.wave : undefined;
  }

  /** Returns whether a cache may serve a load with data from before the wave's entry. */
  private mayBeStale(t: MemoryIssued, wave: WaveRecord): boolean {
    if (requestsCoherence(this.ledgers.gfx, t)) return false;
    return this.caches.freshSince(wave, t) < Math.max(wave.enteredCycle, 0);
  }

  private recordFresh(wave: WaveRecord, t: MemoryIssued): void {
    if (!this.hasUnreportedLoad(wave)) return;
    const addresses = getOrCreate(this.freshAddresses, wave, () => new Set<number>());
    for (const address of listCovered(wave, t)) addresses.add(address);
  }

  /**
   * Returns whether the wave's program has a vector load with missing bits that has not been reported. If not, it
   * does not matter which words the wave has already accessed.
   */
  private hasUnreportedLoad(wave: WaveRecord): boolean {
    const pcs = this.getIncompleteLoads(wave.facts.decoded);
    for (let i = 0; i < pcs.length; i++) if (!this.wasReported(wave, { pc: pcs[i] })) return true;
    return false;
  }

  /**
   * Returns whether every possible finding about an instruction has been reported, so there is nothing left to check.
   */
  private wasReported({ facts: { draw } }: WaveRecord, { pc }: Pick<MemoryIssued, 'pc'>): boolean {
    return !this.ledgers.ordered.hasCoherent && this.reported.has(encodeKey(draw.program, pc, 'undeclared'));
  }

  private isIncompleteLoad({ access, space, glc, dlc, scope = 0 }: MemoryOperation): boolean {
    if (access !== 'load' || space === 'scalar') return false;
    return !requestsCoherence(this.ledgers.gfx, { operation: access, glc, dlc, scope });
  }

  /** Returns the coherence bits, or the scope, missing from an access. */
  private findMissingBits(t: Parameters<typeof requestsCoherence>[1]): readonly string[] {
    if (requestsCoherence(this.ledgers.gfx, t)) return NO_BITS;
    if (t.scope !== undefined && t.operation === 'load') return NO_SCOPE;
    return this.coherenceBits[t.operation].filter((bit) => (bit === 'dlc' ? !t.dlc : !t.glc));
  }

  private reportLoad(wave: WaveRecord, t: MemoryIssued, addresses: readonly number[]): void {
    const isCoherent = addresses.some((address) => this.ledgers.ordered.isCoherent(address));
    const accessName = t.space === 'scalar' ? 'scalar load' : 'load';
    this.report(wave, t, accessName, this.findMissingBits(t), getReason(isCoherent));
  }

  private report(
    wave: WaveRecord,
    t: Pick<MemoryIssued, 'pc' | 'cycle'>,
    accessName: string,
    missing: readonly string[],
    reason: Reason,
  ): void {
    const key = encodeKey(wave.facts.draw.program, t.pc, reason);
    if (this.reported.has(key)) return;
    this.reported.add(key);
    if (this.judge.fires()) this.judge.report(this.describe(wave, t, accessName, missing, reason));
  }

  private describe(
    wave: WaveRecord,
    { pc, cycle }: Pick<MemoryIssued, 'pc' | 'cycle'>,
    accessName: string,
    missing: readonly string[],
    reason: Reason,
  ): Finding {
    const { ledgers } = this;
    const bits = missing.join(' and ');
    const isStore = accessName === 'store';
    const pixel = wave.lanePixels.find((candidate) => candidate >= 0);
    return {
      cycle,
      severity: reason === 'undeclared' ? 'warning' : 'error',
      unit: 'program',
      place: {
        ...locateWave(ledgers, wave, pc),
        ...(pixel === undefined ? {} : locateUnit(ledgers, pixel * ledgers.grid.unitsPerPixel)),
      },
      allowed: isStore
        ? "A wave's last store to a word of ordered memory goes to L2, where other waves can read it."
        : 'After entry, the first load of an ordered word must come from L2 or from a cache invalidated since.',
      observed: `The ${accessName} of ${formatWave(wave)} at ${formatPc(ledgers, wave, pc)} is missing ${bits}${REASONS[reason]}.`,
      steps: [],
      hint: isStore
        ? `Set ${bits}, or declare the memory coherent in the shader.`
        : `Set ${bits}, or invalidate ${listCaches(accessName)} after the entry wait (marking the memory coherent in the shader does one of these).`,
    };
  }
}

/** Encodes a program's instruction and the reason why its access must be coherent as a single number. */
function encodeKey(program: number, pc: number, reason: Reason): number {
  return (program * 2 ** 32 + pc) * 4 + Object.keys(REASONS).indexOf(reason);
}

function listCaches(accessName: string): string {
  const names: readonly CacheName[] = accessName === 'scalar load' ? ['scalar'] : ['l0', 'gl1'];
  return names.join(' and ');
}

function listCovered(wave: WaveRecord, t: MemoryIssued): number[] {
  return Array.from(iterateCoveredAddresses(wave, t), ([, address]) => address);
}
