/** The access token of this browser, kept under the specified key. */
export const TOKEN_KEY = 'accessToken';

export const storedToken = (): string | null => localStorage.getItem(TOKEN_KEY) || null;
export const storeToken = (token: string): void => localStorage.setItem(TOKEN_KEY, token);
export const removeToken = (): void => localStorage.removeItem(TOKEN_KEY);
