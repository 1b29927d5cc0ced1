import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { issueLoads } from './support/loads.js';

describe('RACE-12', () => {
  const { at } = new Stream(scene());

  it('fires when a wait ends with too many accesses outstanding', () => {
    expect(listFiredRules(issueLoads(1, 1).endWait(0, at.loadWait).judge())).toContain('RACE-12');
  });

  it('does not fire when every access that was waited for has returned', () => {
    const verdict = issueLoads(0, 2).endWait(0, at.loadWait).judge();
    expect(listFiredRules(verdict)).not.toContain('RACE-12');
    expect(verdict.armed['RACE-12']).toBe(1);
  });

  it('fires when an end that is also the exit does not wait for an access (S-090)', () => {
    const endedBy = (by: 'end' | 'end-ordered') => listFiredRules(issueLoads(1, 1).end(0, by).judge());
    expect(endedBy('end-ordered')).toContain('RACE-12');
    expect(endedBy('end')).not.toContain('RACE-12');
  });

  it('does not check streams without returns', () => {
    const verdict = issueLoads(1).endWait(0, at.loadWait).judge();
    expect(listFiredRules(verdict)).not.toContain('RACE-12');
    expect(verdict.armed['RACE-12']).toBe(0);
  });
});
