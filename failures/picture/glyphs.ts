/** A picture's characters; the letters for events are the same in both sets. */
export interface Glyphs {
  /** A wave running, waiting for its entry, and in its section. */
  readonly life: string;
  readonly wait: string;
  readonly section: string;
  /** An ordered access in flight, and where it was performed. */
  readonly access: string;
  readonly performed: string;
  /** Time with two sections open. */
  readonly both: string;
  /** Axis, a labelled cycle on it, and a time cut. */
  readonly axis: string;
  readonly tick: string;
  readonly cut: string;
  /** A pixel covered by none of the waves. */
  readonly uncovered: string;
  /** Frame of a box: corners clockwise from the upper left, across, down, and the arrow to the next box. */
  readonly corners: readonly [string, string, string, string];
  readonly across: string;
  readonly down: string;
  readonly arrow: string;
}

/** For terminals with UTF-8. */
export const UNICODE_GLYPHS: Glyphs = {
  life: '─',
  wait: '·',
  section: '━',
  access: '─',
  performed: '┤',
  both: '█',
  axis: '─',
  tick: '┴',
  cut: '≈',
  uncovered: '·',
  corners: ['┌', '┐', '┘', '└'],
  across: '─',
  down: '│',
  arrow: '▼',
};

/** For all others. */
export const ASCII_GLYPHS: Glyphs = {
  life: '-',
  wait: '.',
  section: '=',
  access: '-',
  performed: '|',
  both: '#',
  axis: '-',
  tick: '+',
  cut: '~',
  uncovered: '.',
  corners: ['+', '+', '+', '+'],
  across: '-',
  down: '|',
  arrow: 'v',
};
