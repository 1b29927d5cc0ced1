/** How the bits of a channel are converted to a number. */
type NumberKind = (typeof KINDS)[number];

/** Location of a channel in a texel. Channels never cross a dword boundary. */
export interface Channel {
  readonly dword: number;
  readonly shift: number;
  readonly width: number;
}

/** The memory layout of a texel or buffer element. */
export interface TexelFormat {
  /** The hardware's unprefixed name, such as `8_8_8_8_UNORM`: the widths from the highest bits down, then the kind. */
  readonly name: string;
  readonly bytes: number;
  readonly kind: NumberKind;
  /** The channels, starting with X in the lowest bits. */
  readonly channels: readonly Channel[];
  /** Whether there are three mantissas and one shared exponent in the highest bits. */
  readonly sharesExponent: boolean;
}

const KINDS = ['unorm', 'snorm', 'uscaled', 'sscaled', 'uint', 'sint', 'float', 'srgb'] as const;

function supportsWidth(kind: NumberKind, width: number, sharesExponent: boolean): boolean {
  if (kind === 'float') return [32, 16, 11, 10].includes(width) || sharesExponent;
  if (kind === 'uint' || kind === 'sint') return true;
  return kind === 'srgb' ? width === 8 : width < 32;
}

const UNUSED = 'X';

function parseChannels(widths: readonly string[]): { channels: Channel[]; bits: number } {
  const channels: Channel[] = [];
  let bits = 0;
  for (const text of [...widths].reverse()) {
    const isUnused = text.startsWith(UNUSED);
    const width = Number(isUnused ? text.slice(UNUSED.length) : text);
    if (!isUnused) channels.push({ dword: bits >>> 5, shift: bits & 31, width });
    bits += width;
  }
  return { channels, bits };
}

/** Returns the format with the given name, or undefined if its number kind does not support its widths. */
export function parseTexelFormat(name: string): TexelFormat | undefined {
  const segments = name.split('_');
  const kind = KINDS.find((name) => name.toUpperCase() === segments.at(-1));
  if (kind === undefined) return undefined;
  const sharesExponent = kind === 'float' && name.startsWith('5_9_9_9');
  const { channels, bits } = parseChannels(segments.slice(0, -1));
  const hasValidWidths = channels.length > 0 && channels.every(({ width }) => width > 0);
  if (!hasValidWidths || !channels.every(({ width }) => supportsWidth(kind, width, sharesExponent)))
    return undefined;
  return {
    name,
    bytes: bits / 8,
    kind,
    channels: sharesExponent ? channels.slice(0, 3) : channels,
    sharesExponent,
  };
}

/** Returns whether register components are integers rather than floats. */
export function isInteger({ kind }: TexelFormat): boolean {
  return kind === 'uint' || kind === 'sint';
}

/** Stride between consecutive dwords of a lane in a request's data. */
export const DATA_STRIDE = 64;

/** Select code of the first channel. Codes 0 and 1 select the constants 0 and 1. */
export const FIRST_CHANNEL = 4;

/** The format and channel selects used to read texels. */
export interface TexelView {
  readonly format: TexelFormat;
  /** The selects for X, Y, Z and W, three bits each: the constant 0 or 1, or 4 plus a channel. */
  readonly selects: number;
}
