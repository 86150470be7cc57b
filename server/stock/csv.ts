/** CSV as RFC 4180 has it: quoted fields, doubled quotes, line breaks inside quotes; a BOM is passed over. */

export interface CsvRecord {
  /** The line of the file on which the record begins, from 1. */
  line: number;
  fields: string[];
  /** What is wrong with the record as CSV. */
  error?: string;
}

/** Excel of our countries writes semicolons: what the header uses more is the separator. */
function separatorOf(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '');
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

/** All records, the header among them; blank lines are left out. */
export function parseCsv(content: string): CsvRecord[] {
  const text = content.replace(/^\uFEFF/, '');
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const record: CsvRecord = { line, fields: [] };
    for (let more = true; more; ) {
      let field = '';
      if (text[at] === '"') {
        for (at++; ; at++) {
          const char = text[at];
          if (char === undefined) {
            record.error = 'a quotation mark that opens is never closed';
            break;
          }
          if (char === '"') {
            if (text[at + 1] !== '"') break;
            at++;
          }
          if (char === '\n') line++;
          field += char;
        }
        at++;
      }
      // An unquoted field, or what wrongly follows a closing quotation mark.
      const end = at;
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++;
      const rest = text.slice(end, at);
      if (rest && text[end - 1] === '"') record.error ??= 'text follows a closing quotation mark';
      record.fields.push(field + rest);
      more = text[at] === separator;
      if (more) at++;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    line++;
    if (record.fields.length > 1 || record.fields[0] !== '' || record.error) records.push(record);
  }
  return records;
}
