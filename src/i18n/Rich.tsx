/** A text with words to be stressed: `<b>…</b>` in the locale file, nothing else. */
export function Rich({ text }: { text: string }) {
  return text.split(/<\/?b>/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, distinguished by their place
    index % 2 === 1 ? <b key={index}>{part}</b> : part,
  );
}
