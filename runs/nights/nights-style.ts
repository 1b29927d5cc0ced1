/** The styles of the trends page, in addition to those of a run's page. */
export const TRENDS_STYLE = `
.trends-page h1{font-size:1.6rem;line-height:1.25;margin:1rem 0 .2rem;overflow-wrap:anywhere}
.series h2{overflow-wrap:anywhere}
.newest{font-size:1.05rem}
.trends{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;margin:1rem 0}
.trends figure{margin:0;background:var(--raised);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .6rem .2rem;min-width:0}
.trends figcaption{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 .8rem;padding:0 .3rem}
.trends .name{font-weight:600}.trends .now{font-variant-numeric:tabular-nums}
.trend{display:block;width:100%;height:auto}
.trend .grid{stroke:var(--line)}.trend .tick{fill:var(--muted);font:11px system-ui,sans-serif}
.trend .line{stroke:var(--link);stroke-width:1.75;stroke-linejoin:round}
.trend .point{fill:var(--link)}.trend .hit-area{fill:transparent}
.trend a:hover .point,.trend g:hover .point{stroke:var(--text);stroke-width:2}
.trend .up{fill:var(--bad)}.trend .down{fill:var(--good)}
.key{padding:0 .3rem;font-size:.85rem}
.key::before{content:"";display:inline-block;width:.6rem;height:.6rem;border-radius:.1rem;margin-right:.35rem;background:currentColor}
.series table{font-size:.88rem}.series td,.series th{white-space:nowrap}.series td.prose{white-space:normal;min-width:14rem;overflow-wrap:anywhere}
@media print{.trends figure,.series tr{break-inside:avoid}}
`;
