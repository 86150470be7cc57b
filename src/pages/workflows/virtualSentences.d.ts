/** Made by `build/workflowSentences.ts`: by workflow, each sentence with where it stands. */
declare module 'virtual:workflow-sentences-uz' {
  const sentences: Readonly<Record<string, readonly (readonly [text: string, at: string, also?: string])[]>>;
  export default sentences;
}
declare module 'virtual:workflow-sentences-ru' {
  const sentences: Readonly<Record<string, readonly (readonly [text: string, at: string, also?: string])[]>>;
  export default sentences;
}
