/** A group of related pages in reading order. Paths are relative to the repository root. */
interface Chapter {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The site's start page. */
export const HOME = 'docs/journeys/README.md';

/** The navigation. Pages that are only linked to from other pages are built as well. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Getting started',
    pages: [
      HOME,
      'docs/journeys/how-pops-works.md',
      'docs/journeys/verification-engineer.md',
      'docs/journeys/compiler-engineer.md',
      'docs/journeys/rtl-engineer.md',
      'docs/journeys/contributor.md',
    ],
  },
  {
    title: 'Guide',
    pages: [
      'README.md',
      'docs/first-bug.md',
      'docs/debugging.md',
      'docs/why.md',
      'docs/seeds.md',
      'docs/regression.md',
      'docs/recipes.md',
      'docs/coverage.md',
      'docs/suites.md',
      'docs/shader-authors.md',
      'docs/judging-shaders.md',
      'docs/found.md',
      'docs/state-file.md',
      'docs/rtl.md',
      'docs/trace.md',
      'docs/cosim.md',
      'docs/litmus.md',
      'docs/steering.md',
      'docs/exploring.md',
      'docs/matrix.md',
      'docs/glossary.md',
    ],
  },
  {
    title: 'Guarantees and limits',
    pages: [
      'docs/fidelity.md',
      'docs/stability.md',
      'docs/reliability.md',
      'docs/limits.md',
      'docs/provenance.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'The code',
    pages: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/extending.md', 'docs/api-report.md'],
  },
  {
    title: 'POPS and its pipeline',
    pages: [
      'docs/reference/README.md',
      'docs/reference/pops.md',
      'docs/reference/pipeline.md',
      'docs/reference/statements.md',
      'docs/reference/faults.md',
      'docs/reference/scenarios.md',
      'docs/reference/checking.md',
      'docs/reference/corpus.md',
      'docs/reference/formats.md',
      'docs/reference/traps.md',
      'docs/reference/goals.md',
    ],
  },
];
