import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPinnedSuite, readPinnedSuite } from '../../../closure/rank/pinned-suite.js';
import { deriveTestSeed, readSeed } from '../../../harness/basics/seeds.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const file = join(createTempFolder(), 'suite.json');
const SUITE = { suite: 'smoke', seed: '0x1', chips: ['navi21'], knobs: ['storeLatency=5'], faults: ['F46'] };

function writeSuite(pinned: readonly string[], extraFields: object = {}): string {
  writeFileSync(file, JSON.stringify({ ...SUITE, pinned, ...extraFields }));
  return file;
}

it('a pinned suite contains the listed tests, with test seeds derived from their root seeds', () => {
  const { tests, overrides } = readPinnedSuite(writeSuite(['rmw_buffer.3@0x5eed', 'rmw_buffer.3@0x1']));
  expect(tests.map(({ seed }) => seed)).toEqual(
    ['0x5eed', '0x1'].map((root) => deriveTestSeed(readSeed(root), 'rmw_buffer', 3)),
  );
  expect(overrides).toEqual({ chips: ['navi21'], knobs: { storeLatency: [5, 5] }, faults: ['F46'] });
  expect([isPinnedSuite(file), isPinnedSuite('smoke')]).toEqual([true, false]);
});

it('a pinned suite records what its tests cover and kill', () => {
  const pinned = ['rmw_buffer.3@0x5eed', 'rmw_buffer.3@0x1'];
  const { tests, ranked } = readPinnedSuite(
    writeSuite(pinned, { ranked: { bins: 7, kills: { F46: pinned[1] } } }),
  );
  expect(ranked).toEqual({ bins: 7, kills: [{ fault: 'F46', by: tests[1] }] });
});

it.each([
  [
    'a kill by an unlisted test',
    ['rmw_buffer.3@0x5eed'],
    { ranked: { bins: 7, kills: { F46: 'rmw_buffer.4@0x5eed' } } },
    /ranked.kills.F46 is "rmw_buffer.4@0x5eed"; expected one of the tests in pinned$/,
  ],
  [
    'a kill of an unknown fault',
    ['rmw_buffer.3@0x5eed'],
    { ranked: { bins: 7, kills: { F4: 'rmw_buffer.3@0x5eed' } } },
    /ranked/,
  ],
  [
    'a test without its root seed',
    ['rmw_buffer.3'],
    {},
    /pinned\[0\] is "rmw_buffer.3"; expected a test with/,
  ],
  ['an unknown test', ['rmw_bufer.3@0x1'], {}, /Unknown test "rmw_bufer": did you mean rmw_buffer\?$/],
  ['a duplicate test', ['rmw_buffer.3@0x1', 'rmw_buffer.3@0x01'], {}, /"rmw_buffer.3@0x1" is listed twice/],
  ['an unknown suite', ['rmw_buffer.3@0x1'], { suite: 'smok' }, /did you mean smoke\?$/],
  ['a knob without a value', ['rmw_buffer.3@0x1'], { knobs: ['storeLatency'] }, /storeLatency/],
])(
  'a pinned suite with %s is rejected with a message that names the file',
  (_, pinned, extraFields, message) => {
    const prefix = `Invalid suite file ${writeSuite(pinned, extraFields)}: `;
    expect(() => readPinnedSuite(file)).toThrow(prefix);
    expect(() => readPinnedSuite(file)).toThrow(message);
  },
);
