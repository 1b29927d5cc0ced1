/**
 * Why clean tests never change a condition. A pattern matches the missing value, the file and the text of the
 * condition; the first pattern that matches counts.
 */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/: cosim\//, 'runs only where a design takes the place of a unit'],
  [
    /: (decisions|event-order|event-subjects|index|own-fault-tables|fault-reach)\b/,
    'serves searches, replays and faults, none of which clean tests have',
  ],
  [/: kernel\/(order-wheel|replay|recording|watched)/, 'a schedule that clean tests do not use'],
  [
    /: kernel\/(assert|broken-claims|pct-choices|event-wheel)/,
    'a limit or a report for mistakes of the model itself',
  ],
  [
    /: (budget|waiting|stillness|sq\/(endless-loops|loop-watch))\b/,
    'ends or describes a hang, which clean tests never have',
  ],
  [
    /used !== undefined|EVENTS_PER_CYCLE_MAX|endless !== undefined|haltReason|isHalted|isStuck|RESTS|Infinity/,
    'a hang',
  ],
  [/faults\.(size|has)|isChanged|haveWideEffects/, 'whether the device has faults'],
  [
    /instanceof OrderWheel|strategy === 'order'|isTimed|isApart|grantsByAge|longest/,
    'a schedule that clean tests do not use',
  ],
  [
    /never false: .*(isEmpty|isFree|isIdle|hasNoHolders|length === 0|count === 0|size === 0|stagedCount === 0|length === this\.records\.length|free\.has)/,
    'evaluated for a device at rest, in which no work is left',
  ],
  [
    /\?\?|never absent: \S+: .*\?\./,
    'always true in tests: the type allows an absent list entry or optional unit',
  ],
  [
    /: sq\/(compare-loop|poll-loop|parking|ways-out)/,
    'decides how fast a loop is simulated, and has no effect',
  ],
  [
    /never (1|0): .*\.(WIDTH|HEIGHT|WAVESIZE|EXTRA_LDS_SIZE)\[/,
    'sizes of primitives and of memory are small, to keep tests small',
  ],
  [/FLOAT_MODE|xnackAction === ACTION\.HALT|newestZero|DISABLE_POPS/, 'fails even correct programs'],
];

/** Returns the reason why clean tests never change a condition, or undefined if there is none. */
export function reasonOf(name: string, missing: string): string | undefined {
  const words = `${missing}: ${name}`;
  return REASONS.find(([pattern]) => pattern.test(words))?.[1];
}
