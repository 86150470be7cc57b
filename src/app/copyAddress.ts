/** What a link to a list carries to open its form as a copy of a document (`useFormInAddress` reads it). */
export const copyAddress = (id: number) => ({ form: `copy-${id}` });
