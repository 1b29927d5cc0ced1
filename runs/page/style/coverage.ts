/** Styles for the covergroup tree, heat maps, stages and growth curve. */
export const COVERAGE_CSS = `
.covergroup{border:1px solid var(--line);border-radius:.4rem;padding:.1rem .8rem;margin:.3rem 0}
.item{margin-left:1rem}.item td:first-child{min-width:9rem}
.stages{list-style:none;padding:0}
.hole{color:var(--bad)}.excluded{color:var(--muted)}
.heat{width:auto;margin:.5rem 0}.heat td{text-align:right;min-width:3.2rem;border:1px solid var(--line)}
.heat td.empty{background:repeating-linear-gradient(45deg,var(--raised),var(--raised) 4px,var(--line) 4px,var(--line) 5px)}
.heat td.hole{outline:2px solid var(--bad);outline-offset:-2px;font-weight:700}
.growth .wide svg{max-width:46rem}.growth polyline{stroke:var(--link);stroke-width:2.5}.growth polyline.expected{stroke-dasharray:5 5}.growth polygon{fill:var(--link);opacity:.12}.growth .grid{stroke:var(--line);stroke-width:1}
@media (max-width:40rem){.item{margin-left:.2rem}}
`;
