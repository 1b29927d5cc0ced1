import fc from 'fast-check';
import { formatKnobSettings, parseKnobSettings } from '../../harness/basics/knob-values.js';
import {
  decodeScenario,
  defaultKnobs,
  KNOBS,
  type Knob,
  type KnobValues,
  scenarioToJson,
  setting,
} from '../../transactions/index.js';
import { drawScenario } from '../support/drawn-scenario.js';

const choices = Object.entries(KNOBS as Record<string, Knob>).flatMap(([name, knob]) =>
  knob.kind === 'value' && knob.choices !== undefined ? [[name, knob.choices] as const] : [],
);
const scene = drawScenario('plain_draws', '0x1');
const readKnobs = (document: unknown): KnobValues =>
  decodeScenario(new TextEncoder().encode(JSON.stringify(document)), 'test').freedoms;

describe('a knob with named values', () => {
  it('accepts a name or a number on the command line, and is formatted by name', () => {
    for (const [name, names] of choices) {
      for (const [index, text] of names.entries()) {
        expect(parseKnobSettings([`${name}=${text}`])).toEqual({ [name]: index });
        expect(parseKnobSettings([`${name}=${index}`])).toEqual({ [name]: index });
        expect(formatKnobSettings({ [name]: index })).toEqual([`${name}=${text}`]);
      }
    }
    expect(choices.length).toBeGreaterThan(15);
  });

  it('rejects any other name and lists the valid ones', () => {
    expect(() => parseKnobSettings(['exitAdvance=never'])).toThrow(
      'Invalid --set exitAdvance=never: expected one of message, wave-end, later',
    );
  });

  it('rejects any other name and describes the valid ones if there are too many to list', () => {
    expect(() => parseKnobSettings(['exportPriority=colour-first'])).toThrow(
      'Invalid --set exportPriority=colour-first: expected position, colour, parameter, gds in any order, joined by hyphens',
    );
  });

  it('is written by name in scenario files, and read by number from older ones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...choices), fc.nat(), ([name, names], number) => {
        const index = number % names.length;
        const scenario = { ...scene, freedoms: { ...defaultKnobs(), [name]: index } };
        const document = JSON.parse(scenarioToJson(scenario));
        expect(document.freedoms[name]).toBe(names[index]);
        expect(readKnobs(document)).toEqual(scenario.freedoms);
        expect(readKnobs(scenario)).toEqual(scenario.freedoms);
      }),
    );
  });

  it('maps each name to the same number everywhere', () => {
    expect(setting('exitAdvance', 'wave-end')).toBe(1);
    expect(setting('caches', 'stale')).toBe(1);
    expect(defaultKnobs().wakeRemembered).toBe(setting('wakeRemembered', 'remembered'));
  });
});

it('a knob missing from an older scenario gets its default value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(KNOBS)), (name) => {
      const { [name]: _, ...others } = { ...scene.freedoms } as Record<string, unknown>;
      const expected = { ...others, [name]: (KNOBS as Record<string, Knob>)[name]!.default };
      expect(readKnobs({ ...scene, freedoms: others })).toEqual(expected);
    }),
  );
});
