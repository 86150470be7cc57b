/** The categories of a limited act, in the language that is read. */
import type { ActCategory } from '../../../contract/counting/shared.ts';
import type { Language } from '../../i18n/index.ts';

export const categoryName = (category: ActCategory, language: Language): string =>
  language === 'ru' ? category.name_ru : category.name_uz;

export const categoryNames = (categories: readonly ActCategory[], language: Language): string =>
  categories.map((category) => categoryName(category, language)).join(', ');
