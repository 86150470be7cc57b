/** The browser layer of the drawer: a touch screen whose window changes its width at the specified 1023 pixels. */
import { expect } from '@playwright/test';
import { drawerModel } from '../../machines/drawer/drawer.model.ts';
import { control, signIn } from '../harness/control.ts';
import { Menu, texts } from '../pages/menu.ts';
import { PLACE } from '../pages/sessionPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const HEIGHT = 844;
const NARROW = 1022;
const WIDE = 1023;
const PHONE_LIKE = 390;
/** A page outside the place of the beginning. */
const OTHER_PAGE = 'testQuestions';
const SWIPE_FROM = 20;
const SWIPE_TO = 95;

async function open({ page, context, path }: Opening): Promise<Menu> {
  const { keeper } = (await control.branch()).people;
  await signIn(context, keeper);
  const menu = new Menu(page);
  await page.setViewportSize({ width: path.beginning.name === 'a wide window' ? WIDE : PHONE_LIKE, height: HEIGHT });
  await page.goto('/');
  await page.goto(PLACE);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return menu;
}

runBrowserLayer<Menu>('drawer', drawerModel, {
  open,
  use: () => ({ hasTouch: true }),
  verbs: {
    'makes the window narrow': ({ page }) => page.setViewportSize({ width: NARROW, height: HEIGHT }),
    'makes the window wide': ({ page }) => page.setViewportSize({ width: WIDE, height: HEIGHT }),
    'opens the menu': (menu) => menu.openButton.click(),
    async 'closes the menu'(menu) {
      await menu.page.keyboard.press('Escape');
    },
    'swipes to the right': (menu) => menu.swipe(SWIPE_FROM, SWIPE_TO),
    'swipes to the left': (menu) => menu.swipe(SWIPE_TO, SWIPE_FROM),
    async 'goes back'({ page }) {
      await page.goBack();
    },
    async 'goes to a page'(menu) {
      await menu.section('tests').click();
      await menu.link(OTHER_PAGE).click();
    },
  },
  states: {
    async beside(menu) {
      await expect(menu.nav).toBeVisible();
      await expect(menu.openButton).toHaveCount(0);
      await expect(menu.backdrop).toHaveCount(0);
    },
    async closed(menu, { step }) {
      await expect(menu.root).toHaveCount(0);
      await expect(menu.openButton).toBeVisible();
      if (step?.case.name === 'goes to a page') {
        await expect(menu.page).toHaveURL('/test-questions');
        await expect(menu.page.getByRole('heading', { level: 1, name: texts.pages[OTHER_PAGE] })).toBeFocused();
        // one step back, to the previous page
        await menu.page.goBack();
      } else if (step?.case.name === 'closes the menu') {
        await expect(menu.openButton).toBeFocused();
      }
      await expect(menu.page).toHaveURL(PLACE);
    },
    async open(menu) {
      await expect(menu.nav).toBeVisible();
      await expect(menu.backdrop).toBeVisible();
      // the focus is in the drawer and cannot leave it for the page behind
      expect(await menu.root.evaluate((root) => root.contains(document.activeElement))).toBe(true);
      await expect(menu.page.locator('.app-main')).toHaveAttribute('inert', '');
    },
  },
});
