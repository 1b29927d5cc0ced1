import fc from 'fast-check';
import { CHIP_NAMES, chipOf } from '../../arch/index.js';
import { pickKnobValues, pickUnorderedKnobs } from '../../stimulus/knobs.js';
import {
  defaultKnobs,
  KNOBS,
  type Knob,
  type KnobName,
  type KnobValues,
  RandomStream,
  setting,
  value,
} from '../../transactions/index.js';

const seeds = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map((seed) => `0x${seed.toString(16)}`);
const chips = fc.constantFrom(...CHIP_NAMES);

it('pickKnobValues picks every knob within its range', () => {
  fc.assert(
    fc.property(seeds, chips, (seed, chip) => {
      const freedoms = pickKnobValues(new RandomStream(seed), chipOf(chip), {});
      for (const [name, knob] of Object.entries(KNOBS)) {
        const value = freedoms[name as keyof typeof freedoms];
        const [low, high] = typeof value === 'number' ? [value, value] : value;
        expect(low, name).toBeGreaterThanOrEqual(knob.min);
        expect(high, name).toBeLessThanOrEqual(knob.max);
        expect(low, name).toBeLessThanOrEqual(high);
      }
    }),
  );
});

it('pickKnobValues stays within the limits under which a correct program stays correct (pops.md 10.1)', () => {
  fc.assert(
    fc.property(seeds, chips, (seed, chip) => {
      const freedoms = pickKnobValues(new RandomStream(seed), chipOf(chip), {});
      if (chipOf(chip).gfx === 'gfx9') expect(freedoms.idWindow).toBeLessThan(freedoms.idWrap);
      expect(freedoms.idWindow).toBeLessThanOrEqual(freedoms.idWrap);
      expect(freedoms.idStart).toBeLessThanOrEqual(freedoms.idWrap);
      expect(
        freedoms.wakeRemembered === setting('wakeRemembered', 'lost') &&
          freedoms.sleepEndless === setting('sleepEndless', 'until-wake'),
      ).toBe(false);
      expect(freedoms.packers).toBeLessThanOrEqual(chipOf(chip).packers);
    }),
    { numRuns: 500 },
  );
});

/** One of the interdependent knobs, with a fixed value. */
const fixedKnob = fc.oneof(
  fc.integer({ min: 7, max: 1023 }).map((idWrap) => ({ idWrap })),
  fc.integer({ min: 2, max: 1022 }).map((idWindow) => ({ idWindow })),
  fc.integer({ min: 0, max: 1023 }).map((idStart) => ({ idStart })),
  fc.constantFrom(0, 1).map((wakeRemembered) => ({ wakeRemembered })),
  fc.constantFrom(0, 1).map((sleepEndless) => ({ sleepEndless })),
);

it('pickKnobValues adjusts random values to fit fixed knobs, so a correct program stays correct', () => {
  fc.assert(
    fc.property(seeds, chips, fixedKnob, (seed, chip, knob) => {
      const freedoms = pickKnobValues(new RandomStream(seed), chipOf(chip), knob);
      expect(freedoms).toMatchObject(knob);
      expect(freedoms.idWindow).toBeLessThan(freedoms.idWrap);
      expect(freedoms.idStart).toBeLessThanOrEqual(freedoms.idWrap);
      expect(
        freedoms.wakeRemembered === setting('wakeRemembered', 'lost') &&
          freedoms.sleepEndless === setting('sleepEndless', 'until-wake'),
      ).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('some seeds turn features off, starve the device, or add bursts, background work or priorities', () => {
  const defaults = defaultKnobs();
  const seeds = Array.from({ length: 300 }, (_, i) => `0x${(i + 1).toString(16)}`);
  const picked = seeds.map((seed) => pickKnobValues(new RandomStream(seed), chipOf('navi21'), {}));
  const fraction = (predicate: (freedoms: KnobValues) => boolean): number =>
    picked.filter(predicate).length / picked.length;
  const isDefault = (names: readonly KnobName[]) => (freedoms: KnobValues) =>
    names.every((name) => freedoms[name] === defaults[name]);
  // If they were independent, they would all be off for one seed in 16 and one seed in 8, respectively.
  expect(
    fraction(isDefault(['falseOverlap', 'overlapReach', 'overlapEntries', 'overlapOverflow'])),
  ).toBeGreaterThan(0.17);
  expect(fraction(isDefault(['binning', 'binSize', 'batchPrimitives']))).toBeGreaterThan(0.2);
  const isStarved = ({ stagedWaves, exportSpace, taQueue }: KnobValues): boolean =>
    [stagedWaves, exportSpace, taQueue].every((size) => size === 1);
  expect(fraction(isStarved)).toBeGreaterThan(0.03);
  expect(fraction(({ latencyBurst }) => latencyBurst > 0)).toBeGreaterThan(0.1);
  expect(fraction(({ computePressure }) => computePressure > 0)).toBeGreaterThan(0.1);
  expect(fraction(({ pctDepth }) => pctDepth > 0)).toBeGreaterThan(0.06);
});

/** The sample must contain every value of a list up to this length. Longer lists are skipped. */
const MAX_LISTED = 24;

it("pickKnobValues eventually picks each knob's default and every value listed for clean tests", () => {
  const picked = Array.from({ length: 400 }, (_, i) =>
    pickKnobValues(new RandomStream(`0x${(i + 1).toString(16)}`), chipOf('navi21'), {}),
  );
  // `collisionSupply` is only picked for chips with a quirk that this one does not have.
  for (const [name, knob] of Object.entries(KNOBS) as [KnobName, Knob][]) {
    const listed = knob.kind === 'value' && name !== 'collisionSupply' ? (knob.clean ?? []) : [];
    if (listed.length > MAX_LISTED) continue;
    const pickedValues = new Set(picked.map((freedoms) => freedoms[name]));
    expect(
      [knob.default, ...listed].filter(
        (listedValue) => knob.kind === 'value' && !pickedValues.has(listedValue as number),
      ),
      name,
    ).toEqual([]);
  }
});

it('a new knob draws from its own random stream as soon as it is added to the table', () => {
  const stream = new RandomStream('0x7');
  const expected = stream.clone().nextUint32();
  const added = value(0, 9, 0, '', 'U1', 'a new knob', [3, 5]);
  const other = value(0, 9, 1, '', 'U1', 'another one', [2]);
  const pickedValues = Array.from({ length: 64 }, (_, i) => {
    const ownStream = new RandomStream(`0x${i.toString(16)}`);
    const alone = pickUnorderedKnobs(ownStream, { added });
    expect(pickUnorderedKnobs(ownStream, { other, ...KNOBS, added }).added).toBe(alone.added);
    return alone.added;
  });
  expect(new Set(pickedValues)).toEqual(new Set([undefined, 3, 5]));
  pickUnorderedKnobs(stream, { added });
  expect(stream.nextUint32()).toBe(expected);
});

it('pickKnobValues gives fixed knobs precedence over random ones', () => {
  const freedoms = pickKnobValues(new RandomStream('0x1'), chipOf('navi21'), {
    idWrap: 63,
    loadLatency: [9, 9],
  });
  expect(freedoms.idWrap).toBe(63);
  expect(freedoms.loadLatency).toEqual([9, 9]);
});
