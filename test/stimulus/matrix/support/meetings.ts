import { runScenario } from '../../../../rtl-model/index.js';
import {
  QUAD_COLUMN,
  QUAD_COLUMNS,
  type Scenario,
  type Transaction,
} from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';

/** A wave with its pixels and accesses. */
export interface ObservedWave {
  readonly draw: number;
  readonly packer: number;
  readonly firstPrimitive: number;
  /** The pixels (with a sample interlock, the samples) that the wave covers. */
  readonly locations: Set<number>;
  /** The addresses in ordered memory that the wave reads. */
  readonly read: Set<number>;
  /** The addresses in ordered memory that the wave writes. */
  readonly written: Set<number>;
  readonly formed: number;
  /** The addresses in any memory that the wave writes after its message. */
  readonly writtenAfter: Set<number>;
  launched: number;
  simd: number;
  /** The cycle of the wave's message, or of its end if it sends none. */
  sectionEnd: number;
  exited: number;
}

/**
 * Two concurrent waves that access the same word, which at least one of them writes. They `overlap` if they also have a
 * packer and a pixel or sample in common.
 */
export interface Conflict {
  readonly earlier: ObservedWave;
  readonly later: ObservedWave;
  readonly overlap: boolean;
}

/** The waves of a matrix test, their conflicts and other observations. */
export interface ObservedRun {
  readonly waves: readonly ObservedWave[];
  readonly conflicts: readonly Conflict[];
  /** The pixels that any primitive covers only partially. */
  readonly partialPixels: ReadonlySet<number>;
  /** The number of atomics, counted per lane. */
  readonly atomics: number;
  /** The number of waves whose overlaps were reported conservatively. */
  readonly conservativeWaves: number;
}

/** Returns a number that identifies a pixel. */
export function getPixelKey(x: number, y: number): number {
  return (y << 12) + x;
}

/** Runs a matrix test and returns its waves and their conflicts. */
export function observeRun(name: string, seed: string): ObservedRun {
  const { draws, ...scenario } = drawScenario(name, seed);
  const isOrdered = createOrderedPredicate(scenario);
  const waves = new Map<number, ObservedWave>();
  const partial = new Set<number>();
  let atomics = 0;
  let conservative = 0;
  runScenario({ ...scenario, draws }, (t) => {
    switch (t.kind) {
      case 'wave-formed': {
        const { samples, interlock } = draws[t.draw]!;
        const fragments = listFragments(t);
        for (const { pixel, mask } of fragments) if (mask !== 2 ** samples - 1) partial.add(pixel);
        const bySample = interlock.startsWith('sample');
        waves.set(t.wave, {
          draw: t.draw,
          packer: t.packer,
          firstPrimitive: t.quads[QUAD_COLUMN.PRIMITIVE]!,
          locations: new Set(fragments.flatMap((fragment) => listLocations(fragment, bySample))),
          read: new Set(),
          written: new Set(),
          writtenAfter: new Set(),
          formed: t.cycle,
          launched: Number.POSITIVE_INFINITY,
          simd: -1,
          sectionEnd: Number.POSITIVE_INFINITY,
          exited: Number.POSITIVE_INFINITY,
        });
        break;
      }
      case 'overlap':
        if (!t.exact) conservative++;
        break;
      case 'wave-launched': {
        const wave = waves.get(t.wave);
        if (wave === undefined) break;
        wave.launched = t.cycle;
        wave.simd = t.simd;
        break;
      }
      case 'message-sent':
      case 'section-exit':
      case 'wave-ended': {
        const wave = waves.get(t.wave);
        if (wave === undefined) break;
        if (t.kind !== 'section-exit') wave.sectionEnd = Math.min(wave.sectionEnd, t.cycle);
        if (t.kind !== 'message-sent') wave.exited = Math.min(wave.exited, t.cycle);
        break;
      }
      case 'memory-issued': {
        const wave = waves.get(t.wave);
        if (wave === undefined) break;
        const addresses = listAddresses(t);
        if (t.operation === 'atomic') atomics += addresses.length;
        for (const address of addresses) {
          if (isOrdered(address)) (t.operation === 'load' ? wave.read : wave.written).add(address);
          if (t.operation !== 'load' && t.cycle > wave.sectionEnd) wave.writtenAfter.add(address);
        }
        break;
      }
    }
  });
  const observedWaves = [...waves.values()];
  return {
    waves: observedWaves,
    conflicts: findConflicts(observedWaves),
    partialPixels: partial,
    atomics,
    conservativeWaves: conservative,
  };
}

interface Fragment {
  readonly pixel: number;
  readonly mask: number;
}

function listFragments({ quads, quadCount }: Extract<Transaction, { kind: 'wave-formed' }>): Fragment[] {
  const fragments: Fragment[] = [];
  for (let quad = 0; quad < quadCount; quad++) {
    const readColumn = (column: number): number => quads[quad * QUAD_COLUMNS + column]!;
    for (let i = 0; i < 4; i++) {
      const mask = (readColumn(i < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23) >>> (16 * (i % 2))) & 0xffff;
      const pixel = getPixelKey(readColumn(QUAD_COLUMN.X) + (i % 2), readColumn(QUAD_COLUMN.Y) + (i >> 1));
      if (mask !== 0) fragments.push({ pixel, mask });
    }
  }
  return fragments;
}

function listLocations({ pixel, mask }: Fragment, bySample: boolean): number[] {
  if (!bySample) return [16 * pixel];
  return Array.from({ length: 16 }, (_, sample) => sample)
    .filter((sample) => ((mask >>> sample) & 1) !== 0)
    .map((sample) => 16 * pixel + sample);
}

/** Returns a predicate for whether an address is in a scenario's ordered memory. */
function createOrderedPredicate({
  memory,
  ordered,
}: Pick<Scenario, 'memory' | 'ordered'>): (address: number) => boolean {
  const objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
  return (accessed) =>
    objects.some(({ address, bytes }) => address <= accessed && accessed < address + bytes);
}

/** Returns the in-range addresses of the active lanes, or none for the data shares, which are not in memory. */
function listAddresses({
  space,
  addresses,
  lanesLo,
  lanesHi,
}: Extract<Transaction, { kind: 'memory-issued' }>): number[] {
  if (space === 'lds' || space === 'gds') return [];
  return [...addresses.subarray(0, 64)].filter(
    (address, lane) => address >= 0 && (((lane < 32 ? lanesLo : lanesHi) >>> (lane % 32)) & 1) !== 0,
  );
}

function findConflicts(waves: readonly ObservedWave[]): Conflict[] {
  return waves.flatMap((later, i) =>
    waves
      .slice(0, i)
      .filter(
        (earlier) =>
          later.launched < earlier.exited &&
          earlier.launched < later.exited &&
          (intersects(earlier.written, later.read) ||
            intersects(earlier.written, later.written) ||
            intersects(earlier.read, later.written)),
      )
      .map((earlier) => ({
        earlier,
        later,
        overlap: earlier.packer === later.packer && intersects(earlier.locations, later.locations),
      })),
  );
}

/** Returns whether two sets have a value in common. */
export function intersects(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const value of a) if (b.has(value)) return true;
  return false;
}
