import type { CorpusRecord } from '../corpus.js';
import { getAbi } from '../driver/abi.js';
import { listResources, type ResourcePlacement, type ResourceUse } from '../driver/resources.js';
import { formatCorpusWord } from '../driver/words.js';

type Argument = CorpusRecord['abi']['args'][number];

/** The contents of an argument's first user SGPR, by name pattern. The group captures the argument's number. */
const SOURCES: readonly (readonly [name: RegExp, source: (number: number) => string])[] = [
  [/^descriptor_set\[(\d+)\]$/, (set) => `set${set}.lo`],
  [/^inline_push_const\[(\d+)\]$/, (dword) => `pc+${4 * dword}`],
  [/^push_constants$/, () => 'pcbuf.lo'],
  [/^(?:ps_)?epilog_pc$/, () => 'epilog.lo'],
];

/** Arguments that contain data instead of an address. The data may continue in the next user SGPRs. */
const INLINE_DATA = /^inline_push_const\[/;

/**
 * The `ps_state` bits above the sample count for triangles shaded once per pixel, where all samples belong to
 * iteration 0 (corpus README).
 */
const PS_STATE = (0xff << 6) | (2 << 22);

/** The arguments, resources and sample count that a program's user data is derived from. */
export type UserDataSource = ResourceUse & {
  readonly abi: Pick<CorpusRecord['abi'], 'args' | 'user_data'>;
  readonly samples: number;
};

/**
 * Returns the user data of a program's arguments, register by register. The program's state overrides what the
 * names imply. The second register of an address holds the high word, which all of the driver's addresses share.
 */
export function deriveUserData(use: UserDataSource): Readonly<Record<string, string>> {
  const { samples } = use;
  const { args, user_data } = use.abi;
  const resources = listResources(use);
  const upperWord = formatCorpusWord(getAbi(use).upperWord);
  const implied = args
    .filter(({ file }) => file === 's')
    .flatMap((argument) =>
      listSources(argument, resources, samples, upperWord).map(
        (source, i) => [`s${argument.reg + i}`, source] as const,
      ),
    );
  return { ...Object.fromEntries(implied), ...user_data };
}

function listSources(
  { name, size }: Argument,
  resources: readonly ResourcePlacement[],
  samples: number,
  upperWord: string,
): string[] {
  const resource = resources.find(({ given }) => given.name === name);
  if (resource !== undefined) return resource.words.map(formatCorpusWord);
  if (name === 'ps_state') return [formatCorpusWord(samples | PS_STATE)];
  for (const [pattern, getSource] of SOURCES) {
    const number = Number(pattern.exec(name)?.[1] ?? 0);
    if (!pattern.test(name)) continue;
    if (INLINE_DATA.test(name)) return Array.from({ length: size }, (_, i) => getSource(number + i));
    return size > 1 ? [getSource(number), upperWord] : [getSource(number)];
  }
  return [];
}
