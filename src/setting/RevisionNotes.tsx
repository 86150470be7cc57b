/** What a revision that is being written does to the other days of its subject, below its first day. */
import { type Field, optionsOf, sentName } from '../../contract/directory/fields.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { useCall } from '../api/queries.ts';
import { bodyOf } from '../directory/values.ts';
import { useText } from '../i18n/index.ts';
import { InfoBox } from '../ui/Notice.tsx';
import { useSettled } from '../ui/useSettled.ts';
import type { FormFields } from './revisions.ts';

/** The day with its subject as the call asks for it; null while a part of it is not chosen. */
function askedOf({ spec }: AnySetting, values: FormFields): Record<string, unknown> | null {
  const body = bodyOf({ spec: { fields: spec.subject } }, values);
  const isWhole = Object.entries<Field>(spec.subject).every(
    ([name, field]) => optionsOf(field).optional || body[sentName(name, field)] !== undefined,
  );
  if (!isWhole || values.valid_from === null) return null;
  const last = spec.until === undefined ? null : values[spec.until];
  const said = { ...body, valid_from: values.valid_from, last };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
}

export function RevisionNotes({ setting, values }: { setting: AnySetting; values: FormFields }) {
  const t = useText('setting');
  const asked = JSON.stringify(askedOf(setting, values));
  // while something is typed nothing is asked
  const settled = useSettled(asked);
  const query = JSON.parse(settled) as object | null;
  const read = useCall(setting.calls.notes, { query: query ?? {} } as never, { enabled: query !== null });
  const notes = (read.data as { data: string[] } | undefined)?.data ?? [];
  // what was said of another day is not true of this one
  const shown = asked === settled ? notes : [];
  return (
    <div role="status" className="revision-notes" data-testid="revision-notes">
      {shown.length > 0 && (
        <InfoBox>
          <p>{t(setting.spec.confirm ? 'form.notesConfirmed' : 'form.notes')}</p>
          <ul>
            {shown.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </InfoBox>
      )}
    </div>
  );
}
