import { Button } from '@blueprintjs/core';
import { useSyncExternalStore } from 'react';
import { type KeyGroup, showSheet, useKeysNow } from '../app/keys.ts';
import { pageKeys } from '../app/pageKeys.ts';
import { useText } from '../i18n/index.ts';
import { Rich } from '../i18n/Rich.tsx';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Kbd } from '../ui/small.tsx';
import './keysSheet.css';

// texts: keys *
const EVERYWHERE: KeyGroup = {
  space: 'keys',
  title: 'everywhere.title',
  rows: [
    ['everywhere.search', 'Ctrl', 'K'],
    ['everywhere.keys', '?'],
    ['everywhere.report', '!'],
    ['everywhere.close', 'Esc'],
  ],
};

function Group({ group: { space, title, rows } }: { group: KeyGroup }) {
  const t = useText(space);
  return (
    <section className="keys-group">
      <h3>{t(title)}</h3>
      <dl>
        {rows.map(([text, ...keys]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>
              <Rich text={t(text)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Parts of the page that answer keys may come while the sheet is open. */
function watchPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}

let ofPage = pageKeys();
/** The same group until another key is answered. */
function pageKeysNow(): KeyGroup[] {
  const now = pageKeys();
  const names = (groups: KeyGroup[]) => groups.flatMap(({ rows }) => rows.map(([text]) => text)).join();
  if (names(now) !== names(ofPage)) ofPage = now;
  return ofPage;
}

export default function KeysSheet() {
  const t = useText('keys');
  const groups = [...useKeysNow(), ...useSyncExternalStore(watchPage, pageKeysNow), EVERYWHERE];
  const close = () => showSheet(null);
  return (
    <AskDialog title={t('title')} onClose={close} foot={<Button autoFocus text={t('common:close')} onClick={close} />}>
      <div className="keys-groups" data-testid="keys">
        {groups.map((group) => (
          <Group key={`${group.space}:${group.title}`} group={group} />
        ))}
      </div>
    </AskDialog>
  );
}
