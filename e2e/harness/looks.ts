/** The looks in which axe sees what opens on a page: every one of them in Uzbek, the largest letters in Russian. */
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { BY_TAGS, violations } from './axe.ts';
import { dress } from './everyPage.ts';

/** What the size of the letters decides. */
const BY_SIZE: axe.RunOptions = {
  runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] },
};
const COLOURS: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const ALL_BUT_COLOURS: axe.RunOptions = { ...BY_TAGS, rules: { 'color-contrast': { enabled: false } } };

/**
 * Which rules are asked in which dress: all of them with the smallest letters, where colours need the most contrast and
 * targets are smallest; colours in the dark theme too, for they depend on the theme, not on the language; sizes with the
 * largest letters; of the second language its names and its longest texts.
 */
export const RULES = { uz12: BY_TAGS, uz28: BY_SIZE, dark: COLOURS, ru28: ALL_BUT_COLOURS } as const;

export interface Look {
  readonly language: 'uz' | 'ru';
  readonly theme: 'light' | 'dark';
  /** Pixels. */
  readonly font: number;
  readonly rules: axe.RunOptions;
}
/** Of what opens beside or over a page that is checked in every look. */
export const ONCE: readonly Look[] = [{ language: 'uz', theme: 'light', font: 12, rules: RULES.uz12 }];
export const EVERY_LOOK: readonly Look[] = [
  { language: 'uz', theme: 'dark', font: 12, rules: RULES.dark },
  { language: 'ru', theme: 'light', font: 28, rules: RULES.ru28 },
  { language: 'uz', theme: 'light', font: 28, rules: RULES.uz28 },
  ...ONCE,
];

/** What stands open is clean in these looks; afterwards it wears the last one. */
export async function expectClean(page: Page, name: string, looks = EVERY_LOOK): Promise<void> {
  for (const { language, theme, font, rules } of looks) {
    await dress(page, { language, theme, fontSize: font });
    expect.soft(await violations(page, rules), `${name}, ${language}, ${theme}, ${font}px`).toEqual([]);
  }
}
