import { expect, it } from 'vitest';
import { DeviceContext } from '../../../rtl-model/context.js';
import { Grants } from '../../../rtl-model/cosim/grants.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { DesignUnit } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

it.each<[DesignUnit, string[]]>([
  ['exit-tracker', ['exited', 'visible']],
  ['overlap-to-exit', ['exited', 'visible', 'described']],
  ['packer-to-launch', ['numbered', 'offered']],
])('a design of %s that is held off may first send two of each output that can wait', (unit, outputs) => {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  expect([...new Grants(context, unit, 20).firstLines].sort()).toEqual(
    outputs.map((name) => `grant 0 ${name} 2`).sort(),
  );
  expect(new Grants(context, unit, undefined).firstLines).toEqual([]);
});
