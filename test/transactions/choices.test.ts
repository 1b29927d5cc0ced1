import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKnobSettings, parseKnobSettings } from '../../base/basics/knob-values.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { findSequence } from '../../harness/selection/selection.js';
import {
  decodeScenario,
  defaultFreedoms,
  type Freedoms,
  KNOBS,
  type Knob,
  scenarioToJson,
  setting,
} from '../../transactions/index.js';

const choices = Object.entries(KNOBS as Record<string, Knob>).flatMap(([name, knob]) =>
  knob.kind === 'value' && knob.choices !== undefined ? [[name, knob.choices] as const] : [],
);
const scene = findSequence('plain_draws').generate({
  seed: '0x1',
  corpus: openCorpus(),
  knobs: {},
  faults: [],
});
const read = (document: unknown): Freedoms =>
  decodeScenario(new TextEncoder().encode(JSON.stringify(document)), 'test').freedoms;

describe('a knob whose values have names', () => {
  it('accepts a name on the command line, and is written by name', () => {
    for (const [name, names] of choices) {
      for (const [at, text] of names.entries()) {
        expect(parseKnobSettings([`${name}=${text}`])).toEqual({ [name]: at });
        expect(parseKnobSettings([`${name}=${at}`])).toEqual({ [name]: at });
        expect(formatKnobSettings({ [name]: at })).toEqual([`${name}=${text}`]);
      }
    }
    expect(choices.length).toBeGreaterThan(15);
  });

  it('refuses another name with the list of valid ones', () => {
    expect(() => parseKnobSettings(['exitAdvance=never'])).toThrow(
      'Invalid --set exitAdvance=never: expected one of message, wave-end, later',
    );
  });

  it('refuses another name with a rule for valid ones that are too many to list', () => {
    expect(() => parseKnobSettings(['exportPriority=colour-first'])).toThrow(
      'Invalid --set exportPriority=colour-first: expected position, colour, parameter, gds in any order, joined by hyphens',
    );
  });

  it('is written by name in a scenario file, and read from its number in an older one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...choices), fc.nat(), ([name, names], place) => {
        const at = place % names.length;
        const scenario = { ...scene, freedoms: { ...defaultFreedoms(), [name]: at } };
        const document = JSON.parse(scenarioToJson(scenario));
        expect(document.freedoms[name]).toBe(names[at]);
        expect(read(document)).toEqual(scenario.freedoms);
        expect(read(scenario)).toEqual(scenario.freedoms);
      }),
    );
  });

  it('has the same number for a name everywhere', () => {
    expect(setting('exitAdvance', 'wave-end')).toBe(1);
    expect(setting('caches', 'stale')).toBe(1);
    expect(defaultFreedoms().wakeRemembered).toBe(setting('wakeRemembered', 'remembered'));
  });
});

it('a scenario from a version without a knob gets its default', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(KNOBS)), (name) => {
      const { [name]: _, ...others } = { ...scene.freedoms } as Record<string, unknown>;
      const expected = { ...others, [name]: (KNOBS as Record<string, Knob>)[name]!.default };
      expect(read({ ...scene, freedoms: others })).toEqual(expected);
    }),
  );
});
