import type { Text } from '../../i18n/index.ts';

/** A requirement's name for people: `4-counting-act` is section 4 of the specification, `decision-43` a decision. */
export function requirementWords(t: Text, requirement: string): string {
  const [, number] = /^decision-(\d+)$/.exec(requirement) ?? [];
  if (number !== undefined) return t('requirement.decision', { number });
  const [, section, about] = /^(\d+)-(.+)$/.exec(requirement) ?? [];
  if (section === undefined || about === undefined) return t('requirement.other', { name: requirement });
  return t('requirement.section', { section, name: about.replaceAll('-', ' ') });
}
