import { UsageError } from '../../transactions/index.js';

/** Pipeline settings in a source's comments that other texts do not have (docs/shader-authors.md). */
export interface PipelineSettings {
  /** Samples per pixel; each number makes a separate program. Empty if unspecified. */
  readonly samples: readonly number[];
  /** Colour formats, by location. */
  readonly formats: readonly string[];
  readonly alphaToCoverage: boolean;
  /** Values of specialisation constants, as words. */
  readonly constants: readonly { readonly id: number; readonly value: number }[];
}

/** No settings. */
export const NO_SETTINGS: PipelineSettings = {
  samples: [],
  formats: [],
  alphaToCoverage: false,
  constants: [],
};

const COMMENT = /^\s*(?:\/\/|;)+\s*([a-z][a-z-]*)\s*:(.*)$/s;
const CONSTANT = /^(\d+)\s*=\s*(0x[0-9a-f]{1,8}|-?\d+(?:\.\d+)?|true|false)$/i;
const SAMPLES = ['1', '2', '4', '8', '16'];

/** A source with its pipeline comments blanked, and their settings. Throws `UsageError` with the line. */
export function pipelineSettings(
  text: string,
  file: string,
): { readonly settings: PipelineSettings; readonly rest: string } {
  const settings = {
    samples: [] as number[],
    formats: [] as string[],
    alphaToCoverage: false,
    constants: [] as { id: number; value: number }[],
  };
  const rest = text.split('\n').map((line, at) => {
    const [, key, argument = ''] = COMMENT.exec(line) ?? [];
    const value = argument.trim();
    const refuse = (expected: string): never => {
      throw new UsageError(`Invalid ${key} "${value}" in ${file}, line ${at + 1}: expected ${expected}`);
    };
    const list = value.split(/[\s,]+/).filter((each) => each !== '');
    if (key === 'samples') {
      if (list.length === 0 || !list.every((each) => SAMPLES.includes(each)))
        refuse('1, 2, 4, 8 or 16, or several of them');
      settings.samples.push(...list.map(Number));
    } else if (key === 'formats') {
      if (list.length === 0) refuse('a format for each colour, like "rgba8, r32ui"');
      settings.formats.push(...list);
    } else if (key === 'alpha-to-coverage') {
      if (value !== 'true' && value !== 'false') refuse('true or false');
      settings.alphaToCoverage = value === 'true';
    } else if (key === 'constant') {
      const [, id, number = ''] =
        CONSTANT.exec(value) ??
        refuse('the number of a specialisation constant and its value, like "3 = 16"');
      settings.constants.push({ id: Number(id), value: wordOf(number) });
    } else return line;
    return '';
  });
  return { settings, rest: rest.join('\n') };
}

const FLOATS = new Float32Array(1);
const BITS = new Uint32Array(FLOATS.buffer);

/** A value as a word: a number with a point is a float, any other an integer. */
function wordOf(text: string): number {
  if (text === 'true' || text === 'false') return Number(text === 'true');
  if (!text.includes('.')) return Number(text) >>> 0;
  FLOATS[0] = Number(text);
  return BITS[0]!;
}
