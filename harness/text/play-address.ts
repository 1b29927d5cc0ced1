/** Playground URL parameters, keyed by replay option. */
const URL_PARAMETERS = new Map([
  ['--chip', 'chip'],
  ['--fault', 'fault'],
  ['--set', 'set'],
]);
/** An option that does not change the test. */
const IGNORED_OPTION = '--trace';

/**
 * Returns the playground's URL fragment for a line that replays a test of a built-in suite, such as `pops-tb replay
 * 'smoke:or_bits@0x1' --fault F43`; undefined for any other line.
 */
export function getPlaygroundHash(line: string): string | undefined {
  const [, name, optionText = ''] =
    /(?:^|\s)replay '?([a-z]+:[\w-]+@0x[0-9a-f]+(?:~[0-9a-f]{8})?)'?((?: \S+)*)\s*$/.exec(line) ?? [];
  if (name === undefined) return undefined;
  const parameters = new URLSearchParams();
  const optionArguments = optionText.split(' ').slice(1);
  for (let i = 0; i < optionArguments.length; i += 2) {
    const [option, value] = [optionArguments[i]!, optionArguments[i + 1]];
    if (option === IGNORED_OPTION) continue;
    const key = URL_PARAMETERS.get(option);
    // The page's form takes only one chip and one fault.
    if (key === undefined || value === undefined || value.includes(',')) return undefined;
    parameters.append(key, value.replaceAll("'", ''));
  }
  const text = parameters.toString();
  return `${name}${text === '' ? '' : `&${text}`}`;
}
