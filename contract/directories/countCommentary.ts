/** Ready comments for differences in counting (areas 2.2, 4.3 `/repositories/comments-counting`). */
import { defineDirectory } from '../directory/directory.ts';
import { names } from '../directory/fields.ts';

export const countCommentary = defineDirectory({
  name: 'countCommentary',
  service: 'warehouse',
  rule: 'count_commentary',
  label: 'text',
  fields: {
    text: names(200, { search: true, sort: true, unique: true }),
  },
});
