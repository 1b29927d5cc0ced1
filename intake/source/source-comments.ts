import { lookup } from '../../arch/index.js';
import { toFloatBits } from '../../stimulus/index.js';
import { findNearestName, UsageError } from '../../transactions/index.js';

/** Pipeline settings given in a source's comments (docs/shader-authors.md). */
export interface PipelineSettings {
  /** Sample counts per pixel. One program is compiled for each. Empty if unspecified. */
  readonly samples: readonly number[];
  /** The colour formats, by location. */
  readonly formats: readonly string[];
  readonly alphaToCoverage: boolean;
  /** The values of specialisation constants, as words. */
  readonly constants: readonly { readonly id: number; readonly value: number }[];
  /** What only the author knows, by the shader's names. */
  readonly values: Readonly<Record<string, string>>;
}

/** The settings of a source whose comments specify none. */
export const NO_SETTINGS: PipelineSettings = {
  samples: [],
  formats: [],
  alphaToCoverage: false,
  constants: [],
  values: {},
};

const COMMENT = /^\s*(?:\/\/|;)+\s*([a-z][a-z-]*)\s*:(.*)$/s;
const CONSTANT = /^(\d+)\s*=\s*(0x[0-9a-f]{1,8}|-?\d+(?:\.\d+)?|true|false)$/i;
const SETTING = /^([A-Za-z_][\w.]*(?:\[(?:\*|\d+)\](?:\.[\w.]+(?:\[(?:\*|\d+)\])?)?)?)\s*=\s*(\S.*)$/;
const SAMPLES = ['1', '2', '4', '8', '16'];
const SAMPLE_LIST = /^(?:1|2|4|8|16)(?:[\s,]+(?:1|2|4|8|16))*$/;

/** What a comment looks like that is meant as a setting: any word, with or without a colon, and a text. */
const NEAR_COMMENT = /^\s*(?:\/\/|;)+\s*([A-Za-z][\w-]*)\s*([:=]?)\s*(.*)$/s;
/** The settings' keys, each with what their values look like. */
const VALUES: Readonly<Record<string, RegExp>> = lookup({
  samples: SAMPLE_LIST,
  formats: /^(?:r|rg|rgba|bgra)\d+\w*(?:[\s,]+(?:r|rg|rgba|bgra)\d+\w*)*$/,
  'alpha-to-coverage': /^(?:true|false)$/,
  constant: CONSTANT,
  pops: SETTING,
});

/** Throws `UsageError` for a comment whose text is that of a setting and whose key is nearly one. */
function rejectMisspeltKey(line: string, number: number, file: string): void {
  const [, key = '', colon, value = ''] = NEAR_COMMENT.exec(line) ?? [];
  const nearest = findNearestName(key, Object.keys(VALUES));
  if (nearest === undefined || !VALUES[nearest]!.test(value.trim())) return;
  if (colon === '' && nearest !== 'pops') return;
  throw new UsageError(
    `Unknown comment "${key}${colon}" in ${file}, line ${number}: did you mean "${nearest}: ${value.trim()}"?`,
  );
}

/**
 * Reads the pipeline settings in a source's comments; `rest` is the source with those lines blanked. Throws a
 * `UsageError` that names the line of an invalid setting.
 */
export function readPipelineSettings(
  text: string,
  file: string,
): { readonly settings: PipelineSettings; readonly rest: string } {
  const settings = {
    samples: [] as number[],
    formats: [] as string[],
    alphaToCoverage: false,
    constants: [] as { id: number; value: number }[],
    values: {} as Record<string, string>,
  };
  const rest = text.split('\n').map((line, i) => {
    const [, key, argument = ''] = COMMENT.exec(line) ?? [];
    const value = argument.trim();
    const reject = (expected: string): never => {
      throw new UsageError(`Invalid ${key} "${value}" in ${file}, line ${i + 1}: expected ${expected}`);
    };
    const list = value.split(/[\s,]+/).filter((item) => item !== '');
    if (key === 'samples') {
      if (list.length === 0 || !list.every((count) => SAMPLES.includes(count)))
        reject('one or more of 1, 2, 4, 8 and 16');
      settings.samples.push(...list.map(Number));
    } else if (key === 'formats') {
      if (list.length === 0) reject('a format for each colour, such as "rgba8, r32ui"');
      settings.formats.push(...list);
    } else if (key === 'alpha-to-coverage') {
      if (value !== 'true' && value !== 'false') reject('true or false');
      settings.alphaToCoverage = value === 'true';
    } else if (key === 'constant') {
      const [, id, number = ''] =
        CONSTANT.exec(value) ??
        reject('the number of a specialisation constant and its value, such as "3 = 16"');
      settings.constants.push({ id: Number(id), value: toWord(number) });
    } else if (key === 'pops') {
      const [, name, text = ''] =
        SETTING.exec(value) ?? reject('a name of the shader and its value, such as "push.index = 3"');
      if (name === 'samples' && SAMPLES.includes(text)) settings.samples.push(Number(text));
      else if (settings.values[name!] !== undefined)
        reject(`one value of ${name}; an earlier line has another`);
      else settings.values[name!] = text;
    } else {
      rejectMisspeltKey(line, i + 1, file);
      return line;
    }
    return '';
  });
  return { settings, rest: rest.join('\n') };
}

/** Converts a value to a word. Numbers with a decimal point become floats; others become integers. */
function toWord(text: string): number {
  if (text === 'true' || text === 'false') return Number(text === 'true');
  if (!text.includes('.')) return Number(text) >>> 0;
  return toFloatBits(Number(text));
}
