import { expect, it } from 'vitest';
import { chipOf } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { countSimds, SIMDS_PER_WGP } from '../../../rtl-model/placement.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { ResourceArbiter } from '../../../rtl-model/spi/resource-arbiter.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { Freedoms } from '../../../transactions/index.js';
import { buildScene, getTransactions, type SceneChanges } from '../support/run-program.js';

/** Returns the resources whose shortage caused launches to be refused. All waves hold theirs for a long time. */
function findShortages(freedoms: Partial<Freedoms>, draws = 40, changes: SceneChanges = {}): Set<string> {
  const scene = buildScene('s_sleep 127\ns_endpgm', {
    draws,
    // The smallest VGPR allocation, 16 rows on navi21.
    registers: { SPI_SHADER_PGM_RSRC1_PS: 0 },
    freedoms: { packers: 1, exportSpace: 256, ...freedoms },
    ...changes,
  });
  const refused = getTransactions(scene, 'launch-refused');
  // A wave is reported as refused once, no matter how often it is checked.
  expect(new Set(refused.map(({ wave }) => wave)).size).toBe(refused.length);
  return new Set(refused.map(({ resource }) => resource));
}

const SIMDS = countSimds(chipOf('navi21'));

it('reports a lack of wave slots when all slots are taken', () => {
  expect(findShortages({ waveSlots: 1 })).toEqual(new Set(['wave-slot']));
  expect(findShortages({ waveSlots: SIMDS })).toEqual(new Set(['wave-slot']));
});

it('a SIMD has sixteen slots, regardless of the waveSlots setting (P-036)', () => {
  const manySlots = { waveSlots: 1024, stagedWaves: 64, primitivesPerWave: 1 };
  expect(findShortages(manySlots, 16 * SIMDS)).toEqual(new Set());
  expect(findShortages(manySlots, 16 * SIMDS + 40)).toEqual(new Set(['wave-slot']));
});

it('reports a register shortage if any SIMD has a free slot, whatever the others lack', () => {
  // One wave fills the registers of a SIMD. All SIMDs have a slot, and one has a second slot.
  expect(findShortages({ waveSlots: SIMDS + 1, registerRows: 16 })).toEqual(new Set(['vgpr']));
  expect(findShortages({ waveSlots: 2 * SIMDS, registerRows: 16 })).toEqual(new Set(['vgpr']));
});

it('reports a shortage of SGPRs when the shared pool is exhausted, even if slots are free', () => {
  // Each wave takes 112 of a SIMD's 800 SGPRs, so seven waves fit, but not eight.
  const changes = { chip: 'vega10', registers: { SPI_SHADER_PGM_RSRC1_PS: 13 << 6 } } as const;
  const manySlots = { stagedWaves: 64, waveSlots: 1024, primitivesPerWave: 1 };
  const simds = countSimds(chipOf('vega10'));
  expect(findShortages(manySlots, 7 * simds, changes)).toEqual(new Set());
  expect(findShortages(manySlots, 7 * simds + 20, changes)).toEqual(new Set(['sgpr']));
});

it('reports a shortage of scratch memory when all the slots allowed by SPI_TMPRING_SIZE are in use', () => {
  const withScratch = (waves: number) => ({
    registers: { SPI_SHADER_PGM_RSRC2_PS: 1, SPI_TMPRING_SIZE: (1 << 12) | waves },
  });
  expect(findShortages({}, 10, withScratch(4))).toEqual(new Set(['scratch']));
  expect(findShortages({}, 10, withScratch(10))).toEqual(new Set());
});

it('offers every SIMD with room for a wave as an alternative', () => {
  const scenario = buildScene('s_endpgm', { freedoms: { waveSlots: SIMDS } });
  const alternatives: number[] = [];
  const context = new DeviceContext(scenario, { choose: (_, n) => alternatives.push(n) * 0 }, null);
  const plans = planDraws(context, scenario);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, plans));
  const chosenSimds = new Set<number>();
  for (let number = 0; number < SIMDS; number++) {
    const wave = new Wave(number);
    wave.reset(0, number, plans[0]!);
    expect(arbiter.missingResource(wave)).toBeUndefined();
    arbiter.allocate(wave);
    chosenSimds.add(wave.place.simd);
  }
  expect(alternatives).toEqual(Array.from({ length: SIMDS }, (_, taken) => SIMDS - taken));
  expect(chosenSimds.size).toBe(SIMDS);
});

it.each([
  ['on the first SIMD when events are timed', { strategy: 'replay', choices: [] }, [0, 0, 0, 0]],
  ['on a separate processor when events are untimed', { strategy: 'order', choices: [] }, [0, 1, 2, 3]],
] as const)('places each wave %s, if the first alternative is always chosen', (_, schedule, expected) => {
  const scenario = { ...buildScene('s_endpgm'), schedule };
  const context = new DeviceContext(scenario, { choose: () => 0 }, null);
  const plans = planDraws(context, scenario);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, plans));
  const simds = expected.map((_, number) => {
    const wave = Object.assign(new Wave(number), { number });
    wave.reset(0, number, plans[0]!);
    const home = arbiter.findHomeProcessor(wave);
    arbiter.allocate(wave);
    expect(home).toBe(Math.floor(wave.place.simd / SIMDS_PER_WGP));
    return wave.place.simd;
  });
  expect(simds).toEqual(expected.map((processor) => processor * SIMDS_PER_WGP));
});
