/** Characters that a picture is made of; letters that mark events are the same in both sets. */
export interface Glyphs {
  /** A wave that lives, waits for its entry, and is in its section. */
  readonly life: string;
  readonly wait: string;
  readonly section: string;
  /** An ordered access on its way, and where it was performed. */
  readonly access: string;
  readonly performed: string;
  /** Time in which two sections are open. */
  readonly both: string;
  /** Axis, a labelled cycle on it, and a place where time is cut short. */
  readonly axis: string;
  readonly tick: string;
  readonly cut: string;
  /** A pixel that none of the waves covers. */
  readonly uncovered: string;
  /** Frame of a box: corners from the upper left clockwise, across, down, and the arrow to the next box. */
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
