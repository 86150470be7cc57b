/**
 * The pages of `docs/workflows/<language>` as HTML, made when the app is built: the browser gets no reader of Markdown. They
 * are files of this repository, and HTML written in them is shown as text.
 */
import { readFileSync } from 'node:fs';
import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { type ReaderLanguage, readerWords } from './readerWords.ts';

const PAGE = /\/docs\/workflows\/(ru|uz)\/(\w+)\.md$/;
const LINK = /^(?:\.\.\/\.\.\/generated\/workflows\/)?(\w+)\.md$/;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What a person types, sees or chooses, and no name of the code. */
const TYPED = /^(?:\.(?:csv|xlsx)|dd\.mm\.yyyy|Kirim narxi|[^A-Za-z]+)$/;
const apart = (html: string): string => `<span class="code-name">${html}</span>`;

/**
 * Names of the code in words of the reader, and themselves on request (class `code-name`): one beside «its words» alone, one
 * that has words after them, others that stand by themselves in brackets together with those. The status of an answer is such
 * a name, and so is a sentence that does nothing but lead to the page made of the code.
 */
function named(html: string, words: ReadonlyMap<string, string>): string {
  return html
    .replaceAll(/(?:(?<=[.!?] |<p>)[^.<>]*:)? ?<span class="code-name">[^<]*<\/span>\./g, (sentence) =>
      apart(sentence.replace(/<span class="code-name">([^<]*)<\/span>/, '$1')),
    )
    .replaceAll(/ (?:\(4\d\d\)|4\d\d(?= <code>))/g, apart)
    .replaceAll(/(» )?<code>([^<]*)<\/code>/g, (all, beside: string | undefined, code: string) => {
      if (TYPED.test(code)) return all;
      if (beside !== undefined) return `»${apart(` <code>${code}</code>`)}`;
      const word = words.get(code);
      return word === undefined ? all : `«${escaped(word)}»${apart(` <code>${code}</code>`)}`;
    })
    .replaceAll(
      / \(((?:<code>[^<]*<\/code>(?:, )?)+)(?:\)|(?<=>)([;,] ))/g,
      (all, codes: string, more: string | undefined) => {
        if ([...codes.matchAll(/<code>([^<]*)</g)].some(([, code = '']) => TYPED.test(code))) return all;
        return more === undefined ? apart(all) : ` (${apart(`${codes}${more}`)}`;
      },
    );
}

/** Paragraphs, rows and points have a number each, to which what was found leads. */
function numbered(html: string): string {
  let nth = 0;
  return html.replaceAll(/<(p|tr|li)>/g, (_, tag: string) => {
    nth += 1;
    return `<${tag} id="said-${nth}">`;
  });
}

/**
 * The HTML of one page. A link leads to the workflow's page beside this one (`/workflows/<name>`); to the page itself there is
 * none. Throws for a link that leads anywhere else.
 */
export function workflowPage(markdown: string, own: string, language: ReaderLanguage): string {
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
        // of the generated page nothing is in the app
        if (workflow === own && href.includes('/generated/')) return apart(words);
        return workflow === own ? words : `<a href="/workflows/${workflow}">${words}</a>`;
      },
    },
  });
  return numbered(named(pages.parse(markdown, { async: false }).trim(), readerWords(own, language)));
}

export function workflowPages(): Plugin {
  return {
    name: 'idora:workflow-pages',
    enforce: 'pre',
    load(id) {
      const [, language, own] = PAGE.exec(id) ?? [];
      if (own === undefined) return undefined;
      this.addWatchFile(id);
      const html = workflowPage(readFileSync(id, 'utf8'), own, language === 'ru' ? 'ru' : 'uz');
      return { code: `export default ${JSON.stringify(html)};`, moduleType: 'js' };
    },
  };
}
