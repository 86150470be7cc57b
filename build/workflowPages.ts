/**
 * The pages of `docs/workflows/<language>` as HTML, made when the app is built: the browser gets no reader of Markdown. They
 * are files of this repository, and HTML written in them is shown as text.
 */
import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const PAGE = /\/docs\/workflows\/(?:ru|uz)\/(\w+)\.md$/;
const LINK = /^(?:\.\.\/\.\.\/generated\/workflows\/)?(\w+)\.md$/;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The HTML of one page. A link leads to the workflow's page beside this one (`/workflows/<name>`); to the page itself there is
 * none. Throws for a link that leads anywhere else.
 */
export function workflowPage(markdown: string, own: string): string {
  const pages = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      heading({ tokens, depth }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens);
        return depth === 1 ? `<h2 class="section-title">${words}</h2>` : `<h3 class="side-title">${words}</h3>`;
      },
      strong({ tokens }: Tokens.Strong) {
        return `<b>${this.parser.parseInline(tokens)}</b>`;
      },
      tablecell({ tokens, header }: Tokens.TableCell) {
        const words = this.parser.parseInline(tokens);
        return header ? `<th scope="col">${words}</th>` : `<td>${words}</td>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const [, workflow] = LINK.exec(href) ?? [];
        if (workflow === undefined) throw new Error(`the page of ${own}: ${href} is not a workflow's page`);
        return workflow === own ? words : `<a href="/workflows/${workflow}">${words}</a>`;
      },
    },
  });
  return pages.parse(markdown, { async: false }).trim();
}

export function workflowPages(): Plugin {
  return {
    name: 'idora:workflow-pages',
    enforce: 'pre',
    load(id) {
      const [, own] = PAGE.exec(id) ?? [];
      if (own === undefined) return undefined;
      this.addWatchFile(id);
      const html = workflowPage(readFileSync(id, 'utf8'), own);
      return { code: `export default ${JSON.stringify(html)};`, moduleType: 'js' };
    },
  };
}
