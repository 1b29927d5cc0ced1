import { chipOf, makeWaveState, SCALAR } from '../../../arch/index.js';
import { DeviceContext, getReceiver, indexOf, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { Memory } from '../../../rtl-model/memory/memory.js';
import { placeOf } from '../../../rtl-model/placement.js';
import { planDraws } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { decodeSource } from '../../arch/support/machine.js';
import { scene } from '../../checkers/support/scenes.js';

const PROGRAM = decodeSource('buffer_store_dword v1, off, s[0:3], 0');

/** Creates a memory with one object, and a wave whose first lane stores to the object's first word. */
function makeBench() {
  const scenario = scene();
  const context = new DeviceContext(scenario, new ReplayChoices([]), null);
  const map = new AddressMap(scenario.memory);
  const memory = new Memory(context, map, {
    accessReturned: () => undefined,
    accessFaulted: () => undefined,
  });
  const wave = new Wave(0);
  wave.reset(0, 0, planDraws(context, scenario)[0]!);
  wave.place = placeOf(chipOf(scenario.chip), 0);
  wave.state = makeWaveState(32, 16, SCALAR.CONSTANTS + PROGRAM.constants.length);
  wave.state.s.set([0x100000, 0, 0x100, 0x31016fac]);
  wave.state.s[SCALAR.EXEC_LO] = 1;
  /** Returns the number of changes counted while a store of `word` is performed and returns. */
  const countChanges = (word: number): number => {
    const before = context.changes;
    wave.state.v[32] = word;
    memory.issue(wave, PROGRAM.instructions[0]!);
    for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
      if (getReceiver(event) === UNIT.PERFORM) memory.perform(indexOf(event));
      else memory.return(indexOf(event));
    }
    return context.changes - before;
  };
  return { context, countChanges };
}

it('while a loop is being watched, counts a store as a change only if it changes a word', () => {
  const { context, countChanges } = makeBench();
  const countWatchedChanges = (word: number): number => {
    context.watchedSince = context.changes;
    return countChanges(word);
  };
  expect([countWatchedChanges(7), countWatchedChanges(7), countWatchedChanges(8)]).toEqual([1, 0, 1]);
});

it('counts every store if no loop has been watched since the last change', () => {
  const { countChanges } = makeBench();
  expect([countChanges(7), countChanges(7)]).toEqual([1, 1]);
});
