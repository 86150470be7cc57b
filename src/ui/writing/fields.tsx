/** Whom something is for, and when: the same fields wherever an author asks for them, in the words of the page. */
import type { ReactNode } from 'react';
import type { Text } from '../../i18n/index.ts';
import { CheckField, DateField, TextField } from '../form/fields.tsx';
import { type Chosen, ManyField } from '../form/ManyField.tsx';
import type { RemoteSource } from '../form/remote.ts';
import type { FieldBinding } from '../form/useForm.ts';

interface PartProps {
  /** Of the page: its `form` has the labels. */
  t: Text;
  legend: string;
  children?: ReactNode;
}

export function Part({ legend, children }: Omit<PartProps, 't'>) {
  return (
    <fieldset className="writing-part">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface AudienceProps extends PartProps {
  everybody: string;
  everyone: FieldBinding<boolean>;
  positions: FieldBinding<readonly Chosen[]>;
  organizations: FieldBinding<readonly Chosen[]>;
  of: { positions: RemoteSource; organizations: RemoteSource };
}

export function AudiencePart({ t, legend, everybody, everyone, positions, organizations, of }: AudienceProps) {
  return (
    <Part legend={legend}>
      <CheckField label={everybody} {...everyone} />
      {!everyone.value && (
        <>
          <ManyField
            label={t('form.positions')}
            help={t('form.audienceHelp')}
            of={of.positions}
            add={t('form.addPosition')}
            {...positions}
          />
          <ManyField
            label={t('form.organizations')}
            of={of.organizations}
            add={t('form.addOrganization')}
            {...organizations}
          />
        </>
      )}
    </Part>
  );
}

interface PeriodProps extends PartProps {
  from: { day: FieldBinding<string | null>; time: FieldBinding<string> };
  to: { day: FieldBinding<string | null>; time: FieldBinding<string> };
  /** Of an end that may be left out: what that means. Its time is asked for once a day is written. */
  toHelp?: string;
}

export function PeriodPart({ t, legend, from, to, toHelp, children }: PeriodProps) {
  return (
    <Part legend={legend}>
      <div className="writing-moment">
        <DateField label={t('form.from_day')} {...from.day} />
        <TextField label={t('form.from_time')} maxLength={5} inputMode="numeric" placeholder="09:00" {...from.time} />
      </div>
      <div className="writing-moment">
        <DateField label={t('form.to_day')} help={toHelp} {...to.day} />
        {(toHelp === undefined || to.day.value !== null) && (
          <TextField label={t('form.to_time')} maxLength={5} inputMode="numeric" placeholder="18:00" {...to.time} />
        )}
      </div>
      {children}
    </Part>
  );
}
