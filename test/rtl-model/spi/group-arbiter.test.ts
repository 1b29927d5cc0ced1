import { describe, expect, it } from 'vitest';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { LocalMemory } from '../../../rtl-model/lds/local-memory.js';
import { CAPACITY } from '../../../rtl-model/lds/spec.js';
import { countSimds, SIMDS_PER_WGP } from '../../../rtl-model/placement.js';
import { planBackground } from '../../../rtl-model/spi/background/background-plan.js';
import { Group } from '../../../rtl-model/spi/background/group.js';
import { ResourceArbiter } from '../../../rtl-model/spi/resource-arbiter.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { ComputeWork, Freedoms } from '../../../transactions/index.js';
import { createGroupedScene } from '../../support/background-scene.js';

/** Creates an arbiter that places groups of two waves on work-group processors. */
function makeBench(changes: Partial<ComputeWork>, freedoms: Partial<Freedoms> = {}) {
  const scenario = createGroupedScene('navi21', { mode: 'wgp', ...changes }, freedoms);
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const [plan] = planBackground(context, scenario, 0);
  const arbiter = new ResourceArbiter(context, new LocalMemory(context, []));
  const placed: Group[] = [];
  const place = (): string | undefined => {
    const group = new Group(plan!, placed.length);
    for (const index of [0, 1]) {
      const wave = new Wave(index);
      wave.resetBackground(group);
      group.waves.push(wave);
    }
    const missing = arbiter.missingResource(group.waves[0]!);
    expect(group.waves.map(({ slot }) => slot)).toEqual([-1, -1]);
    if (missing !== undefined) return missing;
    arbiter.allocateGroup(group);
    placed.push(group);
    return undefined;
  };
  const fill = (): string => {
    for (;;) {
      const missing = place();
      if (missing !== undefined) return missing;
    }
  };
  const release = (group: Group): void => {
    for (const wave of group.waves) arbiter.release(wave);
  };
  const processors = countSimds(context.chip) / SIMDS_PER_WGP;
  return { arbiter, placed, place, fill, release, processors };
}

const describeLocation = ({ wgp, localFirst, barrier }: Group): string => `${wgp} ${localFirst} ${barrier}`;

describe('the group arbiter', () => {
  it("allocates LDS on a group's processor, and reuses released allocations", () => {
    const { placed, fill, release, processors } = makeBench({ localDwords: CAPACITY / 2 });
    expect(fill()).toBe('lds');
    const locations = Array.from({ length: processors }, (_, wgp) => [
      `${wgp} 0 0`,
      `${wgp} ${CAPACITY / 2} 1`,
    ]).flat();
    expect(placed.map(describeLocation).sort()).toEqual(locations.sort());
    const [first] = placed;
    release(first!);
    expect(fill()).toBe('lds');
    expect(placed).toHaveLength(locations.length + 1);
    expect(describeLocation(placed.at(-1)!)).toBe(describeLocation(first!));
  });

  it('requires scratch memory for each wave in a group', () => {
    const { placed, fill, release } = makeBench({ scratchWaves: 5, localDwords: 0 });
    expect([fill(), placed.length]).toEqual(['scratch', 2]);
    expect(placed.flatMap(({ waves }) => waves.map(({ launch }) => launch.scratchSlot))).toEqual([
      0, 1, 2, 3,
    ]);
    release(placed[0]!);
    expect([fill(), placed.length]).toEqual(['scratch', 3]);
    expect(makeBench({ scratchWaves: 1, localDwords: 0 }).fill()).toBe('scratch');
  });

  it('requires a slot for each wave in a group, and a barrier', () => {
    const { processors } = makeBench({});
    const limitedSlots = makeBench({ localDwords: 0 }, { waveSlots: SIMDS_PER_WGP * processors });
    expect([limitedSlots.fill(), limitedSlots.placed.length]).toEqual([
      'wave-slot',
      (SIMDS_PER_WGP * processors) / 2,
    ]);
    const limitedBarriers = makeBench({ localDwords: 0 }, { barriers: 1 });
    expect([limitedBarriers.fill(), limitedBarriers.placed.length]).toEqual(['barrier', processors]);
    limitedBarriers.release(limitedBarriers.placed[0]!);
    expect([limitedBarriers.fill(), limitedBarriers.placed.length]).toEqual(['barrier', processors + 1]);
  });
});
