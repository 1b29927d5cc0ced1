/** The characters used to draw a picture. Both sets use the same letters for events. */
export interface Glyphs {
  /** A running wave. */
  readonly running: string;
  /** A wave waiting to enter its section. */
  readonly wait: string;
  /** A wave in its section. */
  readonly section: string;
  /** An ordered access in flight. */
  readonly access: string;
  /** The cycle in which an ordered access was performed. */
  readonly performed: string;
  /** The time during which the sections of both waves are open. */
  readonly overlap: string;
  /** The axis. */
  readonly axis: string;
  /** A labelled cycle on the axis. */
  readonly tick: string;
  /** Elided time. */
  readonly cut: string;
  /** A pixel covered by none of the waves. */
  readonly uncovered: string;
  /** The corners of a box, clockwise from the upper left. */
  readonly corners: readonly [string, string, string, string];
  /** The horizontal sides of a box. */
  readonly horizontal: string;
  /** The vertical sides of a box. */
  readonly vertical: string;
  /** The arrow to the next box. */
  readonly arrow: string;
}

/** The glyphs for terminals with UTF-8. */
export const UNICODE_GLYPHS: Glyphs = {
  running: '─',
  wait: '·',
  section: '━',
  access: '─',
  performed: '┤',
  overlap: '█',
  axis: '─',
  tick: '┴',
  cut: '≈',
  uncovered: '·',
  corners: ['┌', '┐', '┘', '└'],
  horizontal: '─',
  vertical: '│',
  arrow: '▼',
};

/** The glyphs for all other terminals. */
export const ASCII_GLYPHS: Glyphs = {
  running: '-',
  wait: '.',
  section: '=',
  access: '-',
  performed: '|',
  overlap: '#',
  axis: '-',
  tick: '+',
  cut: '~',
  uncovered: '.',
  corners: ['+', '+', '+', '+'],
  horizontal: '-',
  vertical: '|',
  arrow: 'v',
};
