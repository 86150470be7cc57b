/** Pages that a person who looks for one that is planned may use meanwhile, or next to it. */
export const related: Readonly<Record<string, readonly string[]>> = {};
