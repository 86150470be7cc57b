/** The looks in which axe sees a page: every one of them in Uzbek, the largest letters in Russian. */
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { BY_TAGS, violations } from './axe.ts';
import { dress } from './everyPage.ts';

export interface Look {
  readonly theme: 'light' | 'dark';
  /** Pixels. */
  readonly font: number;
  readonly rules: axe.RunOptions;
}
/** Of what opens beside or over a page that is checked in every look. */
export const ONCE: readonly Look[] = [{ theme: 'light', font: 12, rules: BY_TAGS }];
/** Colours depend on the theme at any size; what the size decides, the second language asks with everything else. */
const EVERY_LOOK: readonly Look[] = [
  ...ONCE,
  {
    theme: 'light',
    font: 28,
    rules: { runOnly: { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] } },
  },
  { theme: 'dark', font: 12, rules: { runOnly: { type: 'rule', values: ['color-contrast'] } } },
];
/** Of the second language: its names and its longest texts; colours are those of the first. */
const LARGEST: readonly Look[] = [
  { theme: 'light', font: 28, rules: { ...BY_TAGS, rules: { 'color-contrast': { enabled: false } } } },
];
export const LOOKS = { uz: EVERY_LOOK, ru: LARGEST };

export async function expectClean(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const { theme, font, rules } of looks) {
    await dress(page, { theme, fontSize: font });
    expect.soft(await violations(page, rules), `${name}, ${theme}, ${font}px`).toEqual([]);
  }
}
