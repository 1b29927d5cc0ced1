import { getPlaygroundHash } from '../../../harness/text/play-address.js';

it.each([
  [
    "npx --no-install pops-tb replay 'smoke:or_bits@0x1' --chip navi31 --fault F43",
    'smoke:or_bits@0x1&chip=navi31&fault=F43',
  ],
  ["pops-tb replay 'nightly:slow_owner@0x2~0123abcd'", 'nightly:slow_owner@0x2~0123abcd'],
  [
    "pops-tb replay 'smoke:rmw_buffer@0x1' --set storeLatency=300..2000",
    'smoke:rmw_buffer@0x1&set=storeLatency%3D300..2000',
  ],
  ["pops-tb replay 'smoke:rmw_buffer@0x1' --trace jsonl", 'smoke:rmw_buffer@0x1'],
])('%s has a playground address', (line, address) => {
  expect(getPlaygroundHash(line)).toBe(address);
});

it.each([
  "pops-tb replay 'smoke:or_bits@0x…~…' --fault F43",
  "pops-tb replay 'my-suite.ts:mine@0x1'",
  "pops-tb replay 'smoke:or_bits@0x1' --strategy random:0x7",
  "pops-tb replay 'smoke:or_bits@0x1' --fault F43,F46",
  'pops-tb replay scenario.json',
])('%s has no playground address', (line) => {
  expect(getPlaygroundHash(line)).toBeUndefined();
});
