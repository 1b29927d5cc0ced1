import fc from 'fast-check';
import { formatKnobSettings, parseKnobSettings } from '../../../harness/basics/knob-values.js';
import type { KnobValues } from '../../../transactions/index.js';
import { scenarios } from '../../transactions/support/scenarios.js';

describe('knob settings', () => {
  it('round-trip for every knob', () => {
    fc.assert(
      fc.property(scenarios, ({ freedoms }) => {
        expect(parseKnobSettings(formatKnobSettings(freedoms))).toEqual(freedoms);
      }),
    );
  });

  it('accept a single number for both ends of a range', () => {
    expect(parseKnobSettings(['loadLatency=30'])).toEqual({
      loadLatency: [30, 30],
    } satisfies Partial<KnobValues>);
  });

  it('use the last value if set twice', () => {
    expect(parseKnobSettings(['idWrap=7', 'idWrap=15'])).toEqual({ idWrap: 15 });
  });

  it.each([
    ['idWarp=7', 'Unknown knob "idWarp": did you mean idWrap?'],
    ['idWrap', 'Invalid --set "idWrap": expected knob=value'],
    ['idWrap=6', 'Invalid --set idWrap=6: expected an integer from 7 to 1023'],
    ['idWrap=1024', 'Invalid --set idWrap=1024: expected an integer from 7 to 1023'],
    ['idWrap=1e2', 'Invalid --set idWrap=1e2: expected an integer'],
    ['idWrap=', 'Invalid --set idWrap=: expected an integer'],
    ['loadLatency=9..3', 'Invalid --set loadLatency=9..3: expected lo..hi with 2 <= lo <= hi <= 2000 cycles'],
    ['loadLatency=1..3', 'Invalid --set loadLatency=1..3: expected lo..hi'],
    ['loadLatency=fast', 'Invalid --set loadLatency=fast: expected lo..hi'],
  ])('are rejected with a one-line error: %s', (setting, message) => {
    expect(() => parseKnobSettings([setting])).toThrow(message);
  });
});
