/** The address of a page on the web, as people copy it from a browser. */
export const MAX_LINK = 500;

export const isLink = (written: string): boolean => /^https?:\/\/[^\s/]+\.[^\s]+$/.test(written);
