import { expect, it } from 'vitest';
import { printedRecords, verdictsOf } from './support/one-verdict.js';

/** Some of every generation; `one-verdict.conform.ts` tries the whole corpus. */
const SAMPLE = [
  ['vega10-w64.json', 'llist_append', 1],
  ['navi10-w32.json', 'cond_access', 1],
  ['navi21-w32.json', 'rmw_buffer', 2],
  ['navi31-w32.json', 'dual_source', 1],
] as const;

it.each(SAMPLE)(
  'a program of %s, %s, has one verdict under any name and in any format',
  (file, shader, scenes) => {
    const record = printedRecords(file).find((each) => each.shader === shader)!;
    const { own, others } = verdictsOf(record, 0, scenes);
    expect(own.verdict).toBe(shader === 'dual_source' ? 'fail' : 'pass');
    for (const { format, verdict } of others) expect([format, verdict]).toEqual([format, own]);
  },
);
