import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  COVERAGE_MODEL,
  createEmptyCoverage,
  getBinRows,
  summariseCoverage,
} from '../../../coverage/index.js';
import { readWaivers } from '../../../harness/records/waivers.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { createFilledCoverage } from '../../closure/coverage/support/filled.js';

const folder = createTempFolder();
const hash = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'exit-path')!.compiled.hash;
const waiver = {
  bins: 'exit-path/exit/combined*',
  reason: 'no such part',
  owner: 'A',
  expires: '2030-01-02',
  hash,
};

function readWaiver(changes: object, today = '2030-01-02') {
  const file = join(folder, 'waivers.json');
  writeFileSync(file, JSON.stringify([{ ...waiver, ...changes }]));
  return readWaivers(file, today);
}

describe('a waiver', () => {
  it('excludes its bins from the score and gives its reason', () => {
    const { model } = readWaiver({});
    const before = summariseCoverage(createEmptyCoverage());
    expect(summariseCoverage(createEmptyCoverage(), model).total).toBe(before.total - 1);
    const row = getBinRows(createEmptyCoverage(), model).find(
      ({ bin, item }) => item === 'exit' && bin === 'combined end',
    )!;
    expect(row).toMatchObject({ kind: 'ignore', text: 'waived: no such part' });
  });

  it('does not count bins that an earlier waiver covers', () => {
    const file = join(folder, 'two.json');
    writeFileSync(file, JSON.stringify([waiver, { ...waiver, bins: 'exit-path/exit/*' }]));
    expect(readWaivers(file, '2030-01-02').list.map(({ count }) => count)).toEqual([1, 3]);
  });

  it('is reported if a waived bin was hit', () => {
    expect(readWaiver({}).hits(createEmptyCoverage())).toEqual([]);
    expect(readWaiver({}).hits(createFilledCoverage(() => 1))).toEqual(['exit-path/exit/combined end']);
  });

  it.each([
    ['has expired', {}, '2030-01-03', /expired on 2030-01-02: ask A/],
    ['matches nothing', { bins: 'exit-path/exit/sideways' }, '2030-01-02', /matches no countable bin/],
    [
      'matches only ignored bins',
      { bins: 'exit-path/generation x exit/gfx11 has*' },
      '2030-01-02',
      /matches no countable bin/,
    ],
    ['is for a different definition', { hash: 'old' }, '2030-01-02', /set its hash to "[0-9a-f]{16}"/],
    ['waives every covergroup', { bins: '*/*/*' }, '2030-01-02', /COVERGROUP\/COVERPOINT\/BIN/],
    ['has no owner', { owner: '' }, '2030-01-02', /owner/],
    [
      'expires on a day that does not exist',
      { expires: '2030-02-31' },
      '2030-01-02',
      /a date such as 2026-12-31/,
    ],
  ])('is rejected if it %s', (_, changes, today, message) => {
    expect(() => readWaiver(changes, today)).toThrow(message);
  });
});
