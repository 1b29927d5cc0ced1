import { z } from 'zod';
import {
  createDocumentListSchema,
  createListSchema,
  describeFirstIssue,
  safeParse,
} from '../../../transactions/index.js';

const byte = z.int().min(0).max(255);
const bytes = z.object({
  list: createListSchema(
    byte,
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256,
    1,
  ),
});
const getIssue = (document: unknown): string =>
  describeFirstIssue(safeParse(bytes, document).error!, document);

describe('a list of any length', () => {
  it('is returned unchanged if all elements are valid', () => {
    expect(safeParse(bytes, { list: [0, 255] }).data).toEqual({ list: [0, 255] });
  });

  it("reports its first invalid element the way the element's schema does", () => {
    expect(getIssue({ list: [1, 256, 'a'] })).toBe('list[1] is 256; expected at most 255');
    expect(getIssue({ list: [1, 2, 'a'] })).toBe('list[2] is "a"; expected a value of type number');
    expect(getIssue({ list: [] })).toBe('list is an empty list; expected at least 1 element');
    expect(getIssue({ list: 7 })).toBe('list is 7; expected a value of type array');
  });

  it('reports the first of a million invalid elements', () => {
    expect(getIssue({ list: new Array(1e6).fill('x') })).toBe(
      'list[0] is "x"; expected a value of type number',
    );
  });
});

it('safeParse rejects a document with too many invalid values to report', () => {
  // The schema library passes errors as arguments, so the stack size limits how many there can be.
  const tables = z.array(
    z.custom(() => {
      Math.max(...new Array<number>(1e7).fill(0));
      return true;
    }),
  );
  const document = [1];
  expect(describeFirstIssue(safeParse(tables, document).error!, document)).toBe(
    'the document is a list of 1; expected fewer than 100,000 invalid values',
  );
});

it("createDocumentListSchema checks documents up to the tenth invalid one, and returns the schema's results", () => {
  const rows = createDocumentListSchema(z.object({ a: byte.default(7) }), 1);
  expect(safeParse(rows, [{}, { a: 1 }]).data).toEqual([{ a: 7 }, { a: 1 }]);
  const document = [{ a: 1 }, ...new Array(1e6).fill({ a: 'x' })];
  const { error } = safeParse(rows, document);
  expect(error!.issues).toHaveLength(10);
  expect(describeFirstIssue(error!, document)).toBe('[1].a is "x"; expected a value of type number');
});

const draw = z.strictObject({ samples: z.int(), program: z.int().optional() });
const scene = z.strictObject({ draws: createDocumentListSchema(draw), kind: z.string().optional() });

it.each([
  [{ draws: [{ samples: 1, progam: 2 }] }, 'unknown field "progam" in draws[0]: did you mean program?'],
  [{ draws: [], knid: 'a' }, 'unknown field "knid": did you mean kind?'],
  [{ draws: [], zzz: 1 }, 'unknown field "zzz": expected one of draws, kind'],
])('suggests a valid field for an unknown one: %j', (document, message) => {
  expect(describeFirstIssue(safeParse(scene, document).error!, document)).toBe(message);
});
