import { BASE_CSS } from '../../harness/page/index.js';

/** Styles for the covergroup tree, stages and growth curve. */
const COVERAGE_CSS = `
.covergroup{border:1px solid var(--line);border-radius:.4rem;padding:.1rem .8rem;margin:.3rem 0}
.item{margin-left:1rem}.item td:first-child{min-width:9rem}
.stages{list-style:none;padding:0}
.hole{color:var(--bad)}.excluded{color:var(--muted)}
.growth .wide svg{max-width:46rem}.growth polyline{stroke:var(--link);stroke-width:2.5}.growth polyline.expected{stroke-dasharray:5 5}.growth polygon{fill:var(--link);opacity:.12}.growth .grid{stroke:var(--line);stroke-width:1}
@media (max-width:40rem){.item{margin-left:.2rem}}
`;

const FAILURES_CSS = `
.group{border:1px solid var(--line);border-left:.3rem solid var(--fill-bad);border-radius:.4rem;padding:.1rem 1rem .5rem;margin:.9rem 0}
.group.known{border-left-color:var(--fill-open)}
.group h3{margin:.6rem 0 .3rem;font-size:1.1rem;overflow-wrap:anywhere}
.rule{margin:.2rem 0 .5rem}
.bucket{border-top:1px solid var(--line);padding:.1rem 0}
.evidence>summary{font-weight:600}
.chips{display:flex;flex-wrap:wrap;gap:.1rem .9rem;list-style:none;padding:0;margin:0}
.picture{line-height:1.2}
`;

const HEADER_CSS = `
header{padding-top:1rem;padding-bottom:1rem}
body::before{content:"";display:block;height:.45rem;background:var(--text)}
body:has(>header.pass)::before{background:var(--fill-good)}body:has(>header.fail)::before{background:var(--fill-bad)}
body:has(>header.partial)::before,body:has(>header.running)::before{background:var(--fill-open)}
.identity{color:var(--muted);font-size:.88rem;margin:0}
h1{font-size:1.55rem;line-height:1.3;margin:.35rem 0 .7rem;overflow-wrap:anywhere}
.verdict{color:var(--good)}.partial .verdict,.running .verdict{color:var(--open)}.fail .verdict{color:var(--bad)}
.outcomes{display:block;width:100%;height:.7rem;border-radius:.35rem;background:var(--raised)}
.passed{fill:var(--fill-good)}.known{fill:var(--fill-open)}.failed{fill:var(--fill-bad)}.errors{fill:var(--fill-error)}
.first-step{margin:1rem 0;padding:.6rem .9rem .35rem;background:var(--raised);border-left:.3rem solid var(--link);border-radius:.3rem}
.first-step code{background:var(--background)}
.figures{display:flex;flex-wrap:wrap;gap:.6rem 2.2rem;margin:1rem 0}
.figures dt{font-size:.82rem;color:var(--muted)}.figures dd{margin:0;font-size:1.3rem;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}
.figures .bad dd{color:var(--bad)}.figures .open dd{color:var(--open)}.figures dd.note{font-size:.8rem;font-weight:400;color:var(--muted)}
.fact{font-size:.9rem;color:var(--muted);margin:.15rem 0}
nav{position:sticky;top:0;z-index:2;background:var(--background);border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding-top:.55rem;padding-bottom:.55rem;white-space:nowrap}
nav a{text-decoration:none;color:var(--text);padding:.15rem 0}nav a:hover{text-decoration:underline}
@media (max-width:40rem){nav{position:static}nav li{padding:.2rem 0}h1{font-size:1.25rem}.figures{display:grid;grid-template-columns:repeat(3,1fr);gap:.6rem .8rem}.figures dd{font-size:1.1rem}}
`;

const CHARTS_CSS = `
svg text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--text)}
.drawing{margin:.8rem 0}
.drawing svg{display:block;max-width:100%}.wide svg{width:100%;max-width:66rem}.narrow{display:none}.narrow svg{width:100%}
svg .tick{fill:var(--muted);stroke:none}line.tick,line.axis{stroke:var(--muted);stroke-width:1}
@media (max-width:40rem){.wide{display:none}.narrow{display:block}}
`;

/** The styles for paper: no controls, no dark colours, and no tables cut off at the edge. */
const PRINT_CSS = `
@media print{nav,.filter,button{display:none}body{font-size:10pt}header,main{max-width:none;padding:0}.scroll,pre{overflow:visible;white-space:pre-wrap}table{font-size:8pt}td .command,.prose{min-width:0}th,td{overflow-wrap:anywhere}.whole,.number{white-space:normal}article,tr,svg{break-inside:avoid}}
`;

/** A bar length for each whole percentage, because the page's content security policy forbids inline styles. */
const BAR_LENGTHS = Array.from(
  { length: 101 },
  (_, percent) => `[data-share="${percent}"]{--share:${percent}%}`,
).join('');

/** Styles for tables and their filters and bars. */
const TABLES_CSS = `
.scroll{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{text-align:left;padding:.3rem .7rem;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:.2rem}
thead th{color:var(--muted);font-weight:600;font-size:.84rem;border-bottom:2px solid var(--line)}
tbody tr:hover{background:var(--raised)}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td .command{min-width:18rem;margin:0}td summary{padding:0}#changes table,#what-ran table{width:auto;min-width:min(100%,24rem)}td .copy{padding:.02rem .5rem;font-size:.82rem}
.prose{min-width:14rem}
.filter{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.8rem 0 .4rem}
.filter label{display:flex;gap:.4rem;align-items:center}
.filter input{width:17rem}.filter output{color:var(--muted);font-size:.9rem}
.bar{display:inline-block;width:5rem;height:.6rem;border-radius:.3rem;margin-right:.5rem;background:linear-gradient(to right,var(--fill) var(--share),var(--line) var(--share))}
.bar.plain{--fill:var(--link)}.bar.good{--fill:var(--fill-good)}.bar.open{--fill:var(--fill-open)}.bar.bad{--fill:var(--fill-bad)}
.share{display:inline-block;min-width:4.2rem;text-align:right;font-variant-numeric:tabular-nums;margin-right:.6rem}
@media (scripting:none){.filter{display:none}}
@media (max-width:40rem){.stack thead{display:none}.stack tbody tr{display:block;border-bottom:2px solid var(--line);padding:.4rem 0}.stack td{display:flex;gap:.6rem;border:0;padding:.08rem .2rem;text-align:left;overflow-wrap:anywhere}.stack td::before{content:attr(data-label);flex:none;width:5.5rem;color:var(--muted);white-space:normal}.stack td:empty{display:none}.prose{min-width:10rem}
.filter label:has(input){width:100%}.filter input{flex:1;min-width:0}
th,td{padding:.25rem .4rem}.bar{width:2.5rem;margin-right:.2rem}.share{min-width:3.6rem;margin-right:.3rem}}
${BAR_LENGTHS}`;

/** The page's style sheet, for light and dark mode, phones and print. */
export const PAGE_CSS = [
  BASE_CSS,
  HEADER_CSS,
  TABLES_CSS,
  FAILURES_CSS,
  COVERAGE_CSS,
  CHARTS_CSS,
  PRINT_CSS,
].join('');
