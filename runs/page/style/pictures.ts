/** Styles for diagrams of waves and pixels. */
export const PICTURES_CSS = `
svg text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:var(--text)}
.drawing{margin:.8rem 0}.side-by-side{display:flex;flex-wrap:wrap;gap:.4rem 1.4rem;align-items:flex-start}.side-by-side>div{flex:1;min-width:14rem}.side-by-side ul{list-style:none;padding:0}
.drawing svg{display:block;max-width:100%}.wide svg{width:100%;max-width:66rem}.narrow{display:none}.narrow svg{width:100%}
svg .tick{fill:var(--muted);stroke:none}line.tick,line.axis{stroke:var(--muted);stroke-width:1}svg .cut{fill:var(--muted);paint-order:stroke;stroke:var(--background);stroke-width:5px;font-size:14px}
line.violation{stroke:var(--fill-bad);stroke-width:1.5;stroke-dasharray:4 3}text.violation{fill:var(--bad);font-weight:700}
line.life{stroke:var(--muted);stroke-width:2}line.wait{stroke:var(--muted);stroke-width:5;stroke-dasharray:2 4}line.sleep{stroke:var(--muted);stroke-width:5;stroke-dasharray:1 6}
.section.wave-a,.pixel.wave-a{fill:var(--wave-a)}.section.wave-b,.pixel.wave-b{fill:var(--wave-b)}.section{opacity:.45}.pixel.covered{opacity:.35}
.wave-name{font-weight:700}text.wave-name.wave-a{fill:var(--wave-a)}text.wave-name.wave-b{fill:var(--wave-b)}
.mark{text-anchor:middle;font-weight:700;paint-order:stroke;stroke:var(--background);stroke-width:3px}
.access{fill:var(--muted)}.access.store{fill:var(--fill-open)}.access.atomic{fill:var(--fill-error)}
.both-open{fill:var(--fill-bad);opacity:.13}
.pixel{fill:var(--raised);stroke:var(--line);stroke-width:.5}.pixel.shared{fill:var(--fill-open);opacity:.6}.pixel.violating{fill:var(--fill-bad)}.symbol{font-weight:700}.symbol.violating{fill:#fff}
.why .grid{stroke:var(--line)}.why .line{stroke:var(--wave-a);stroke-width:2}.why .point{fill:var(--wave-a)}.why .jump{stroke:var(--fill-bad);stroke-width:3}.why text.mark{fill:var(--bad)}
.legend{font-size:.85rem;color:var(--muted);margin:.3rem 0}
.waits{list-style:none;padding:0;max-width:46rem}.waits li{border:1px solid var(--line);border-radius:.35rem;padding:.4rem .7rem;margin:0 0 1.5rem;position:relative}.waits li+li::before{content:"▼ waits for";position:absolute;top:-1.45rem;left:1rem;color:var(--muted);font-size:.82rem}.waits li:last-child{border-color:var(--fill-bad);margin-bottom:.6rem}
@media (max-width:40rem){.wide{display:none}.narrow{display:block}}
`;
