import { pathOf, withQuery } from '../../routes/registry.ts';

/** Where a draft is written. */
export const writingPath = (id: number): string => withQuery(pathOf('createAd'), { id });

/** An announcement in the list, its pane open. */
export const announcementPath = (id: number): string => withQuery(pathOf('announcements'), { row: id });
