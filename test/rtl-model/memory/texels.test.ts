import { expect, it } from 'vitest';
import type { Instruction, MemoryOperation, MemoryRequest } from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { Memory } from '../../../rtl-model/memory/memory.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { BUFFER, scene } from '../../checkers/support/scenes.js';

/** What memory tells of a load of one lane with this many texels; undefined: of an operation that has no texels. */
function issued(texelsPerLane: number | undefined): MemoryIssued {
  const told: MemoryIssued[] = [];
  const scenario = scene();
  const context = new DeviceContext(scenario, new ReplayChoices([]), (t) => {
    if (t.kind === 'memory-issued') told.push(t);
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
  return told[0]!;
}

it('an access tells how many texels each of its lanes has, where lanes have several', () => {
  expect(issued(4).texelsPerLane).toBe(4);
  expect(issued(undefined)).not.toHaveProperty('texelsPerLane');
});
