import fc from 'fast-check';
import {
  decodeScenario,
  defaultKnobs,
  encodeScenario,
  parseScenario,
  type Schedule,
  scenarioToJson,
  type Transaction,
  transactionLine,
  UsageError,
} from '../../transactions/index.js';
import { createSmallDraw, createSmallScenario, scenarios } from './support/scenarios.js';

const SOURCE = 'file.msgpack';

/** Returns the `UsageError` message for a scenario whose field at `path` has been replaced. */
function getRejection(path: readonly (string | number)[], value: unknown): string {
  const document = structuredClone(createSmallScenario()) as unknown as Record<string | number, unknown>;
  let target = document;
  for (const key of path.slice(0, -1)) target = target[key] as typeof target;
  target[path.at(-1)!] = value;
  try {
    parseScenario(document, SOURCE);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
  throw new Error('expected the scenario to be rejected');
}

/** Creates the largest valid priority schedule, overridden by the given fields. */
function pct(fields: { readonly depth?: number; readonly steps?: number }): Schedule {
  return { strategy: 'pct', seed: '0x1', depth: 100, steps: 2 ** 32, ...fields };
}

describe('a scenario file', () => {
  it('decodes the same scenario from MessagePack', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        expect(decodeScenario(encodeScenario(scenario), SOURCE)).toEqual(scenario);
      }),
    );
  });

  it('decodes the same scenario from JSON', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const bytes = new TextEncoder().encode(scenarioToJson(scenario));
        expect(decodeScenario(bytes, SOURCE)).toEqual(scenario);
      }),
    );
  });

  it('encodes to the same bytes regardless of key order', () => {
    const scenario = createSmallScenario();
    const reversed = Object.fromEntries(Object.entries(scenario).reverse()) as unknown as typeof scenario;
    expect(encodeScenario(reversed)).toEqual(encodeScenario(scenario));
  });

  it('accepts a priority schedule at its limits', () => {
    const scenario = createSmallScenario({ schedule: pct({}) });
    expect(parseScenario(scenario, SOURCE)).toEqual(scenario);
  });

  it('accepts the draw that the invalid cases modify', () => {
    const scenario = createSmallScenario({ draws: [createSmallDraw(), createSmallDraw()] });
    expect(parseScenario(scenario, SOURCE)).toEqual(scenario);
  });
});

describe('a scenario file with one invalid field', () => {
  it.each([
    [['chip'], 'navi99', 'chip is "navi99"; did you mean navi10?'],
    [['wave'], 48, 'wave is 48; expected one of 32, 64'],
    [['draws', 0, 'samples'], 3, 'draws[0].samples is 3; expected one of 1, 2, 4, 8, 16'],
    [['draws', 0, 'program'], 1, 'draws[0].program is 1; expected an index below 1'],
    [['draws', 0, 'vertices', 2], 0.5, 'draws[0].vertices[2] is 0.5; expected an integer'],
    [['draws', 0, 'vertices'], [1, 2], 'draws[0].vertices has 2 values; expected six per primitive'],
    [
      ['draws', 0, 'registers'],
      { VGT_PRIMITIVE_TYPE: 6 },
      'draws[0].registers.VGT_PRIMITIVE_TYPE.PRIM_TYPE is 6; expected one of 1, 2, 4, 17',
    ],
    [['draws', 0, 'depths'], [], 'draws[0].depths has 0 values; expected 1 (one per primitive)'],
    [['draws', 0, 'parameters'], [1], 'draws[0].parameters has length 1; expected 0'],
    [['draws', 0, 'interlock'], undefined, 'draws[0].interlock is missing; expected one of pixel-ordered'],
    [['freedoms', 'idWrap'], 7, 'freedoms.idWindow is 512; expected at most 7, the largest id (idWrap)'],
    [
      ['freedoms'],
      { ...defaultKnobs(), idWrap: 600, idStart: 601 },
      'freedoms.idStart is 601; expected at most 600, the largest id (idWrap)',
    ],
    [['freedoms', 'idWrap'], 2000, 'freedoms.idWrap is 2000; expected at most 1023'],
    [
      ['freedoms', 'loadLatency'],
      [9, 3],
      'freedoms.loadLatency is a list of 2; expected a range [low, high]',
    ],
    [
      ['programs', 0, 'name'],
      'red\u001b[31m\n',
      'programs[0].name is "red\\u001b[31m\\n"; expected a name of at most 1000 characters, without control characters',
    ],
    [['programs', 0, 'words'], [], 'programs[0].words is an empty list; expected at least 1 element'],
    [['memory', 0, 'initial'], Array(17).fill(0), 'memory[0].initial has 17 words; expected at most 16'],
    [
      ['memory', 1],
      { name: 'inner', address: 0x10003c, bytes: 4, initial: [], compare: { kind: 'ignore' } },
      'memory[1].address is 1048636, which overlaps "buffer" (64 bytes at 1048576)',
    ],
    [['memory', 0, 'compare', 'kind'], 'exact', 'memory[0].compare.kind is "exact"; expected one of bytes'],
    [['ordered', 0, 'object'], 'other', 'ordered[0].object is "other"; expected the name of a memory object'],
    [['schedule', 'seed'], '0xg', 'schedule.seed is "0xg"; expected a seed: 0x and 1 to 16 hex digits'],
    [['schedule', 'strategy'], 'luck', 'schedule.strategy is "luck"; expected one of random, pct, replay'],
    [['schedule'], pct({ depth: 101 }), 'schedule.depth is 101; expected at most 100'],
    [['schedule'], pct({ steps: 2 ** 32 + 1 }), 'schedule.steps is 4294967297; expected at most 4294967296'],
    [['faults'], ['F00'], 'faults[0] is "F00"; expected one of F'],
    [['expects'], ['ORD-99'], 'expects[0] is "ORD-99"; expected one of ORD-01, '],
    [['extra'], 1, 'unknown field "extra": '],
    [['format'], 99, 'format is 99; this version supports format '],
  ])('is rejected with a one-line error at %j', (path, value, expected) => {
    const message = getRejection(path, value);
    expect(message).toContain(expected);
    expect(message).toContain(SOURCE);
    expect(message).not.toContain('\n');
  });

  it('is rejected if the chip does not support the wave size', () => {
    expect(() => parseScenario(createSmallScenario({ chip: 'vega10', wave: 32 }), SOURCE)).toThrow(
      'wave is 32; expected 64 on vega10',
    );
  });

  it("is rejected if its memory objects exceed the model's limit", () => {
    const [object] = createSmallScenario().memory;
    const half = { ...object, bytes: 2 ** 28 };
    const memory = [half, { ...half, name: 'other', bytes: 2 ** 28 + 1 }];
    expect(() => parseScenario(createSmallScenario({ memory }), SOURCE)).toThrow(
      'memory objects total 536870913 bytes; expected at most 536870912',
    );
  });

  it('is rejected if two memory objects share a name', () => {
    const { memory } = createSmallScenario();
    expect(() => parseScenario(createSmallScenario({ memory: [...memory, ...memory] }), SOURCE)).toThrow(
      'memory[1].name is "buffer"; expected a unique name for each memory object',
    );
  });

  it('is rejected with an error naming the required version if it needs a different model version', () => {
    expect(getRejection(['model'], 99)).toMatch(
      /recorded with model version 99, .*replay it with the version that recorded it/,
    );
  });
});

it.each([
  ['malformed JSON', new TextEncoder().encode('{"format": '), 'it is malformed JSON'],
  ['noise', new Uint8Array([0xc1, 0xc1]), 'it is neither MessagePack nor a JSON object'],
  ['nothing', new Uint8Array(0), 'it is neither MessagePack nor a JSON object'],
  ['a number', new Uint8Array([7]), 'the document is 7; expected a value of type object'],
])('a file that is not a scenario is rejected if it contains %s', (_name, bytes, expected) => {
  expect(() => decodeScenario(bytes, SOURCE)).toThrow(expected);
});

it('a transaction line writes borrowed arrays as plain lists', () => {
  const transaction: Transaction = {
    kind: 'memory-performed',
    cycle: 7,
    wave: 1,
    access: 3,
    level: 'L2',
    data: new Int32Array([1, -2]),
  };
  const line = transactionLine(transaction);
  expect(line.endsWith('\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({ ...transaction, data: [1, -2] });
});
