/**
 * Access rules (spec 2 "Access rules", 5, 6; decisions 3 and 9).
 *
 * A rule expression is a list of alternatives separated by `|`; each alternative is a dotted path into the
 * person's rules object. Own properties only: `constructor.name` grants nothing.
 */

/** `{ [resource]: { [action]: true } }` as it travels in user info (decision 32). */
export type Rules = { readonly [resource: string]: { readonly [action: string]: boolean } };

export const RULE_ALTERNATIVE = '|';
export const RULE_PATH = '.';

/** True when every part of every alternative is written: `.show` (a blank resource) is malformed (decision 9). */
export function isWellFormed(expression: string): boolean {
  return expression
    .split(RULE_ALTERNATIVE)
    .every((alternative) => alternative.split(RULE_PATH).every((part) => part.trim() !== ''));
}

function grants(rules: Rules, alternative: string): boolean {
  let value: unknown = rules;
  for (const raw of alternative.split(RULE_PATH)) {
    const part = raw.trim();
    if (part === '' || typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
    value = (value as Record<string, unknown>)[part];
  }
  return Boolean(value);
}

/**
 * Whether the rules let a person through.
 * @param expression one rule, several that must all pass (menu items), or none (open to anyone signed in).
 */
export function allows(rules: Rules, expression: string | readonly string[] | undefined): boolean {
  if (expression === undefined) return true;
  if (typeof expression !== 'string') return expression.every((one) => allows(rules, one));
  return expression.split(RULE_ALTERNATIVE).some((alternative) => grants(rules, alternative));
}
