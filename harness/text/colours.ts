import { COLOUR_MARK } from '../basics/colour-mark.js';

/** The terminal codes that start and end each style. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  gray: [90, 39],
} as const;

type Style = keyof typeof STYLES;

/** Colour functions for text output. Each one returns its text unchanged if colours are off. */
export type Colours = Readonly<Record<Style, (text: string) => string>>;

/**
 * Returns colour functions, all enabled or all disabled. Only `harness/terminal/terminal.ts` turns them into terminal
 * codes.
 */
export function makeColours(enabled: boolean): Colours {
  const styles = Object.entries(STYLES).map(([style, [open, close]]) => {
    const [start, end] = [open, close].map((code) => `${COLOUR_MARK}[${code}m`) as [string, string];
    // If inner text ends the same style, the style is restarted after it.
    return [style, enabled ? (text: string) => `${start}${text.replaceAll(end, start)}${end}` : identity];
  });
  return Object.fromEntries(styles);
}

function identity(text: string): string {
  return text;
}
