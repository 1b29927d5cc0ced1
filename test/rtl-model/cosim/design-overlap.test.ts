import type { ChipName } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { DesignBoundary } from '../../../rtl-model/cosim/design-boundary.js';
import { DesignOverlapFormation, DesignOverlapTracker } from '../../../rtl-model/cosim/design-overlap.js';
import type { CollisionPorts } from '../../../rtl-model/db/collision.js';
import { OverlapSet } from '../../../rtl-model/db/overlap-set.js';
import type { PackerView } from '../../../rtl-model/db/packer-view.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { type Draw, QUAD_COLUMN, QUAD_COLUMNS } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const PACKER = 1;
const LINE = 'a line from the design';
const ORDERED_REGISTERS = {
  SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
  PA_SC_SHADER_CONTROL: 1 << 2,
  DB_SHADER_CONTROL: 1 << 16,
  SPI_SHADER_COL_FORMAT: 1,
};
const WIDTH = 7;

/**
 * Returns the messages that the host posts to a design for an ordered draw, and a function that creates the packer's
 * wave with a given sequence number.
 */
function createFixture(chip: ChipName, registers: Draw['registers'] = ORDERED_REGISTERS) {
  const scenario = scene({ chip, draw: { registers }, freedoms: { idWrap: 9, idStart: 7 } });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const posted: string[] = [];
  const credits = { covers: Number.POSITIVE_INFINITY };
  const boundary = {
    post: (...fields: unknown[]) => posted.push(fields.join(' ')),
    accepts: (name: 'covers', count: number) => credits[name] >= count,
  } as unknown as DesignBoundary;
  const [plan] = planDraws(context, scenario);
  const makeWave = (sequence: number): Wave =>
    Object.assign(new Wave(sequence), { sequence, packer: PACKER, plan, slot: -1 });
  return { context, boundary, posted, credits, makeWave };
}

describe('a design that detects overlap', () => {
  /** Returns the messages posted for a quad at (4, 4), and whether the host requires exactly one credit for each. */
  function postQuad(masks: [number, number], planes: 1 | 16, rate = 0, registers = ORDERED_REGISTERS) {
    const { context, boundary, posted, credits, makeWave } = createFixture('navi21', registers);
    const overlap = new DesignOverlapTracker(context, WIDTH, 12, planes, boundary);
    const quad = new Int32Array(QUAD_COLUMNS);
    quad[QUAD_COLUMN.X] = 4;
    quad[QUAD_COLUMN.Y] = 4;
    [quad[QUAD_COLUMN.MASK01], quad[QUAD_COLUMN.MASK23]] = masks;
    quad[QUAD_COLUMN.RATE] = rate;
    overlap.select(quad, 0, { rate: planes === 1 ? 0 : 2, visible: 0xffff, samples: 4 });
    const wave = makeWave(0);
    wave.overlap.layer = overlap.newLayer();
    const table = {
      addConservativeOverlap: () => undefined,
      record: () => undefined,
      overflows: () => false,
    };
    const view = { exits: { hasExited: () => false }, table } as unknown as PackerView;
    expect(overlap.collides(wave)).toBe(false);
    overlap.addToWave(wave, view, new OverlapSet(), false);
    quad[QUAD_COLUMN.PRIMITIVE] = 1;
    overlap.select(quad, 0, { rate: planes === 1 ? 0 : 2, visible: 0xffff, samples: 4 });
    expect(overlap.collides(wave)).toBe(true);
    credits.covers = posted.length;
    const hasRoom = !overlap.stalls();
    credits.covers--;
    return { posted, isCreditExact: hasRoom && overlap.stalls() };
  }

  it('receives the covered pixels of a quad, or the mask bits of each pixel', () => {
    const pixels = postQuad([0x10004, 2], 1);
    expect(pixels).toEqual({ posted: ['covers 1 4 4 65537 1'], isCreditExact: true });
    // At a rate of four bits per pixel, each bit represents every bit congruent to it modulo four.
    const bits = postQuad([0x10004, 2], 16);
    const makeMask = (bit: number): number => 0x1111 << bit;
    expect(bits.posted).toEqual([`covers 1 4 4 ${(0x11110000 | makeMask(2)) >>> 0} ${makeMask(1)}`]);
    expect(postQuad([8 << 16, 8 << 16], 16).posted).toEqual([`covers 1 4 4 ${0x88880000} ${0x88880000}`]);
  });

  it('receives each 2 by 2 block of pixels that a coarse quad covers', () => {
    // The second and fourth fragments, each 1 by 4 pixels.
    const { posted, isCreditExact } = postQuad([0xffff0000 | 0, 0x00010000], 1, 2 << 2);
    expect(posted).toEqual(['covers 1 4 4 65536 65536', 'covers 1 4 6 65536 65536', 'covers 1 4 8 65536 0']);
    expect(isCreditExact).toBe(true);
  });

  it('receives nothing for an unordered draw', () => {
    expect(postQuad([1, 1], 1, 0, { ...ORDERED_REGISTERS, DB_SHADER_CONTROL: 0 }).posted).toEqual([]);
  });
});

describe('a design that describes closed waves', () => {
  function makeFormation(chip: ChipName, layers = 0) {
    const { context, boundary, posted, makeWave } = createFixture(chip);
    const older = [0, 1, 2].map(makeWave);
    const wave = makeWave(3);
    wave.intrawaveMask = layers;
    let retries = 0;
    const formation = new DesignOverlapFormation(context, PACKER, boundary, () => retries++);
    const tracker = { waveOf: (sequence: number) => older[sequence] };
    const ports = { tracker } as unknown as CollisionPorts;
    return { formation, posted, older, wave, makeWave, ports, retries: () => retries };
  }

  it.each([0, 4])('is queried once there is room, and told if the wave has layers (mask %i)', (layers) => {
    const { formation, posted, wave, older } = makeFormation('navi21', layers);
    expect([formation.admits(wave, false), posted]).toEqual([false, []]);
    expect([formation.admits(wave, true), formation.admits(wave, true)]).toEqual([false, false]);
    expect(posted).toEqual([`completed 1 0 ${layers === 0 ? 0 : 1}`]);
    expect([formation.getBlocker(wave), formation.getBlocker(older[0])]).toEqual([
      'overlap-table',
      undefined,
    ]);
  });

  it.each<[ChipName, number, number]>([
    ['navi21', 1, 0],
    ['navi31', 1, 2],
    ['navi31', 0, 0],
  ])(
    'replaces the overlaps found by the model on %s (overlap %i), with %i dependencies',
    (chip, overlap, pending) => {
      const { formation, wave, older, ports, retries } = makeFormation(chip);
      formation.admits(wave, true);
      formation.onOverlap([0, 7], LINE);
      formation.onOverlap([0, 9], LINE);
      formation.onDescribed([0, overlap, 9], LINE);
      expect([retries(), formation.admits(wave, false)]).toEqual([1, true]);
      // The overlaps that the model found are not used.
      const overlapped = new OverlapSet();
      overlapped.add(1);
      formation.describe(wave, overlapped, ports);
      expect([overlapped.count, overlapped.oldest, overlapped.newest]).toEqual([2, 0, 2]);
      const { didOverlap, newest } = wave.overlap;
      expect({ didOverlap, newest, pending: wave.overlap.pending }).toEqual({
        didOverlap: overlap === 1,
        newest: 9,
        pending,
      });
      expect(older.map((wave) => wave.overlap.dependents.length)).toEqual([pending / 2, 0, pending / 2]);
      expect(formation.getBlocker(wave)).toBeUndefined();
      // The next wave's description is then requested as usual.
      expect(formation.admits(older[0], true)).toBe(false);
    },
  );

  it.each<[number, number, string]>([
    [1, 9, 'packer 1 is not waiting for the overlaps of closed wave 1'],
    [0, 0, 'packer 1 has no wave 0 before wave 0'],
    [0, 10, 'packer 1 has no wave 10 before wave 0'],
    [0, -1, 'packer 1 has no wave -1 before wave 0'],
    [0, 6, 'packer 1 has no wave 6 before wave 0'],
  ])('cannot report that wave %i overlaps %i', (id, older, reason) => {
    const { formation, wave } = makeFormation('navi21');
    expect(() => formation.onOverlap([0, 9], LINE)).toThrow(
      'packer 1 is not waiting for the overlaps of closed wave 0',
    );
    formation.admits(wave, true);
    expect(() => formation.onOverlap([id, older], LINE)).toThrow(reason);
  });

  it('can only report ids up to the maximum', () => {
    const { formation, makeWave } = makeFormation('navi21');
    formation.admits(makeWave(4), true);
    for (const older of [10, 11, 1])
      expect(() => formation.onOverlap([1, older], LINE)).toThrow(
        `packer 1 has no wave ${older} before wave 1`,
      );
    formation.onOverlap([1, 0], LINE);
  });

  it('can describe a wave only once, and must report a valid id as the newest', () => {
    const { formation, wave } = makeFormation('navi21');
    formation.admits(wave, true);
    for (const newest of [-1, 10])
      expect(() => formation.onDescribed([0, 1, newest], LINE)).toThrow('ids range from 0 to 9');
    formation.onDescribed([0, 1, 0], LINE);
    expect(() => formation.onDescribed([0, 1, 0], LINE)).toThrow(
      'packer 1 is not waiting for the overlaps of closed wave 0',
    );
  });
});
