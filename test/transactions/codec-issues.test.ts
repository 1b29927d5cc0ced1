import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { MODEL_VERSION, parseScenario } from '../../transactions/index.js';

const file = join(findPackageRoot(), 'docs', 'examples', 'trace', 'scenario.json');
const optional = {
  model: MODEL_VERSION,
  schedule: { strategy: 'random', seed: '0x1' },
  faults: [],
  expects: [],
};
const clean = { ...JSON.parse(readFileSync(file, 'utf8')), ...optional };
const [draw] = clean.draws;

it('lists every error of a scenario with its place and the nearest word', () => {
  const draws = [
    { ...draw, interlock: 'pixel-orderd', widht: 2, heigth: 2 },
    { ...draw, samples: 3 },
  ];
  expect(() => parseScenario({ ...clean, draws, wave: 48 }, 'a.json')).toThrow(
    `Invalid scenario a.json: ${[
      '5 errors',
      'wave is 48; expected one of 32, 64',
      'draws[0].interlock is "pixel-orderd"; did you mean pixel-ordered?',
      'unknown field "widht" in draws[0]: did you mean width?',
      'unknown field "heigth" in draws[0]: did you mean height?',
      'draws[1].samples is 3; expected one of 1, 2, 4, 8, 16',
    ].join('; ')}`,
  );
});

it('counts the errors after the tenth', () => {
  const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`zzzzzzz${index}`, 0]));
  expect(() => parseScenario({ ...clean, ...unknown }, 'a.json')).toThrow(/"zzzzzzz9".*; 2 more$/);
});

it('lists every field that contradicts another', () => {
  const draws = [
    { ...draw, program: 7, depths: [] },
    { ...draw, parameters: [1] },
  ];
  const ordered = [{ object: 'other', layout: { kind: 'whole' } }];
  const freedoms = { ...clean.freedoms, idWrap: 7 };
  expect(() => parseScenario({ ...clean, draws, ordered, freedoms }, 'a.json')).toThrow(
    `Invalid scenario a.json: ${[
      '5 errors',
      'freedoms.idWindow is 512; expected at most 7, the largest id (idWrap)',
      'draws[0].program is 7; expected an index below 1, the number of programs',
      `draws[0].depths has 0 values; expected ${draw.depths.length} (one per primitive)`,
      `draws[1].parameters has length 1; expected ${draw.parameters.length} for its primitives and attributes`,
      'ordered[0].object is "other"; expected the name of a memory object',
    ].join('; ')}`,
  );
});

it('names the nearest register for one that no generation has', () => {
  const parse = (name: string) => {
    const draws = [
      { ...clean.draws[0]!, registers: { SPI_PS_INPUT_CNTL_31: 0, DB_DFSM_CONTROL: 0, [name]: 1 } },
    ];
    return () => parseScenario({ ...clean, draws }, 'a.json');
  };
  expect(parse('GE_VRS_RATE')).not.toThrow();
  expect(parse('DB_SHADER_CONTORL')).toThrow(
    'Invalid scenario a.json: draws[0].registers contains "DB_SHADER_CONTORL"; the nearest register is DB_SHADER_CONTROL',
  );
  expect(parse('CLOCKS')).toThrow(
    'draws[0].registers contains "CLOCKS"; expected a register that a rule reads',
  );
});
