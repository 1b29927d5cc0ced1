/** Values of attributes; numbers are whole. */
export type XmlAttributes = Readonly<Record<string, string | number>>;

/** What XML 1.0 cannot hold, escaped or not, but for the three blanks: control characters, lone surrogates, non-characters. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const BLANKS = '\t\n\r';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for XML and HTML, in elements and in quoted attributes; what neither can hold is left out. */
export function escapeMarkup(text: string): string {
  return text
    .replace(UNWRITABLE, (sign) => (BLANKS.includes(sign) ? sign : ''))
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/** An element; its content is elements, or text that is already escaped. */
export function xmlElement(name: string, attributes: XmlAttributes, content: readonly string[] = []): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => attribute(key, value))].join(' ');
  return content.length === 0 ? `<${start}/>` : `<${start}>${content.join('\n')}</${name}>`;
}

/** A document with this root. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function attribute(key: string, value: string | number): string {
  return `${key}="${escapeMarkup(String(value))}"`;
}
