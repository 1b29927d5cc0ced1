import pc from 'picocolors';

/** Colours of text output; every function returns its text unchanged where colour is off. */
export type Colours = ReturnType<typeof pc.createColors>;

/** Colours that are on or off as a whole. */
export function colours(enabled: boolean): Colours {
  return pc.createColors(enabled);
}
