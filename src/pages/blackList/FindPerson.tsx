/** Whether a person is on the list, by PINFL or document. */
import { blackListFind } from '../../../contract/blackList.ts';
import { isPersonalNumber, plainNumber } from '../../../contract/persons.ts';
import { request } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FindByNumber } from '../../ui/person/FindByNumber.tsx';
import { EntryChip } from './EntryChip.tsx';

const find = async (written: string) => (await request(blackListFind, { body: { number: plainNumber(written) } })).data;

export function FindPerson({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) {
  const t = useText('blackList');
  return (
    <FindByNumber
      words={{
        title: t('find.title'),
        act: t('find.act'),
        number: t('find.number'),
        help: t('find.help'),
        wrong: t('find.wrong'),
      }}
      isNumber={(written) => isPersonalNumber(plainNumber(written))}
      find={find}
      onClose={onClose}
      testId="black-list-find"
    >
      {(found) => {
        const listed = found.some((one) => one.in_force);
        return (
          <div role="status" className="black-list-found" data-testid="black-list-found">
            <Notice tone={listed ? 'bad' : 'done'} inset>
              {t(listed ? 'find.listed' : 'find.notListed')}
            </Notice>
            <ul>
              {found.map((one) => (
                <li key={one.id}>
                  <button type="button" className="link" onClick={() => onOpen(one.id)}>
                    {one.fullname}
                  </button>
                  <EntryChip status={one.status} />
                  <span className="muted num">
                    {formatDate(one.from)} – {one.to === null ? t('open') : formatDate(one.to)}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </FindByNumber>
  );
}
