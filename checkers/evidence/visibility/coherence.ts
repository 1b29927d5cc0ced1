import type { CacheName, DecodedProgram, Gfx } from '../../../arch/index.js';
import { factsOf, MIN_BYPASS_SCOPE, SCOPES } from '../../../arch/index.js';
import type { InstructionsIssued, MemoryIssued } from '../../../transactions/index.js';
import { getOrCreate, memoise } from '../basics/default-map.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { getInstructionAt } from '../program/programs.js';

/** The path by which memory is accessed. The same bytes can have several bindings (S-107). */
export type Binding = 'vector' | 'image' | 'scalar';

/** Returns the binding of an access. */
export function getBinding({ space }: Pick<MemoryIssued, 'space'>): Binding {
  return space === 'image' || space === 'scalar' ? space : 'vector';
}

/**
 * Whether an access has the coherence bits that its generation requires (pops.md 6). Loads need GLC and, on GFX10, also
 * DLC; on GFX12 they need device scope or wider. Stores need GLC where a whole line may stay in L0; elsewhere they are
 * complete only in L2. Atomics are always performed in L2.
 */
export function requestsCoherence(
  gfx: Gfx,
  { operation, glc, dlc, scope = 0 }: Pick<MemoryIssued, 'operation' | 'glc' | 'dlc' | 'scope'>,
): boolean {
  if (operation === 'atomic') return true;
  const { coherentLoad, coherentScope, wholeLinesStayInL0 } = factsOf(gfx);
  if (operation === 'store') return glc || !wholeLinesStayInL0;
  if (coherentScope !== undefined) return scope >= SCOPES.indexOf(coherentScope);
  return (glc || !coherentLoad.includes('glc')) && (dlc || !coherentLoad.includes('dlc'));
}

/**
 * Whether an access passes its nearest cache (L0 or the scalar cache) and GL1: an atomic passes both, and a load those
 * that its coherence bits bypass (S-100, S-102). GFX9 and GFX12 have no GL1 that keeps lines.
 */
export function getBypassedCaches(
  gfx: Gfx,
  { operation, glc, dlc, scope }: Pick<MemoryIssued, 'operation' | 'glc' | 'dlc' | 'scope'>,
): { readonly nearest: boolean; readonly gl1: boolean } {
  if (operation !== 'load') return operation === 'atomic' ? BOTH : NEITHER;
  const { gl1Bit, hasGl1 } = factsOf(gfx);
  const nearest = scope === undefined ? glc : scope >= MIN_BYPASS_SCOPE;
  return { nearest, gl1: !hasGl1 || (gl1Bit === 'glc' ? glc : dlc) };
}

const BOTH = { nearest: true, gl1: true };
const NEITHER = { nearest: false, gl1: false };

const NEVER = -1;

/** Tracks when each wave last invalidated its caches, based on the instructions that it issued. */
export class InvalidatedCaches {
  private readonly cycles = new WeakMap<WaveRecord, Map<CacheName, number>>();

  constructor(private readonly gfx: Gfx) {}

  /** Records which caches are invalidated by instructions `first` to `last` of a wave. */
  recordInstructions(wave: WaveRecord, { first, last, cycle }: InstructionsIssued): void {
    const program = wave.facts.decoded;
    if (!invalidatesCaches(program)) return;
    const from = getInstructionAt(program, first)?.index ?? 0;
    const to = getInstructionAt(program, last)?.index ?? -1;
    for (let i = from; i <= to; i++)
      for (const cache of program.instructions[i].invalidates ?? []) this.record(wave, cache, cycle);
  }

  /**
   * Returns the earliest cycle from which the load's caches can hold data: Infinity if the load bypasses all caches; -1
   * for stores and atomics, or if the wave has not invalidated them all in the right order. On GFX10 and later, GL1 is
   * between the other caches and L2 (P-008), so if GL1 was invalidated after them, they may have been refilled with
   * older data.
   */
  freshSince(wave: WaveRecord, t: MemoryIssued): number {
    const cycles = this.cycles.get(wave);
    if (cycles === undefined || t.operation !== 'load') return NEVER;
    const { nearest, gl1 } = getBypassedCaches(this.gfx, t);
    const firstCycle = nearest ? Infinity : (cycles.get(t.space === 'scalar' ? 'scalar' : 'l0') ?? NEVER);
    if (gl1) return firstCycle;
    const gl1Cycle = cycles.get('gl1') ?? NEVER;
    return gl1Cycle <= firstCycle ? gl1Cycle : NEVER;
  }

  private record(wave: WaveRecord, cache: CacheName, cycle: number): void {
    getOrCreate(this.cycles, wave, () => new Map<CacheName, number>()).set(cache, cycle);
  }
}

const invalidatesCaches = memoise(({ instructions }: DecodedProgram) =>
  instructions.some(({ invalidates }) => invalidates !== undefined),
);
