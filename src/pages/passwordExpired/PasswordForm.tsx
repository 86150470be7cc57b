/** Old password, new password and its repetition; the rules are shown as they are met (spec 5). */
import { CircleIcon, TickCircleIcon } from '@blueprintjs/icons';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { PASSWORD_MIN_LENGTH, PASSWORD_RULES, unmetPasswordRules } from '../../../contract/cash.ts';
import type { Failure } from '../../../machines/session/failure.ts';
import type { PasswordChange } from '../../../machines/session/session.machine.ts';
import { useText } from '../../i18n/index.ts';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { FailureNotice } from './FailureNotice.tsx';

const FIELDS: readonly (keyof PasswordChange)[] = ['password', 'new_password', 'new_password_confirmation'];
const RULES = ['length', ...Object.keys(PASSWORD_RULES)];

export interface PasswordFormProps {
  /** Whose password: for the browser's password keeper. */
  username: string;
  failure: Failure | null;
  busy: boolean;
  onSubmit: (change: PasswordChange) => void;
  /** A second, quiet button. */
  aside?: ReactNode;
}

type Problems = Partial<Record<keyof PasswordChange, string>>;

export function PasswordForm({ username, failure, busy, onSubmit, aside }: PasswordFormProps) {
  const t = useText('session');
  const form = useRef<HTMLFormElement>(null);
  const [fresh, setFresh] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const unmet = new Set<string>(unmetPasswordRules(fresh));
  const labels = { show: t('password.show'), hide: t('password.hide'), capsLock: t('password.capsLock') };

  function problemsOf(change: PasswordChange): Problems {
    const found: Problems = {};
    if (change.password === '') found.password = t('password.problems.old');
    if (change.new_password === '') found.new_password = t('password.problems.new');
    else if (unmetPasswordRules(change.new_password).length > 0) found.new_password = t('password.problems.rules');
    if (change.new_password_confirmation === '') found.new_password_confirmation = t('password.problems.repeat');
    else if (change.new_password_confirmation !== change.new_password)
      found.new_password_confirmation = t('password.problems.differs');
    return found;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const read = (name: keyof PasswordChange) => String(data.get(name) ?? '');
    const change: PasswordChange = {
      password: read('password'),
      new_password: read('new_password'),
      new_password_confirmation: read('new_password_confirmation'),
    };
    const found = problemsOf(change);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first === undefined) onSubmit(change);
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  const errorOf = (name: keyof PasswordChange) => problems[name] ?? failure?.fields[name]?.[0];

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('password.old')} error={errorOf('password')}>
        {(wiring) => (
          <PasswordInput {...wiring} name="password" autoComplete="current-password" labels={labels} autoFocus />
        )}
      </Field>
      <Field label={t('password.new')} error={errorOf('new_password')}>
        {(wiring) => (
          <PasswordInput
            {...wiring}
            name="new_password"
            autoComplete="new-password"
            labels={labels}
            onChange={(event) => setFresh(event.target.value)}
          />
        )}
      </Field>
      <ul className="stack text-xs password-rules" aria-label={t('password.rules.label')}>
        {RULES.map((rule) => {
          const met = fresh !== '' && !unmet.has(rule);
          const Icon = met ? TickCircleIcon : CircleIcon;
          return (
            <li key={rule} className={met ? 'row green' : 'row muted'}>
              <Icon size={12} />
              {t(`password.rules.${rule}`, { length: PASSWORD_MIN_LENGTH })}
              <span className="unseen">{t(met ? 'password.rules.met' : 'password.rules.unmet')}</span>
            </li>
          );
        })}
      </ul>
      <Field label={t('password.repeat')} error={errorOf('new_password_confirmation')}>
        {(wiring) => (
          <PasswordInput {...wiring} name="new_password_confirmation" autoComplete="new-password" labels={labels} />
        )}
      </Field>
      <FailureNotice failure={failure} fallback={t('password.failed')} fields={FIELDS} />
      <div className="row wrap">
        <button type="submit" className="bp6-button bp6-intent-primary" disabled={busy}>
          {t(busy ? 'password.changing' : 'password.change')}
        </button>
        {aside}
      </div>
    </form>
  );
}
