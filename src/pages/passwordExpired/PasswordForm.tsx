/** Old password, new password and its repetition; the rules are shown as they are met (spec 5). */
import { CircleIcon, TickCircleIcon } from '@blueprintjs/icons';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { PasswordChange } from '../../../contract/bodies.ts';
import { PASSWORD_MIN_LENGTH, PASSWORD_RULES, unmetPasswordRules } from '../../../contract/cash.ts';
import type { Failure } from '../../../contract/failure.ts';
import { useText } from '../../i18n/index.ts';
import { Field, PasswordInput } from '../../ui/Field.tsx';
import { FailureNotice } from './FailureNotice.tsx';

const FIELDS: readonly (keyof PasswordChange)[] = ['password', 'new_password', 'new_password_confirmation'];
const NOTHING: PasswordChange = { password: '', new_password: '', new_password_confirmation: '' };
const RULES = ['length', ...Object.keys(PASSWORD_RULES), 'fresh', 'repeated'];

/** Whether a rule is met by what is typed so far. */
function isMet(rule: string, typed: PasswordChange, unmet: ReadonlySet<string>): boolean {
  const { password, new_password, new_password_confirmation } = typed;
  if (new_password === '') return false;
  if (rule === 'fresh') return password !== '' && password !== new_password;
  if (rule === 'repeated') return new_password_confirmation === new_password;
  return !unmet.has(rule);
}

function read(form: HTMLFormElement): PasswordChange {
  const data = new FormData(form);
  const of = (name: keyof PasswordChange) => String(data.get(name) ?? '');
  return {
    password: of('password'),
    new_password: of('new_password'),
    new_password_confirmation: of('new_password_confirmation'),
  };
}

export interface PasswordFormProps {
  /** Whose password: for the browser's password keeper. */
  username: string;
  failure: Failure | null;
  busy: boolean;
  onSubmit: (change: PasswordChange) => void;
  /** Whether anything is typed, each time that changes. */
  onTyped?: (typed: boolean) => void;
  /** A second, quiet button. */
  aside?: ReactNode;
}

type Problems = Partial<Record<keyof PasswordChange, string>>;

export function PasswordForm({ username, failure, busy, onSubmit, onTyped, aside }: PasswordFormProps) {
  const t = useText('session');
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(NOTHING);
  const [problems, setProblems] = useState<Problems>({});
  const unmet = new Set<string>(unmetPasswordRules(typed.new_password));
  const labels = { show: t('password.show'), hide: t('password.hide'), capsLock: t('password.capsLock') };

  function problemsOf(change: PasswordChange): Problems {
    const found: Problems = {};
    if (change.password === '') found.password = t('password.problems.old');
    if (change.new_password === '') found.new_password = t('password.problems.new');
    else if (unmetPasswordRules(change.new_password).length > 0) found.new_password = t('password.problems.rules');
    else if (change.new_password === change.password) found.new_password = t('password.problems.fresh');
    if (change.new_password_confirmation === '') found.new_password_confirmation = t('password.problems.repeat');
    else if (change.new_password_confirmation !== change.new_password)
      found.new_password_confirmation = t('password.problems.differs');
    return found;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const change = read(event.currentTarget);
    const found = problemsOf(change);
    setProblems(found);
    const first = Object.keys(found)[0];
    if (first === undefined) onSubmit(change);
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const now = read(event.currentTarget);
    const any = (change: PasswordChange) => FIELDS.some((name) => change[name] !== '');
    if (any(now) !== any(typed)) onTyped?.(any(now));
    setTyped(now);
  }

  const errorOf = (name: keyof PasswordChange) => problems[name] ?? failure?.fields[name]?.[0];

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={onInput}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={t('password.old')} error={errorOf('password')}>
        {(wiring) => (
          <PasswordInput {...wiring} name="password" autoComplete="current-password" labels={labels} autoFocus />
        )}
      </Field>
      <Field label={t('password.new')} error={errorOf('new_password')}>
        {(wiring) => <PasswordInput {...wiring} name="new_password" autoComplete="new-password" labels={labels} />}
      </Field>
      <Field label={t('password.repeat')} error={errorOf('new_password_confirmation')}>
        {(wiring) => (
          <PasswordInput {...wiring} name="new_password_confirmation" autoComplete="new-password" labels={labels} />
        )}
      </Field>
      <ul className="stack text-xs password-rules" aria-label={t('password.rules.label')}>
        {RULES.map((rule) => {
          const met = isMet(rule, typed, unmet);
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
