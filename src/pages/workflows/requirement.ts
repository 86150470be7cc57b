import type { Text } from '../../i18n/index.ts';

/** A requirement's name for people: `4-counting-act` is section 4 of the specification, `decision-43` a decision. */
export function requirementWords(t: Text, requirement: string): string {
  // a dot would be a step into the texts
  const name = t(`requirements.${requirement.replaceAll('.', '_')}`);
  const [, number] = /^decision-(\d+)$/.exec(requirement) ?? [];
  if (number !== undefined) return t('requirement.decision', { number, name });
  const [, section] = /^(\d+)-/.exec(requirement) ?? [];
  if (section !== undefined) return t('requirement.section', { section, name });
  const [, area] = /^areas-([\d.]+)/.exec(requirement) ?? [];
  if (area !== undefined) return t('requirement.areas', { section: area, name });
  return /^[VP]\d+$/.test(requirement) ? t('requirement.other', { key: requirement, name }) : name;
}
