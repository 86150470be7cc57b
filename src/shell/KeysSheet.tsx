import { Button } from '@blueprintjs/core';
import { useState } from 'react';
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

export default function KeysSheet() {
  const t = useText('keys');
  // of what was on the screen: the sheet itself is none of it
  const [ofPage] = useState(pageKeys);
  const groups = [...useKeysNow(), ...ofPage, EVERYWHERE];
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
