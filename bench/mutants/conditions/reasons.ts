/**
 * Why clean tests never change a condition: a pattern for its file, its text and the way not taken, and the reason. The first match
 * counts.
 */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/: cosim\//, 'runs only where a design takes the place of a unit'],
  [
    /: (decisions|event-order|event-subjects|index|own-fault-tables|fault-reach)\b/,
    'serves searches, replays and faults, which clean tests have none of',
  ],
  [/: kernel\/(order-wheel|replay|recording|watched)/, 'another schedule than those of clean tests'],
  [
    /: kernel\/(assert|broken-claims|pct-choices|event-wheel)/,
    'a limit or a report for mistakes of the model itself',
  ],
  [
    /: (budget|waiting|stillness|sq\/(endless-loops|loop-watch))\b/,
    'ends or describes a hang, which clean tests have none of',
  ],
  [
    /used !== undefined|EVENTS_OF_CYCLE_MAX|endless !== undefined|haltReason|isHalted|isStuck|RESTS|Infinity/,
    'a hang',
  ],
  [/faults\.(size|has)|isChanged|affectOthers/, 'whether the device has faults'],
  [
    /instanceof OrderWheel|strategy === 'order'|isTimed|isApart|grantsByAge|longest/,
    'another schedule than those of clean tests',
  ],
  [
    /never false: .*(isEmpty|isFree|isIdle|hasNoHolders|length === 0|count === 0|size === 0|staged === 0|length === this\.records\.length|free\.has)/,
    'asked of a device at rest, in which nothing is left',
  ],
  [
    /\?\?|never absent: \S+: .*\?\./,
    'what a list or an optional unit has in every test, beside what a type leaves open',
  ],
  [
    /: sq\/(compare-loop|poll-loop|parking|ways-out)/,
    'decides how fast a loop is simulated, and has no effect',
  ],
  [
    /never (1|0): .*\.(WIDTH|HEIGHT|WAVESIZE|EXTRA_LDS_SIZE)\[/,
    'sizes of primitives and of memory are small, so that tests are',
  ],
  [/FLOAT_MODE|xnackAction === ACTION\.HALT|newestZero|DISABLE_POPS/, 'fails even correct programs'],
];

/** The reason why clean tests never change a condition; undefined if there is none. */
export function reasonOf(name: string, missing: string): string | undefined {
  const words = `${missing}: ${name}`;
  return REASONS.find(([pattern]) => pattern.test(words))?.[1];
}
