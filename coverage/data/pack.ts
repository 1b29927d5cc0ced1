import * as z from 'zod';
import { describeFirstIssue } from '../../transactions/index.js';
import type { GroupCounts, Outcome } from './counts.js';
import { COVERAGE_FORMAT, type CoverageData } from './coverage-data.js';

/** Maximum encoded length of a number below 2^53, in bytes. */
const MAX_BYTES = 8;

/**
 * Packs integers >= -1 into bytes, encoding each value plus one as a LEB128 varint. The result is compact and the
 * same on every machine.
 */
export function packColumn(column: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(column.length * MAX_BYTES);
  let length = 0;
  for (let i = 0; i < column.length; i++) {
    let rest = column[i]! + 1;
    while (rest >= 128) {
      bytes[length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    bytes[length++] = rest;
  }
  return bytes.slice(0, length);
}

/** Unpacks a column. Throws if the last number is incomplete. */
export function unpackColumn(bytes: Uint8Array): number[] {
  const column: number[] = [];
  let value = 0;
  let scale = 1;
  for (const byte of bytes) {
    value += (byte % 128) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    column.push(value - 1);
    value = 0;
    scale = 1;
  }
  if (scale !== 1) throw new Error('Truncated coverage column.');
  return column;
}

const columnSchema = z.instanceof(Uint8Array);
const outcomeSchema = z.object({ hits: columnSchema, tests: columnSchema, first: columnSchema });
const indexSet = z.array(z.int().min(0)).refine((set) => set.length % 2 === 0, 'expected pairs of indices');

/** The file format for coverage: plain values and byte arrays that MessagePack can encode. */
const packedCoverageSchema = z.object({
  format: z.literal(COVERAGE_FORMAT),
  parts: z.array(
    z.object({
      run: z.string(),
      tests: indexSet,
      failed: indexSet,
      names: z.array(z.tuple([z.int().min(0), z.string()])),
      groups: z.array(
        z.object({ name: z.string(), hash: z.string(), passed: outcomeSchema, failed: outcomeSchema }),
      ),
    }),
  ),
});

export type PackedCoverage = z.infer<typeof packedCoverageSchema>;

type PackedOutcome = z.infer<typeof outcomeSchema>;

/** Converts coverage to its file format. */
export function packCoverage(data: CoverageData): PackedCoverage {
  const pack = (outcome: Outcome): PackedOutcome => ({
    hits: packColumn(outcome.hits),
    tests: packColumn(outcome.tests),
    first: packColumn(outcome.first),
  });
  return {
    format: COVERAGE_FORMAT,
    parts: data.parts.map((part) => ({
      run: part.run,
      tests: [...part.tests],
      failed: [...part.failed],
      names: part.names.map(([index, name]) => [index, name]),
      groups: part.groups.map((group) => ({
        ...group,
        passed: pack(group.passed),
        failed: pack(group.failed),
      })),
    })),
  };
}

/** Decodes coverage from a file's contents. Throws an error that names the malformed field. */
export function unpackCoverage(value: unknown): CoverageData {
  const parsed = packedCoverageSchema.safeParse(value);
  if (!parsed.success) throw new Error(describeFirstIssue(parsed.error, value));
  const { format, parts } = parsed.data;
  return { format, parts: parts.map((part) => ({ ...part, groups: part.groups.map(unpackGroup) })) };
}

function unpackGroup(group: PackedCoverage['parts'][number]['groups'][number]): GroupCounts {
  const unpack = (outcome: PackedOutcome): Outcome => {
    const hits = Float64Array.from(unpackColumn(outcome.hits));
    const tests = Uint32Array.from(unpackColumn(outcome.tests));
    const first = Int32Array.from(unpackColumn(outcome.first));
    if (tests.length !== hits.length || first.length !== hits.length) {
      throw new Error(`Invalid coverage: columns of covergroup '${group.name}' differ in length.`);
    }
    return { hits, tests, first };
  };
  return { name: group.name, hash: group.hash, passed: unpack(group.passed), failed: unpack(group.failed) };
}
