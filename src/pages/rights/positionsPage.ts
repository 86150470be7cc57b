/** Positions: their rights, and they themselves as a directory, a tab each. */
import type { ComponentType } from 'react';
import { loadDirectory } from '../../directory/pages.tsx';
import { loadTexts } from '../../i18n/index.ts';
import { tabbedPage } from '../../ui/list/TabbedPage.tsx';
import PositionMatrix from './PositionMatrix.tsx';

export async function loadPositions(): Promise<{ default: ComponentType }> {
  const [positions] = await Promise.all([loadDirectory('position'), loadTexts('tabs', 'directories/rule')]);
  return { default: tabbedPage(['positionRules', 'position'], [PositionMatrix, positions]) };
}
