/** Whether handing in of a list may wait on the disk: looked at when the app opens, so that nobody else reads the disk. */
const KEY = 'handIns';

export const noteHandIn = (): void => localStorage.setItem(KEY, 'on');
export const forgetHandIns = (): void => localStorage.removeItem(KEY);
export const mayHandIn = (): boolean => localStorage.getItem(KEY) !== null;
