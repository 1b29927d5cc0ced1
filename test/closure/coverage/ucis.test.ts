import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatUcis } from '../../../closure/coverage/ucis.js';
import { COVERAGE_MODEL, getBinRows } from '../../../coverage/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { createFilledCoverage } from './support/filled.js';

const SCHEMA = join(findPackageRoot(), '../shared/reference/xsd/ucis.xsd');
const canValidate = hasTool('xmllint', 'libxml2-utils') && existsSync(SCHEMA);
const folder = createTempFolder();
const OPTIONS = { version: '0.1.0', time: '2026-01-02T03:04:05.678Z' };

/** Writes a coverage file, and returns a function that evaluates an XPath expression on it with xmllint. */
function createQuery(name: string, xml: string) {
  const file = join(folder, `${name}.xml`);
  writeFileSync(file, xml);
  return (xpath: string): string => execFileSync('xmllint', ['--xpath', xpath, file], { encoding: 'utf8' });
}

describe.runIf(canValidate)('a UCIS file read by xmllint', () => {
  const data = createFilledCoverage();

  it('validates against the schema', () => {
    const file = join(folder, 'valid.xml');
    writeFileSync(file, formatUcis(data, OPTIONS));
    const args = ['--noout', '--schema', SCHEMA, file];
    expect(() => execFileSync('xmllint', args, { stdio: 'pipe' })).not.toThrow();
  });

  it('validates against the schema even if the run has a hostile name', () => {
    const file = join(folder, 'hostile.xml');
    writeFileSync(file, formatUcis(createFilledCoverage(undefined, '"<&>\u001b]]>\ud800'), OPTIONS));
    const args = ['--noout', '--schema', SCHEMA, file];
    expect(() => execFileSync('xmllint', args, { stdio: 'pipe' })).not.toThrow();
  });

  it('contains the count of every bin except ignored cross bins', () => {
    const query = createQuery('counts', formatUcis(data, OPTIONS));
    const rows = getBinRows(data);
    const crosses = new Set(
      COVERAGE_MODEL.groups.flatMap(({ compiled: { definition } }) =>
        definition.crosses.map(({ name }) => `${definition.name}/${name}`),
      ),
    );
    const totalHits = (bins: typeof rows) => bins.reduce((total, { passed }) => total + passed.hits, 0);
    const combinations = rows.filter(
      ({ group, item, kind }) => kind === 'count' && crosses.has(`${group}/${item}`),
    );
    expect(Number(query('count(//crossBin)'))).toBe(combinations.length);
    expect(Number(query('sum(//crossBin/contents/@coverageCount)'))).toBe(totalHits(combinations));
    const messageRow = rows.find(
      ({ group, item, bin }) => group === 'exit-path' && item === 'exit' && bin === 'message',
    )!;
    const path = `//cgInstance[@name='exit-path']/coverpoint[@name='exit']/coverpointBin[@name='message']`;
    expect(Number(query(`sum(${path}//@coverageCount)`))).toBe(messageRow.passed.hits);
    expect(query(`string(${path}/range/@from)`).trim()).toBe('1');
  });

  it('has unique bin names, and crosses existing coverpoints only', () => {
    const query = createQuery('names', formatUcis(data, OPTIONS));
    expect(Number(query('count(//coverpointBin[@name = preceding-sibling::coverpointBin/@name])'))).toBe(0);
    expect(Number(query('count(//crossBin[@name = preceding-sibling::crossBin/@name])'))).toBe(0);
    expect(Number(query('count(//crossExpr[not(. = ../../coverpoint/@name)])'))).toBe(0);
  });
});

it('a UCIS file is reproducible, and contains times in a format that other tools accept', () => {
  const xml = formatUcis(createFilledCoverage(), OPTIONS);
  expect(xml).toContain('writtenTime="2026-01-02T03:04:05"');
  expect(formatUcis(createFilledCoverage(), OPTIONS)).toBe(xml);
});
