/** The page that somebody wrote about a workflow (`docs/workflows`), at the foot of its window. */
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Text } from '../../i18n/index.ts';
import { workflowPath } from './addresses.ts';
import { fileOf, readingOf } from './readings.ts';

export const READING = 'workflow-reading';

export function Reading({ name, t }: { name: string; t: Text }) {
  const [read, setRead] = useState<{ of: string; text: string | null }>({ of: '', text: null });
  useEffect(() => {
    let wanted = true;
    readingOf(name)?.then(
      (text) => wanted && setRead({ of: name, text }),
      // the rest of the window stands without it, and the file is named
      () => wanted && setRead({ of: name, text: null }),
    );
    return () => {
      wanted = false;
    };
  }, [name]);
  return (
    <section id={READING} className="workflow-reading" aria-label={t('docs')} data-testid="reading">
      <p className="code muted">{fileOf(name)}</p>
      {read.of === name && read.text === null && <p>{t('docsNotRead')}</p>}
      {read.of === name && read.text !== null && (
        <div lang="en">
          <Written text={read.text} own={name} />
        </div>
      )}
    </section>
  );
}

/** Code, strong words and links to other workflows; `own` is the one that is looked at. */
function inline(text: string, own: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part, at) => {
    const key = `${at}`;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <b key={key}>{inline(part.slice(2, -2), own)}</b>;
    const [, words, workflow] = /^\[([^\]]+)\]\((?:\.\.\/generated\/workflows\/)?(\w+)\.md\)$/.exec(part) ?? [];
    if (words === undefined || workflow === undefined) return part;
    return workflow === own ? (
      words
    ) : (
      <Link key={key} href={workflowPath(workflow)}>
        {inline(words, own)}
      </Link>
    );
  });
}

const cellsOf = (row: string): string[] => row.slice(1, -1).split('|');

/** Markdown, as far as these pages are written in it: headings, paragraphs, lists and tables. */
export function Written({ text, own }: { text: string; own: string }) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block, at) => {
      const key = `${at}`;
      const lines = block.split('\n');
      const [first = ''] = lines;
      const [, marks, heading] = /^(#+) (.*)$/.exec(first) ?? [];
      if (heading !== undefined) {
        return marks === '#' ? (
          <h2 key={key} className="section-title">
            {inline(heading, own)}
          </h2>
        ) : (
          <h3 key={key} className="side-title">
            {inline(heading, own)}
          </h3>
        );
      }
      if (first.startsWith('|')) {
        const [head = '', , ...rows] = lines;
        return (
          <table key={key}>
            <thead>
              <tr>
                {cellsOf(head).map((cell) => (
                  <th key={cell} scope="col">
                    {inline(cell.trim(), own)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row}>
                  {cellsOf(row).map((cell, nth) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells of a written row never move
                    <td key={nth}>{inline(cell.trim(), own)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      }
      if (first.startsWith('- ')) {
        return (
          <ul key={key}>
            {block
              .slice(2)
              .split('\n- ')
              .map((item) => (
                <li key={item}>{inline(item.replace(/\n\s*/g, ' '), own)}</li>
              ))}
          </ul>
        );
      }
      return <p key={key}>{inline(lines.join(' '), own)}</p>;
    });
}
