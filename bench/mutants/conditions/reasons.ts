/**
 * Known reasons why a condition never takes a value in clean tests. Patterns are matched against the missing
 * value, the file and the condition's text. The first match applies.
 */
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/: cosim\//, 'only runs when a design replaces a unit'],
  [
    /: (decisions|event-order|event-subjects|index|own-fault-tables|fault-reach)\b/,
    'only used for searches, replays and faults, which clean tests do not have',
  ],
  [/: kernel\/(order-wheel|replay|recording|watched)/, 'only affects schedules that clean tests do not use'],
  [
    /: kernel\/(assert|broken-claims|pct-choices|event-wheel)/,
    'only checks for or reports bugs in the model itself',
  ],
  [
    /: (budget|waiting|stillness|sq\/(endless-loops|loop-watch))\b/,
    'only ends or reports hangs, which never happen in clean tests',
  ],
  [
    /used !== undefined|EVENTS_PER_CYCLE_MAX|endless !== undefined|haltReason|isHalted|isStuck|RESTS|Infinity/,
    'only occurs in hangs',
  ],
  [/faults\.(size|has)|isChanged|haveWideEffects/, 'depends on whether the device has faults'],
  [
    /instanceof OrderWheel|strategy === 'order'|isTimed|isApart|grantsByAge|longest/,
    'only affects schedules that clean tests do not use',
  ],
  [
    /never false: .*(isEmpty|isFree|isIdle|isFullyFree|areRegistersFree|length === 0|count === 0|size === 0|stagedCount === 0|length === this\.records\.length|free\.has)/,
    'only evaluated once the device is idle and has no work left',
  ],
  [
    /\?\?|never absent: \S+: .*\?\./,
    'always true in tests: the type allows an absent list entry or optional unit',
  ],
  [/: sq\/(compare-loop|poll-loop|parking|ways-out)/, 'only affects how fast a loop is simulated'],
  [
    /never (1|0): .*\.(WIDTH|HEIGHT|WAVESIZE|EXTRA_LDS_SIZE)\[/,
    'tests use small primitives and little memory',
  ],
  [/FLOAT_MODE|xnackAction === ACTION\.HALT|newestZero|DISABLE_POPS/, 'makes even correct programs fail'],
];

/** Returns why a condition never takes a value in clean tests, or undefined if no reason is known. */
export function findReason(name: string, missing: string): string | undefined {
  const description = `${missing}: ${name}`;
  return REASONS.find(([pattern]) => pattern.test(description))?.[1];
}
