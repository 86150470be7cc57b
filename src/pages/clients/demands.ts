/** What the setting in force asks of a new client, as rules of the form: the server refuses the same in the same words. */
import { type ClientTerms, clientTerms } from '../../../contract/clientTerms.ts';
import { ageOn } from '../../../contract/persons.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import type { Demand, Demands } from '../../directory/pane.tsx';
import type { LineValues } from '../../directory/values.ts';
import { tashkentDay } from '../../format/dates.ts';
import type { Text } from '../../i18n/index.ts';
import { type Rule, required } from '../../ui/form/rules.ts';

const ONE = ['pinfl', 'region', 'workplace', 'salary', 'photo'] as const;
/** Fields that the setting calls otherwise. */
const AS_SET = { region: 'address', salary: 'income' } as const;
const NONE: Demands = {};
/** Whatever the setting says. */
const ALWAYS: Demands = { consent: { rule: required } };

type Lines = readonly LineValues[];

/** What is missing among lines; each sentence is said beforehand, too. */
function ofLines(lacks: readonly { words: string; isThere: (lines: Lines) => boolean }[]): Demand {
  const rule: Rule<Lines> = (lines) => {
    const live = lines.filter(({ active }) => active);
    return lacks.find(({ isThere }) => !isThere(live)) ?? null;
  };
  return { rule, help: lacks.map(({ words }) => words).join(' ') };
}

export function demandsOf({ age_from, age_to, needed, photo }: ClientTerms, t: Text): Demands {
  const isNeeded = (one: string) => needed.includes(one) || (one === 'photo' && photo);
  const age: Rule<string | null> = (born) => {
    const years = born === null ? age_from : ageOn(born, tashkentDay(Date.now()));
    return years >= age_from && years <= age_to
      ? null
      : { words: t('demands.age', { age: years, from: age_from, to: age_to }) };
  };
  const phones = [{ words: t('demands.phone'), isThere: ({ length }: Lines) => length > 0 }];
  if (isNeeded('second_phone')) phones[0] = { words: t('demands.secondPhone'), isThere: ({ length }) => length > 1 };
  if (isNeeded('relative'))
    phones.push({
      words: t('demands.relative'),
      isThere: (lines) => lines.some(({ owner }) => owner === 'relative'),
    });
  const single = ONE.filter((name) => isNeeded(name in AS_SET ? AS_SET[name as keyof typeof AS_SET] : name));
  return {
    ...Object.fromEntries(single.map((name) => [name, { rule: required }])),
    birth_date: { rule: age },
    phones: ofLines(phones),
    ...(isNeeded('passport') && {
      documents: ofLines([{ words: t('demands.document'), isThere: ({ length }) => length > 0 }]),
    }),
  };
}

export function useClientDemands(isNew: boolean, t: Text): Demands {
  const mayAdd = useAllows('client.add');
  const { data } = useCall(clientTerms, {}, { enabled: isNew && mayAdd });
  if (!isNew) return NONE;
  return data?.data ? { ...ALWAYS, ...demandsOf(data.data, t) } : ALWAYS;
}
