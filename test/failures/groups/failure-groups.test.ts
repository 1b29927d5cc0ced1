import fc from 'fast-check';
import { groupFailures } from '../../../failures/groups/failure-groups.js';
import { formatGroupRules, listGroupRules } from '../../../failures/groups/one-bug-rules.js';
import { findFailureGroups } from '../../../failures/groups/run-groups.js';
import { type Bucket, Tally } from '../../../harness/run-directory/tally.js';

/** Creates a bucket. `causes` maps each set of errors (causes first) to the number of failures with that set. */
function bucket(signature: string, causes: Readonly<Record<string, number>>): Bucket {
  const count = Object.values(causes).reduce((sum, failures) => sum + failures, 0);
  const smallest = { test: 'a.0', repro: 'line', waves: 2 };
  const rule = signature.split(' ', 1)[0]!;
  return {
    signature,
    rule,
    count,
    first: 'a.0',
    repro: 'line',
    examples: [],
    causes: new Map(Object.entries(causes)),
    smallest,
  };
}

/** Lists each group's signature and number of tests. */
function listGroups(...buckets: Bucket[]): string[] {
  return groupFailures(buckets).map(({ signature, count }) => `${signature}: ${count}`);
}

it('counts one rule firing in several programs and generations as one bug', () => {
  expect(
    listGroups(
      bucket('ORD-06 spi gfx10 rmw_buffer', { 'ORD-06 spi': 9, 'ORD-06 spi, ORD-01 memory': 4 }),
      bucket('ORD-06 spi gfx11 or_bits', { 'ORD-06 spi, HANG-01 spi': 3 }),
    ),
  ).toEqual(['ORD-06 spi: 16']);
});

it('groups by cause, not by first symptom', () => {
  expect(
    listGroups(
      bucket('ORD-01 program gfx9 a', { 'PROTO-03 program, ORD-01 program': 5 }),
      bucket('HANG-01 spi gfx9 b', { 'PROTO-03 program, HANG-01 spi': 5 }),
    ),
  ).toEqual(['PROTO-03 program: 10']);
});

it('merges two causes if they occur together in at least half of the failures of either one', () => {
  const mostlyBoth = bucket('RACE-02 sq gfx9 a', { 'RACE-02 sq': 3, 'RACE-02 sq, RACE-06 memory': 5 });
  const rarelyBoth = bucket('RACE-02 sq gfx9 a', { 'RACE-02 sq': 9, 'RACE-02 sq, RACE-06 memory': 1 });
  const otherBucket = bucket('RACE-06 memory gfx9 b', { 'RACE-06 memory': 8 });
  expect(listGroups(mostlyBoth, otherBucket)).toEqual(['RACE-02 sq: 16']);
  expect(listGroups(rarelyBoth, otherBucket)).toEqual(['RACE-02 sq: 10', 'RACE-06 memory: 8']);
  // Rules from the smaller bucket's family fire in most failures of the larger one.
  const larger = bucket('LAUNCH-13 sc gfx9 a', { 'LAUNCH-13 sc': 2, 'LAUNCH-13 sc, ORD-04 db': 4 });
  expect(listGroups(larger, bucket('ORD-07 sc gfx9 b', { 'ORD-07 sc': 3 }))).toEqual(['LAUNCH-13 sc: 9']);
});

it('merges a cause that rarely occurs alone with the cause that accompanies it', () => {
  const raceBucket = bucket('RACE-08 memory gfx9 a', {
    'RACE-08 memory': 14,
    'RACE-08 memory, WIRE-13 memory': 6,
  });
  const memoryBucket = (count: number) => bucket('WIRE-13 memory gfx9 b', { 'WIRE-13 memory': count });
  expect(listGroups(raceBucket, memoryBucket(3))).toEqual(['RACE-08 memory: 23']);
  expect(listGroups(raceBucket, memoryBucket(4))).toEqual(['RACE-08 memory: 20', 'WIRE-13 memory: 4']);
});

it('counts rules of the same family as one bug, for reported overlaps and for hangs', () => {
  expect(
    listGroups(
      bucket('ORD-04 db gfx9 a', { 'ORD-04 db': 5 }),
      bucket('ORD-11 sc gfx9 a', { 'ORD-11 sc': 2 }),
    ),
  ).toEqual(['ORD-04 db: 7']);
  expect(
    listGroups(
      bucket('HANG-01 spi gfx9 a', { 'HANG-01 spi': 5 }),
      bucket('IDLE-02 sq gfx9 a', { 'IDLE-02 sq': 6 }),
    ),
  ).toEqual(['IDLE-02 sq: 11']);
});

it('separates two bugs whose rules never fire together', () => {
  expect(
    listGroups(
      bucket('ORD-04 db gfx9 a', { 'ORD-04 db, ORD-03 memory': 5 }),
      bucket('RACE-01 spi gfx9 a', { 'RACE-01 spi, ORD-03 memory': 6 }),
    ),
  ).toEqual(['RACE-01 spi: 6', 'ORD-04 db: 5']);
});

it('keeps failures that have no rule, and those from older logs, in separate groups', () => {
  const [error, old] = groupFailures([
    bucket('error Error N of N', { '': 2 }),
    bucket('ORD-06 spi gfx9 a', { '': 1 }),
  ]);
  expect(error).toMatchObject({ signature: 'error Error N of N', rule: 'error', unit: '', count: 2 });
  expect(old).toMatchObject({ signature: 'ORD-06 spi gfx9 a', rule: 'ORD-06', unit: '' });
});

const ERRORS = [
  'ORD-04 db',
  'ORD-05 db',
  'ORD-06 spi',
  'RACE-01 program',
  'RACE-06 memory',
  'HANG-01 spi',
  'ORD-03 memory',
];
const causes = fc.dictionary(
  fc.subarray(ERRORS, { minLength: 1 }).map((errors) => errors.join(', ')),
  fc.integer({ min: 1, max: 9 }),
  { minKeys: 1, maxKeys: 4 },
);

it('counts two unrelated rules as two bugs, even if the same tests fail', () => {
  const both = bucket('LAUNCH-02 spi gfx9 a', { 'LAUNCH-02 spi, EXP-03 sx, ORD-03 memory': 4 });
  const [first, second, ...others] = groupFailures([both]);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ signature: 'LAUNCH-02 spi', count: 4 });
  expect(second).toMatchObject({
    signature: 'EXP-03 sx',
    count: 4,
    maskedBy: { cause: 'LAUNCH-02', other: 'EXP-03', signature: both.signature, test: 'a.0' },
  });
});

it.each([
  ['both concern the launch of waves and their order', 'LAUNCH-10 sc, ORD-06 spi'],
  ['the second is a consequence of any ordering bug', 'LAUNCH-02 spi, ORD-03 memory'],
  ['both concern caches', 'WIRE-10 memory, WIRE-02 memory'],
  ["both concern the program's entry wait", 'PROTO-03 program, HANG-05 program'],
  ["wrong registers leave the device's behaviour undefined", 'CFG-20 registers, EXP-03 sx'],
])('counts two rules as one bug if %s', (_, fired) => {
  expect(listGroups(bucket('RULE gfx9 a', { [fired]: 9 }))).toHaveLength(1);
});

it('counts two rules as two bugs only if enough failures, and a large enough fraction of them, show both', () => {
  const fired = 'LAUNCH-02 spi, EXP-03 sx';
  expect(listGroups(bucket('RULE gfx9 a', { [fired]: 1 }))).toHaveLength(1);
  expect(listGroups(bucket('RULE gfx9 a', { [fired]: 2, 'LAUNCH-02 spi': 98 }))).toHaveLength(1);
  expect(listGroups(bucket('RULE gfx9 a', { [fired]: 6, 'LAUNCH-02 spi': 94 }))).toHaveLength(2);
});

it('puts each bucket into exactly one unmasked group, regardless of bucket order', () => {
  fc.assert(
    fc.property(fc.array(causes, { maxLength: 12 }), (sets) => {
      const buckets = sets.map((set, i) => bucket(`RULE-${i} unit gfx9 p${i}`, set));
      const allGroups = groupFailures(buckets);
      const groups = allGroups.filter(({ maskedBy }) => maskedBy === undefined);
      expect(groups.flatMap((group) => group.buckets).length).toBe(buckets.length);
      expect(new Set(groups.flatMap((group) => group.buckets)).size).toBe(buckets.length);
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(
        buckets.reduce((sum, { count }) => sum + count, 0),
      );
      for (const { rule, count, buckets: groupBuckets } of allGroups.filter(
        ({ maskedBy }) => maskedBy !== undefined,
      )) {
        const firing = groupBuckets.map((subset) => {
          const original = buckets.find(({ signature }) => signature === subset.signature)!;
          const sums = [...original.causes]
            .filter(([fired]) => fired.includes(rule))
            .map(([, tests]) => tests);
          return {
            subset: subset.count,
            firing: sums.reduce((sum, tests) => sum + tests, 0),
            all: original.count,
          };
        });
        expect(firing.some((entry) => entry.firing > 0)).toBe(true);
        expect(firing.every((entry) => entry.subset > 0 && entry.subset <= entry.all)).toBe(true);
        expect(count).toBe(firing.reduce((sum, entry) => sum + entry.subset, 0));
      }
      const listCounts = (list: readonly Bucket[]): string[] =>
        groupFailures(list).map(({ signature, count }) => `${signature} ${count}`);
      expect(listCounts([...buckets].reverse())).toEqual(listCounts(buckets));
    }),
  );
});

/** Lists the groups after triage. Each bucket comes with the kinds of violation seen when its shrunk test was rerun. */
function listTriagedGroups(failures: readonly (readonly [bucket: Bucket, ...kinds: string[]])[]): string[] {
  const tally = Object.assign(new Tally(), {
    buckets: new Map(failures.map(([failing]) => [failing.signature, failing])),
  });
  const kinds = failures.map(([{ signature }, ...seen]) => ({ signature, test: 'a.0', kinds: seen }));
  const groups = findFailureGroups({ tally, kinds });
  return groups.map(({ signature, count }) => `${signature}: ${count}`);
}

const RACE = bucket('RACE-02 sq gfx9 a', { 'RACE-02 sq': 9 });
const STALE = bucket('RACE-06 memory gfx11 b', { 'RACE-06 memory': 8 });

it("merges groups whose shrunk failures each show the other's cause under some schedule", () => {
  const both = ['RACE-02: wave N reads', 'RACE-06: It issues access number N'];
  expect(listTriagedGroups([[RACE], [STALE]])).toEqual(['RACE-02 sq: 9', 'RACE-06 memory: 8']);
  expect(
    listTriagedGroups([
      [RACE, ...both],
      [STALE, ...both],
    ]),
  ).toEqual(['RACE-02 sq: 17']);
  expect(
    listTriagedGroups([
      [RACE, ...both],
      [STALE, both[1]!],
    ]),
  ).toEqual(['RACE-02 sq: 9', 'RACE-06 memory: 8']);
});

it('does not merge groups if their rules indicate two bugs', () => {
  const launch = bucket('LAUNCH-02 spi gfx9 a', { 'LAUNCH-02 spi': 9 });
  const colour = bucket('EXP-03 sx gfx9 a', { 'EXP-03 sx': 8 });
  const kinds = ['LAUNCH-02: wave N', 'EXP-03: target N'];
  expect(
    listTriagedGroups([
      [launch, ...kinds],
      [colour, ...kinds],
    ]),
  ).toHaveLength(2);
});

const HIGH = 'ORD-06: Id N becomes visible, which is beyond the next wave to be formed.';
const TWICE = 'ORD-06: Id N becomes visible a second time, after N others had become visible in between.';

/** Creates a bucket in which only ORD-06 fired. */
function makeOrderBucket(where: string, count: number): Bucket {
  return bucket(`ORD-06 spi ${where}`, { 'ORD-06 spi': count });
}

it('splits a group if its shrunk failures have nothing in common, and names the smaller group after its error', () => {
  expect(
    listTriagedGroups([
      [makeOrderBucket('gfx9 a', 5), HIGH],
      [makeOrderBucket('gfx9 b', 3), TWICE],
      [makeOrderBucket('gfx9 c', 4), HIGH],
      [makeOrderBucket('gfx9 d', 2)],
    ]),
  ).toEqual([
    'ORD-06 spi: 11',
    'ORD-06 spi: Id N becomes visible a second time, after N others had beco…: 3',
  ]);
});

it.each<[string, ...Parameters<typeof listTriagedGroups>[0]]>([
  [
    'one failure shows both errors under a different schedule',
    [makeOrderBucket('gfx9 a', 5), HIGH],
    [makeOrderBucket('gfx9 b', 3), TWICE, HIGH],
  ],
  [
    'the failures are from different generations',
    [makeOrderBucket('gfx9 a', 5), HIGH],
    [makeOrderBucket('gfx11 b', 3), TWICE],
  ],
  [
    'only one failure has a different message',
    [makeOrderBucket('gfx9 a', 5), HIGH],
    [makeOrderBucket('gfx9 b', 1), TWICE],
  ],
  [
    'rules in the same family describe one bug differently',
    [bucket('ORD-05 db gfx9 a', { 'ORD-05 db': 5 }), 'ORD-05: Its newest-overlap field is N.'],
    [bucket('ORD-05 db gfx9 b', { 'ORD-05 db': 3 }), 'ORD-05: It has no entry.'],
  ],
])('does not split a group if %s', (_, ...failures) => {
  expect(listTriagedGroups(failures)).toHaveLength(1);
});

it('names a group after the cause of its most frequent error if that cause fires in many of its failures', () => {
  const hang = 'HANG-04 sq';
  const both = `RACE-01 program, ${hang}`;
  expect(listGroups(bucket('HANG-04 sq gfx11 a', { [hang]: 12, [both]: 8 }))).toEqual([
    'RACE-01 program: 20',
  ]);
  expect(listGroups(bucket('HANG-04 sq gfx11 a', { [hang]: 19, [both]: 1 }))).toEqual([`${hang}: 20`]);
});

it('treats section violations as a consequence of an ordering bug, but as a separate bug if there is also a hang', () => {
  const describeGroup = (name: string, fired: string): readonly string[] =>
    formatGroupRules(listGroupRules([bucket('RULE gfx9 a', { [fired]: 2 })], name), 2);
  expect(describeGroup('LAUNCH-05 sc', 'LAUNCH-05 sc, ORD-01 db, ORD-02 db')).toEqual([
    'same cause (number of tests): ORD-01 db 2, ORD-02 db 2',
  ]);
  expect(describeGroup('HANG-01 spi', 'ORD-01 db, HANG-01 spi')).toEqual([
    'also ORD-01 db in 2 of 2 tests, possibly another bug',
  ]);
  expect(describeGroup('HANG-01 spi', 'RACE-01 program, HANG-01 spi')).toEqual([
    'also RACE-01 program in 2 of 2 tests, possibly another bug',
  ]);
});

it.each([
  ['CFG-01 registers', 'CFG-03 registers'],
  ['EXP-01 spi', 'ORD-06 spi'],
  ['PROTO-03 program', 'RACE-03 sq'],
])('takes %s and %s for one bug, since they have one subject or the program is wrong', (name, other) => {
  const rules = listGroupRules([bucket('RULE gfx9 a', { [`${name}, ${other}`]: 2 })], name);
  expect(formatGroupRules(rules, 2)).toEqual([`same cause (number of tests): ${other} 2`]);
});

it('does not treat a user-defined rule as a separate bug if it is never the only rule violated', () => {
  const describeGroup = (causes: Readonly<Record<string, number>>): readonly string[] =>
    formatGroupRules(listGroupRules([bucket('HANG-01 spi gfx9 a', causes)], 'HANG-01 spi'), 5);
  const hangs = { 'HANG-01 spi': 2, 'HANG-01 spi, own.ENDS-01 spi': 3 };
  expect(describeGroup(hangs)).toEqual(['also own.ENDS-01 spi in 3 of 5 tests, never first']);
  expect(describeGroup({ ...hangs, 'own.ENDS-01 spi': 1 })).toEqual([
    'also own.ENDS-01 spi in 4 of 5 tests, possibly another bug',
  ]);
});

it('treats wrong final memory as one bug, no matter which rule detects it', () => {
  const failureCounts = { 'ORD-03 memory': 5, 'ORD-09 memory': 1, 'LAUNCH-08 memory': 3 };
  const buckets = Object.entries(failureCounts).map(([error, tests]) =>
    bucket(`${error} gfx9 a`, { [error]: tests }),
  );
  expect(listGroups(...buckets)).toEqual(['ORD-03 memory: 9']);
});

it('prints one line per unexplained rule, and a single line for all consequences', () => {
  const buckets = [
    bucket('RACE-01 program gfx11 a', { 'RACE-01 program, EXP-05 sx, ORD-03 memory': 12 }),
    bucket('CFG-01 registers gfx11 b', { 'CFG-01 registers, RACE-01 program': 3, 'RACE-01 program': 4 }),
  ];
  const format = (set: Bucket[], error: string, n: number) => formatGroupRules(listGroupRules(set, error), n);
  expect(format(buckets, 'RACE-01 program', 19)).toEqual([
    'also CFG-01 registers in 3 of 19 tests, possibly another bug',
    'same cause (number of tests): EXP-05 sx 12, ORD-03 memory 12',
  ]);
  expect(format([bucket('ORD-06 spi gfx9 a', { 'ORD-06 spi': 2 })], 'ORD-06 spi', 2)).toEqual([]);
});
