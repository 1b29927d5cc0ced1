import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../../rtl-model/index.js';
import { matrixSequence } from '../../../../stimulus/index.js';
import {
  QUAD_COLUMN,
  QUAD_COLUMNS,
  type Scenario,
  type Transaction,
} from '../../../../transactions/index.js';

const corpus = openCorpus();

/** A wave with its pixels and accesses. */
export interface ObservedWave {
  readonly draw: number;
  readonly packer: number;
  readonly firstPrimitive: number;
  /** Pixels, or samples with a sample interlock. */
  readonly places: Set<number>;
  /** Addresses read and written in ordered memory. */
  readonly read: Set<number>;
  readonly written: Set<number>;
  readonly formed: number;
  /** Addresses in any memory written after its message. */
  readonly writtenAfter: Set<number>;
  launched: number;
  simd: number;
  /** Cycle of its message, or of its end if it sends none. */
  left: number;
  exited: number;
}

/** Two simultaneous waves that share a word written by at least one of them; `overlap`: they also share a packer and a place. */
export interface Meeting {
  readonly earlier: ObservedWave;
  readonly later: ObservedWave;
  readonly overlap: boolean;
}

/** A matrix test's waves, and which of them met. */
export interface Meetings {
  readonly waves: readonly ObservedWave[];
  readonly meetings: readonly Meeting[];
  /** Pixels with some but not all samples covered by some primitive. */
  readonly partial: ReadonlySet<number>;
  /** Number of atomics, counted per lane. */
  readonly atomics: number;
  /** Number of waves whose overlaps were reported conservatively. */
  readonly conservative: number;
}

/** The number of a pixel. */
export function pixelAt(x: number, y: number): number {
  return (y << 12) + x;
}

/** Runs a matrix test and returns its waves and their meetings. */
export function meetingsOf(name: string, seed: string): Meetings {
  const { draws, ...scenario } = matrixSequence(name)!.generate({ seed, corpus, knobs: {}, faults: [] });
  const isOrdered = orderedMemory(scenario);
  const waves = new Map<number, ObservedWave>();
  const partial = new Set<number>();
  let atomics = 0;
  let conservative = 0;
  runScenario({ ...scenario, draws }, (t) => {
    switch (t.kind) {
      case 'wave-formed': {
        const { samples, interlock } = draws[t.draw]!;
        const fragments = fragmentsOf(t);
        for (const { pixel, mask } of fragments) if (mask !== 2 ** samples - 1) partial.add(pixel);
        const bySample = interlock.startsWith('sample');
        waves.set(t.wave, {
          draw: t.draw,
          packer: t.packer,
          firstPrimitive: t.quads[QUAD_COLUMN.PRIMITIVE]!,
          places: new Set(fragments.flatMap((fragment) => placesOf(fragment, bySample))),
          read: new Set(),
          written: new Set(),
          writtenAfter: new Set(),
          formed: t.cycle,
          launched: Number.POSITIVE_INFINITY,
          simd: -1,
          left: Number.POSITIVE_INFINITY,
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
        if (t.kind !== 'section-exit') wave.left = Math.min(wave.left, t.cycle);
        if (t.kind !== 'message-sent') wave.exited = Math.min(wave.exited, t.cycle);
        break;
      }
      case 'memory-issued': {
        const wave = waves.get(t.wave);
        if (wave === undefined) break;
        const addresses = addressesOf(t);
        if (t.operation === 'atomic') atomics += addresses.length;
        for (const address of addresses) {
          if (isOrdered(address)) (t.operation === 'load' ? wave.read : wave.written).add(address);
          if (t.operation !== 'load' && t.cycle > wave.left) wave.writtenAfter.add(address);
        }
        break;
      }
    }
  });
  const all = [...waves.values()];
  return { waves: all, meetings: meetingsOfWaves(all), partial, atomics, conservative };
}

interface Fragment {
  readonly pixel: number;
  readonly mask: number;
}

function fragmentsOf({ quads, quadCount }: Extract<Transaction, { kind: 'wave-formed' }>): Fragment[] {
  const fragments: Fragment[] = [];
  for (let quad = 0; quad < quadCount; quad++) {
    const value = (column: number): number => quads[quad * QUAD_COLUMNS + column]!;
    for (let i = 0; i < 4; i++) {
      const mask = (value(i < 2 ? QUAD_COLUMN.MASK01 : QUAD_COLUMN.MASK23) >>> (16 * (i % 2))) & 0xffff;
      const pixel = pixelAt(value(QUAD_COLUMN.X) + (i % 2), value(QUAD_COLUMN.Y) + (i >> 1));
      if (mask !== 0) fragments.push({ pixel, mask });
    }
  }
  return fragments;
}

function placesOf({ pixel, mask }: Fragment, bySample: boolean): number[] {
  if (!bySample) return [16 * pixel];
  return Array.from({ length: 16 }, (_, sample) => sample)
    .filter((sample) => ((mask >>> sample) & 1) !== 0)
    .map((sample) => 16 * pixel + sample);
}

/** A test of whether an address is in a scenario's ordered memory. */
function orderedMemory({
  memory,
  ordered,
}: Pick<Scenario, 'memory' | 'ordered'>): (address: number) => boolean {
  const objects = memory.filter(({ name }) => ordered.some(({ object }) => object === name));
  return (at) => objects.some(({ address, bytes }) => address <= at && at < address + bytes);
}

/** Addresses of the active lanes in range; empty for the data shares, which are not in memory. */
function addressesOf({
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

function meetingsOfWaves(waves: readonly ObservedWave[]): Meeting[] {
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
        overlap: earlier.packer === later.packer && intersects(earlier.places, later.places),
      })),
  );
}

/** Whether two sets have a common value. */
export function intersects(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const value of one) if (other.has(value)) return true;
  return false;
}
