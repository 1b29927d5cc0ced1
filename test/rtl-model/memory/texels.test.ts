import { expect, it } from 'vitest';
import type { Instruction, MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { Memory } from '../../../rtl-model/memory/memory.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { type MemoryIssued, setting } from '../../../transactions/index.js';
import { BUFFER, scene } from '../../checkers/support/scenes.js';

/** Issues a load by one lane, with the given number of texels if any. Returns its `memory-issued` transaction. */
function issueLoad(texelsPerLane: number | undefined): MemoryIssued {
  const issues: MemoryIssued[] = [];
  const scenario = scene();
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => {
    if (t.kind === 'memory-issued') issues.push(t);
  });
  const listener = { accessReturned: () => {}, accessFaulted: () => {} };
  const memory = new Memory(context, new AddressMap(scenario.memory), listener);
  const operation = {
    ...{ space: 'image', access: 'load', counter: 'vm', bytes: 4, dwords: 1 },
    ...(texelsPerLane === undefined ? {} : { texelsPerLane }),
    prepare: (_: unknown, request: MemoryRequest) => {
      request.lanesLo = 1;
      for (let texel = 0; texel < (texelsPerLane ?? 1); texel++)
        request.addresses[64 * texel] = BUFFER + 4 * texel;
    },
  } as unknown as MemoryOperation;
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
  memory.issue(wave, { pc: 0, memory: operation } as Instruction);
  return issues[0]!;
}

/** Returns the results of a multi-texel load for lanes 0, 2, 31, 32 and 33, by texel and then by lane. */
function gatherTexels(bytes: number, caches: 'coherent' | 'stale'): number[][] {
  const scenario = scene({ freedoms: { caches: setting('caches', caches) } });
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const map = new AddressMap(scenario.memory);
  for (let word = 0; word < 64; word++) map.words[word] = 1000 + word;
  const memory = new Memory(context, map, { accessReturned: () => {}, accessFaulted: () => {} });
  const lanes = [0, 2, 31, 32, 33];
  const results: number[][] = [];
  const operation = {
    ...{ space: 'image', access: 'load', counter: 'vm', bytes, dwords: 1, texelsPerLane: 4 },
    prepare: (_: unknown, request: MemoryRequest) => {
      request.lanesLo = 0x80000005 | 0;
      request.lanesHi = 3;
      for (let texel = 0; texel < 4; texel++)
        for (const [index, lane] of lanes.entries())
          request.addresses[64 * texel + lane] = BUFFER + 4 * (4 * index + texel);
    },
    deliver: (_: unknown, { data }: MemoryRequest) => {
      for (let texel = 0; texel < 4; texel++) results.push(lanes.map((lane) => data[64 * texel + lane]!));
    },
  } as unknown as MemoryOperation;
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
  const { index } = memory.issue(wave, { pc: 0, memory: operation } as Instruction);
  memory.perform(index);
  memory.return(index);
  return results;
}

it.each([4, 2])('each lane of a multi-texel load receives its own texels of %i bytes', (bytes) => {
  const expected = [0, 1, 2, 3].map((texel) => [0, 1, 2, 3, 4].map((index) => 1000 + 4 * index + texel));
  expect(gatherTexels(bytes, 'coherent')).toEqual(expected);
  expect(gatherTexels(bytes, 'stale')).toEqual(expected);
});

it('an access reports the number of texels per lane if there are several', () => {
  expect(issueLoad(4).texelsPerLane).toBe(4);
  expect(issueLoad(undefined)).not.toHaveProperty('texelsPerLane');
});
