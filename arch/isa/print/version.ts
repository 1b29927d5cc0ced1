import { formatImmediate } from './number.js';

/** The names of the code versions for `s_version`, by number. */
export const VERSION_NAMES: Readonly<Record<number, string>> = {
  0: 'UC_VERSION_GFX7',
  4: 'UC_VERSION_GFX10',
  6: 'UC_VERSION_GFX11',
  9: 'UC_VERSION_GFX12',
};

/** The flag bits above the version. */
export const VERSION_FLAGS: readonly (readonly [bit: number, name: string])[] = [
  [0x2000, 'UC_VERSION_W64_BIT'],
  [0x4000, 'UC_VERSION_W32_BIT'],
  [0x8000, 'UC_VERSION_MDP_BIT'],
];

const VERSION_MASK = 0xff;

/**
 * Prints the immediate of `s_version` as names joined by `|` in nested brackets, or as a number if any bit has no name.
 */
export function formatVersion(value: number): string {
  const flags = VERSION_FLAGS.filter(([bit]) => (value & bit) !== 0);
  const namedBits = flags.reduce((bits, [bit]) => bits | bit, value & VERSION_MASK);
  const name = VERSION_NAMES[value & VERSION_MASK];
  if (namedBits !== value || (name === undefined && flags.length === 0)) return formatImmediate(value);
  return flags.reduce(
    (text, [, flag], i) => `${i === 0 ? text : `(${text})`}|${flag}`,
    name ?? `${value & VERSION_MASK}`,
  );
}
