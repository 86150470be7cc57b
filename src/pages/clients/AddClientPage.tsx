/** A new client, part by part: who it is, phones, address, work, consent. Doubles are found while the number is typed. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../../contract/directories/client.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { sectionId } from '../../directory/words.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { clientPane } from './clientPane.tsx';
import { cardPath } from './paths.ts';
import './clients.css';

const { machine, Pane } = clientPane;

/** Fields that begin a part. */
const PARTS = ['pinfl', 'phones', 'region', 'actual_region', 'workplace', 'photo'] as const;

export default function AddClientPage() {
  const t = useText('directories/client');
  const mayAdd = useAllows('client.add');
  usePageTitle(t('new'));
  return mayAdd ? <NewClient /> : <Empty kind="nothing" title={t('mayNotAdd')} text={t('mayNotAddText')} />;
}

function NewClient() {
  const t = useText('directories/client');
  const [, navigate] = useLocation();
  const actor = useRecordPane({ machine });
  const place = useSelector(actor, ({ context }) => context.place);
  useEffect(() => {
    actor.send({ type: 'pane.open', place: 'new' });
    const changes = actor.on('record.changed', ({ record }) => navigate(cardPath(record.id)));
    // closed: whatever was typed and kept is a draft
    const closing = actor.subscribe((snapshot) => {
      if (snapshot.context.place === null) navigate(pathOf('clients'));
    });
    return () => {
      changes.unsubscribe();
      closing.unsubscribe();
    };
  }, [actor, navigate]);
  return (
    <div className="client-new">
      <nav className="client-steps" aria-label={t('parts')}>
        <ol>
          {PARTS.map((part) => (
            <li key={part}>
              <button
                type="button"
                onClick={() =>
                  document.getElementById(sectionId(client.spec.name, part))?.scrollIntoView({ block: 'start' })
                }
              >
                <span>
                  <b>{t(`sections.${part}.title`)}</b>
                  <span className="muted">{t(`sections.${part}.help`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {place === 'new' && <Pane actor={actor} />}
    </div>
  );
}
