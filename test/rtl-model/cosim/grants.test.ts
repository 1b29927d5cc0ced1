import fc from 'fast-check';
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
])('a stalled %s design starts with two grants for each stallable output', (unit, outputs) => {
  const context = new DeviceContext(scene(), new ReplayChoices([]), null);
  expect([...new Grants(context, unit, 20).initialLines].sort()).toEqual(
    outputs.map((name) => `grant 0 ${name} 2`).sort(),
  );
  expect(new Grants(context, unit, undefined).initialLines).toEqual([]);
});

/** The events for an output: the design sends it, it takes effect, and the design may send another one. */
const events = fc.array(fc.constantFrom('send', 'take effect', 'grant'), { maxLength: 30 });

it('a design may only send granted outputs, and each output that takes effect allows another', () => {
  fc.assert(
    fc.property(events, fc.nat({ max: 9 }), (eventSequence, stallCycles) => {
      const context = new DeviceContext(scene(), { choose: () => stallCycles }, null);
      const grants = new Grants(context, 'exit-tracker', 9);
      let [unused, sent, dueGrants] = [2, 0, 0];
      for (const event of eventSequence) {
        if (event === 'send' && unused === 0) {
          expect(() => grants.use('exited', 'a line')).toThrow('the host has not granted another "exited"');
        } else if (event === 'send') {
          grants.use('exited', 'a line');
          unused--;
          sent++;
        } else if (event === 'take effect' && sent > 0) {
          expect(grants.nextGrant('exited')).toEqual({ name: 'exited', cycle: stallCycles });
          sent--;
          dueGrants++;
        } else if (event === 'grant' && dueGrants > 0) {
          grants.issue('exited');
          unused++;
          dueGrants--;
        }
      }
    }),
  );
});

it('a design may send any number of unlimited outputs', () => {
  const grants = new Grants(new DeviceContext(scene(), new ReplayChoices([]), null), 'overlap-to-exit', 9);
  for (const name of ['meets', 'meets', 'meets', 'numbered']) {
    grants.use(name, 'a line');
    expect(grants.nextGrant(name)).toBeUndefined();
  }
});
