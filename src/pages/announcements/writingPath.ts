import { pageOf } from '../../routes/registry.ts';

/** Where a draft is written. */
export const writingPath = (id: number): string => `${pageOf('createAd').path}?id=${id}`;

/** An announcement in the list, its pane open. */
export const announcementPath = (id: number): string => `${pageOf('announcements').path}?row=${id}`;
