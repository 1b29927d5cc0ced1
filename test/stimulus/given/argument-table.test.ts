import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NAMED_RESOURCES } from '../../../stimulus/driver/resources.js';
import { ARGUMENTS, findArgumentRow } from '../../../stimulus/index.js';

it('the argument table has a row for every name that implies a resource', () => {
  const missing = NAMED_RESOURCES.filter(([pattern]) => !ARGUMENTS.some(({ name }) => pattern.test(name)));
  expect(missing).toEqual([]);
});

it('the argument table lists every driver argument with the register file that the driver loads it into', () => {
  const records = [...openCorpus().records('navi21', 64), ...openCorpus().records('navi31', 32)];
  const names = new Map(records.flatMap(({ abi: { args } }) => args.map(({ name, file }) => [name, file])));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter(([name, file]) => findArgumentRow(name)?.file !== file)).toEqual([]);
});

it('the argument table has exactly one row per name', () => {
  for (const { name } of ARGUMENTS)
    expect(ARGUMENTS.filter(({ pattern }) => pattern.test(name)).map((row) => row.name)).toEqual([name]);
});
