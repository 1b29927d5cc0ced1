import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';
import { at, collectHits } from '../support/stream.js';

const scenario = createSmallScenario({ chip: 'navi21' });
const ordered = at('memory-issued', {
  addresses: new Float64Array(64).fill(scenario.memory[0]!.address),
});
const failed = (action: 'replay' | 'trap' | 'halt') => at('translation-failed', { pc: 0, access: 0, action });

const hits = (...stream: Transaction[]) =>
  collectHits('translation', scenario, [at('wave-formed'), ...stream]);

describe('translation covergroup', () => {
  it('distinguishes failures before the section, in it and after the exit', () => {
    const { place } = hits(failed('replay'), ordered, failed('replay'), at('message-sent'), failed('trap'));
    expect(place).toEqual({ 'ahead of the section': 1, 'in the section': 1, 'after the exit': 1 });
  });

  it('crosses actions with places, and ignores halts', () => {
    expect(hits(ordered, failed('trap'))).toMatchObject({
      'action x place': { 'trap x in the section': 1 },
      'generation x action': { 'gfx10.3 x trap': 1 },
    });
    expect(hits(failed('halt'))['action x place']).toBeUndefined();
  });

  it('does not sample the place of a wave whose draw has no interlock', () => {
    const draws = scenario.draws.map((draw) => ({ ...draw, interlock: 'none' as const }));
    const unordered = collectHits('translation', { ...scenario, draws }, [
      at('wave-formed'),
      failed('replay'),
    ]);
    expect(unordered).toMatchObject({ action: { replay: 1 } });
    expect(unordered.place).toBeUndefined();
  });
});
