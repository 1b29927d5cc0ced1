import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';
import { issueLoads, QUAD } from './support/loads.js';

describe('RACE-06', () => {
  it('fires for the 64th outstanding vector load', () => {
    expect(listFiredRules(issueLoads(64).judge())).toContain('RACE-06');
  });

  it('does not fire for 63 outstanding vector loads, no matter how many have returned', () => {
    const verdict = issueLoads(63, 20).judge();
    expect(listFiredRules(verdict)).not.toContain('RACE-06');
    expect(verdict.armed['RACE-06']).toBe(83);
  });

  it('fires for the eighth outstanding export, once the stream says when exports end', () => {
    const requestExports = (count: number): Stream => {
      const stream = new Stream(scene()).form([QUAD]);
      const { at } = stream;
      const place = { wave: 0, pc: at.store, type: 'colour', index: 0 } as const;
      const request = () => stream.add({ kind: 'export-requested', cycle: stream.cycle + 1, ...place });
      request();
      stream.add({
        ...{ kind: 'export-granted', cycle: stream.cycle + 1, ...place, target: 0, enabled: 0 },
        ...{ compressed: false, lanesLo: 0, lanesHi: 0, data: new Int32Array() },
      });
      for (let i = 0; i < count; i++) request();
      return stream;
    };
    expect(listFiredRules(requestExports(8).judge())).toContain('RACE-06');
    expect(listFiredRules(requestExports(7).judge())).not.toContain('RACE-06');
  });
});
