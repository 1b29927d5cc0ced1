import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits } from '../support/stream.js';

const scenario = createSmallScenario({ chip: 'navi21' });
const load = at('memory-issued', { addresses: new Float64Array(64).fill(scenario.memory[0]!.address) });
const fault = (action: 'replay' | 'trap' | 'halt') => at('translation-failed', { pc: 0, access: 0, action });

const getHits = (...stream: Transaction[]) =>
  collectHits('translation', scenario, [at('wave-formed'), ...stream]);

describe('translation covergroup', () => {
  it('distinguishes failures before the section, inside it, and after the exit', () => {
    const { place } = getHits(fault('replay'), load, fault('replay'), at('message-sent'), fault('trap'));
    expect(place).toEqual({ 'ahead of the section': 1, 'in the section': 1, 'after the exit': 1 });
  });

  it('crosses actions with places, and ignores halts', () => {
    expect(getHits(load, fault('trap'))).toMatchObject({
      'action x place': { 'trap x in the section': 1 },
      'generation x action': { 'gfx10.3 x trap': 1 },
    });
    expect(getHits(fault('halt'))['action x place']).toBeUndefined();
  });

  it('does not record where failures occur in draws without an interlock', () => {
    const draws = scenario.draws.map((draw) => ({ ...draw, interlock: 'none' as const }));
    const unorderedHits = collectHits('translation', { ...scenario, draws }, [
      at('wave-formed'),
      fault('replay'),
    ]);
    expect(unorderedHits).toMatchObject({ action: { replay: 1 } });
    expect(unorderedHits.place).toBeUndefined();
  });
});
