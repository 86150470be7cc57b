/** The Uzbek alphabet in its order (decision 28): oʻ, gʻ, sh, ch and ng stand after z, Cyrillic after Latin. */
export const LATIN: readonly string[] = ['a', 'b', 'c', ...'defghijklmnopqrstuvwxyz', 'oʻ', 'gʻ', 'sh', 'ch', 'ng'];
export const CYRILLIC: readonly string[] = [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяўқғҳ'];
/** Everything people type for the sign of oʻ and gʻ, or for the tutuq. */
export const APOSTROPHES = "'`’‘ʻʼ´";
