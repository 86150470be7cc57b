/** Names of people as they are written here: surname, given name, father's name. */

/** "Karimov Jasur Alisher oʻgʻli" → "Karimov J.": where the whole name does not fit. */
export function shortName(fullname: string): string {
  const [surname = '', given] = fullname.trim().split(/\s+/);
  return given === undefined ? surname : `${surname} ${given[0]?.toUpperCase()}.`;
}

/** "Jasur": over a narrow column. */
export function givenName(fullname: string): string {
  const [surname = '', given] = fullname.trim().split(/\s+/);
  return given ?? surname;
}

/** "KJ": surname and given name. */
export function initials(fullname: string): string {
  const [surname = '', given = ''] = fullname.trim().split(/\s+/);
  return `${surname[0] ?? ''}${given[0] ?? ''}`.toUpperCase();
}
