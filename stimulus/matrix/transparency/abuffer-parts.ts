import type { Draw, Interlock } from '../../../transactions/index.js';
import { type Dialect, emitPixelIndex, setScalars } from '../../dialect/index.js';
import { pixelBuffer, plainBuffer, rawBufferDescriptor, type ScenarioMemory } from '../../kit/draws.js';
import { createFullBlock, createStrips, getBlockVertices, RECTANGLE_LIST } from '../blocks.js';
import type { CellParts, CellTarget } from '../cell.js';
import { CELL, createCellDraw, createCellProgram, emitPrimitive } from '../programs.js';

const { ancillary, coverage, offset, position, primitive } = CELL;

/** The number of slots per location. */
export const SLOTS = 4;

/** The number of fragments that a location's tail can store. */
const TAIL_SLOTS = 4;
/** The number of words per location: the count, the slots, and then the evicted fragments in eviction order. */
const LOCATION_WORDS = 16;
const FIRST_SLOT = 4;
const FIRST_TAIL = FIRST_SLOT + SLOTS;

/** The lowest bit of the depth in a fragment's key; the coverage bits are below it. */
const DEPTH_SHIFT = 8;

/** The factor that spreads fragment numbers over depths. It is odd, so no two depths are equal. */
const DEPTH_FACTOR = 37;

/** The first SGPR of the tail's descriptor. */
const TAIL_DESCRIPTOR = 24;

/**
 * Emits the interlock shader for order-independent transparency (scenarios.md 4). The shader counts each fragment and
 * puts it in a free slot. If no slot is free, the new fragment replaces the furthest one, provided it is nearer.
 * Whichever of the two loses out goes to the tail.
 *
 * @param tail the descriptor of a separate buffer for the tail, which is then stored after the section; by default, the
 * tail is stored inside the section
 */
function emitAbufferShader(scene: AbufferScene, dialect: Dialect, tail?: readonly number[]): string {
  const { wave, add, andNot, mask, exec, vcc, waitStores } = dialect;
  const [body, full, evicting] = wave === 64 ? ['s[16:17]', 's[18:19]', 's[20:21]'] : ['s16', 's18', 's20'];
  const descriptor = `s[${TAIL_DESCRIPTOR}:${TAIL_DESCRIPTOR + 3}]`;
  const tailSetup = tail && `${setScalars(TAIL_DESCRIPTOR, tail)}\n  s_mov_${mask} ${evicting}, 0`;
  const tailStore =
    tail &&
    `
  s_mov_${mask} ${exec}, ${evicting}
  ${dialect.store('v15', 'v12', { descriptor, offset: 4 * FIRST_SLOT })}
  ${waitStores}
  s_mov_${mask} ${exec}, ${body}`;
  return `
  ${emitPrimitive(dialect)}
  ${emitLocation(scene, dialect)}
  v_mul_u32_u24_e32 v9, ${DEPTH_FACTOR}, ${primitive}
  v_and_b32_e32 v9, 0xff, v9
  v_lshl_or_b32 v9, v9, ${DEPTH_SHIFT}, ${coverage}
  ${tailSetup ?? ''}
  ${dialect.entry}
  s_mov_${mask} ${body}, ${exec}
  ${scene.hasDepthTest ? emitDepthCompare(dialect) : ''}
  s_cbranch_execz empty
  ${emitRead(dialect, 'v10', offset, 0)}
  ${add} v11, 1, v10
  ${emitWrite(dialect, 'v11', offset, 0)}
  v_lshl_add_u32 v12, v10, 2, ${offset}
  s_mov_${mask} ${full}, ${exec}
  v_cmp_gt_u32_e32 ${vcc}, ${SLOTS}, v10
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  ${emitWrite(dialect, 'v9', 'v12', FIRST_SLOT)}
  ${andNot}_${mask} ${exec}, ${full}, ${exec}
  s_cbranch_execz empty
  ${emitFurthestSearch(dialect)}
  v_cmp_gt_u32_e32 ${vcc}, v13, v9
  v_cndmask_b32_e32 v15, v9, v13, ${vcc}
  s_mov_${mask} ${full}, ${exec}
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  ${emitWrite(dialect, 'v9', 'v14', FIRST_SLOT)}
  s_mov_${mask} ${exec}, ${full}
  ${tail === undefined ? emitWrite(dialect, 'v15', 'v12', FIRST_SLOT) : `s_mov_${mask} ${evicting}, ${exec}`}
empty:
  s_mov_${mask} ${exec}, ${body}
  ${waitStores}
  ${dialect.doneMessage}
  ${tailStore ?? ''}
  ${dialect.waveEnd}`;
}

/** Emits code that reads a word of a location and waits for it. */
function emitRead({ load, waitLoads }: Dialect, register: string, address: string, word: number): string {
  return `\n  ${load(register, address, { offset: 4 * word })}\n  ${waitLoads}`;
}

function emitWrite({ store }: Dialect, register: string, address: string, word: number): string {
  return store(register, address, { offset: 4 * word });
}

/** Emits code that computes the byte offset of the pixel's or the sample's location. */
function emitLocation({ interlock, samples }: AbufferScene, dialect: Dialect): string {
  const shift = 31 - Math.clz32(4 * LOCATION_WORDS);
  const sample = `
  v_bfe_u32 v7, ${ancillary}, 8, 4
  v_lshlrev_b32_e32 ${offset}, ${31 - Math.clz32(samples)}, ${offset}
  ${dialect.add} ${offset}, ${offset}, v7`;
  return `
  ${emitPixelIndex(dialect, position, offset, 'v8')}
  ${interlock.startsWith('sample') ? sample : ''}
  v_lshlrev_b32_e32 ${offset}, ${shift}, ${offset}`;
}

/** Emits the depth comparison. Only lanes whose fragment passes continue. Every fourth primitive fails in all lanes. */
function emitDepthCompare({ mask, exec, vcc }: Dialect): string {
  return `
  v_xor_b32_e32 v7, ${position}, ${primitive}
  v_and_b32_e32 v7, 1, v7
  v_cmp_eq_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  v_and_b32_e32 v7, 3, ${primitive}
  v_cmp_ne_u32_e32 ${vcc}, 0, v7
  s_and_${mask} ${exec}, ${exec}, ${vcc}`;
}

/**
 * Emits code that sets v13 to the furthest slot's key, and v14 to the location's offset plus that slot's offset
 * from the first slot.
 */
function emitFurthestSearch(dialect: Dialect): string {
  const { add, vcc } = dialect;
  const first = `${emitRead(dialect, 'v13', offset, FIRST_SLOT)}\n  v_mov_b32_e32 v14, ${offset}`;
  const others = Array.from({ length: SLOTS - 1 }, (_, i) => {
    const slot = i + 1;
    return `
  ${emitRead(dialect, 'v16', offset, FIRST_SLOT + slot)}
  ${add} v17, ${4 * slot}, ${offset}
  v_cmp_gt_u32_e32 ${vcc}, v16, v13
  v_cndmask_b32_e32 v13, v13, v16, ${vcc}
  v_cndmask_b32_e32 v14, v14, v17, ${vcc}`;
  });
  return [first, ...others].join('');
}

/** The A-buffer, at an arbitrary mapped address. */
const ABUFFER = { name: 'abuffer', address: 2 ** 32 };

/**
 * Samples whose x and y, in sixteenths of a pixel, add up to less than this are on the near side of the strip's
 * diagonal.
 */
const DIAGONAL = 16;
/** The sum of x and y for each of the four samples, in sixteenths of a pixel. */
const POSITION_SUMS = [8, 20, 12, 24];

/** The buffer for fragments blended after the section, laid out like the A-buffer, at another arbitrary address. */
const TAIL_BUFFER = { name: 'tails', address: ABUFFER.address + 2 ** 24 };

/** A fragment: its number and the samples that it covers. */
type Fragment = Readonly<Record<'number' | 'samples', number>>;

/** What an A-buffer cell draws, and how it stores fragments. */
export interface AbufferScene {
  readonly samples: Draw['samples'];
  readonly interlock: Interlock;
  readonly layers: number;
  /**
   * Whether layers are strips of two triangles, so each pixel on the diagonal gets a fragment from each triangle;
   * otherwise, a layer is one rectangle.
   */
  readonly usesStrips: boolean;
  /** Whether a depth comparison before the body rejects multiples of four, and numbers unlike the column in parity. */
  readonly hasDepthTest: boolean;
  /** Whether evicted fragments are stored in separate memory, for blending after the section. */
  readonly blendsTail?: true;
}

/**
 * Returns the parts of a cell that tests order-independent transparency. Each location counts its fragments, keeps the
 * nearest ones, and moves the others to its tail, in any order.
 */
export function createAbufferParts(target: CellTarget, scene: AbufferScene): CellParts {
  const { dialect, size } = target;
  const { samples, interlock, layers, usesStrips, hasDepthTest, blendsTail } = scene;
  const perSample = interlock.startsWith('sample');
  const perPixel = perSample ? samples : 1;
  const wordsPerPixel = LOCATION_WORDS * perPixel;
  const bytes = 4 * size * size * wordsPerPixel;
  const numbers = Array.from({ length: layers }, (_, layer) => layer + 1);
  const tail = blendsTail ? rawBufferDescriptor(dialect.gfx, TAIL_BUFFER.address, bytes) : undefined;
  const text = emitAbufferShader(scene, dialect, tail);
  const words = Array.from({ length: size * size * perPixel }, (_, location) => {
    const pixel = Math.floor(location / perPixel);
    const [x, y] = [pixel % size, Math.floor(pixel / size)];
    const fragments = numbers
      .filter((number) => !hasDepthTest || (number % 4 !== 0 && number % 2 === x % 2))
      .flatMap((number) => findFragments(scene, number, { x, y, size, sample: location % perPixel }));
    return computeLocationWords(fragments);
  }).flat();
  return {
    programs: [createCellProgram(dialect, 'abuffer', text)],
    draws: [
      createCellDraw(target, {
        interlock,
        samples,
        primitives: usesStrips
          ? createStrips(size, layers)
          : numbers.map(() => getBlockVertices(createFullBlock(size))),
        numbers: usesStrips ? numbers.flatMap((number) => [number, number]) : numbers,
        userData: [...rawBufferDescriptor(dialect.gfx, ABUFFER.address, bytes), size],
        shader: { runsPerSample: perSample },
        ...(usesStrips ? {} : { fields: RECTANGLE_LIST }),
      }),
    ],
    ...createLocations(size, wordsPerPixel, words, blendsTail === true),
  };
}

/** Creates the A-buffer, and a separate buffer for the tails if needed. Words may be in any order within a group. */
function createLocations(
  size: number,
  wordsPerPixel: number,
  words: readonly number[],
  blendsTail: boolean,
): ScenarioMemory {
  const keep = (accepts: (index: number) => boolean) => ({
    words: words.map((word, i) => (accepts(i) ? word : 0)),
    groupWords: SLOTS,
  });
  const layout = { height: size, bytesPerPixel: 4 * wordsPerPixel, bytesPerRow: 4 * size * wordsPerPixel };
  const { memory, ordered } = pixelBuffer(ABUFFER, layout, {
    expected: keep((i) => !blendsTail || !isTail(i)),
  });
  if (!blendsTail) return { memory, ordered };
  return {
    memory: [...memory, plainBuffer(TAIL_BUFFER, 4 * words.length, { expected: keep(isTail) })],
    ordered,
  };
}

/** Returns whether a word of a location is part of its tail. */
function isTail(word: number): boolean {
  return word % LOCATION_WORDS >= FIRST_TAIL;
}

/** Returns the fragments of one layer at a location: one, or one per triangle where the diagonal crosses the pixel. */
function findFragments(
  { samples, interlock, usesStrips }: AbufferScene,
  number: number,
  { x, y, size, sample }: Readonly<Record<'x' | 'y' | 'size' | 'sample', number>>,
): Fragment[] {
  if (interlock.startsWith('sample')) return [{ number, samples: samples === 1 ? 1 : 1 << sample }];
  const allSamples = (1 << samples) - 1;
  if (!usesStrips || samples === 1 || x + y !== size - 1) return [{ number, samples: allSamples }];
  const nearSamples = POSITION_SUMS.reduce((mask, sum, i) => mask | (sum < DIAGONAL ? 1 << i : 0), 0);
  return [nearSamples, allSamples & ~nearSamples].map((covered) => ({ number, samples: covered }));
}

/** Returns the words of a location: its count, slots and tail. The words of each may be in any order. */
function computeLocationWords(fragments: readonly Fragment[]): number[] {
  const keys = fragments
    .map(({ number, samples }) => (((Math.imul(number, DEPTH_FACTOR) & 0xff) << DEPTH_SHIFT) | samples) >>> 0)
    .sort((a, b) => a - b);
  const pad = (words: readonly number[], length: number): number[] =>
    Array.from({ length }, (_, i) => words[i] ?? 0);
  return [
    ...pad([keys.length], SLOTS),
    ...pad(keys.slice(0, SLOTS), FIRST_TAIL - SLOTS),
    ...pad(keys.slice(SLOTS), TAIL_SLOTS),
    ...pad([], LOCATION_WORDS - FIRST_TAIL - TAIL_SLOTS),
  ];
}
