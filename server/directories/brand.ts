/** Brands of goods: with how many products each has. */
import { brand } from '../../contract/directories/brand.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(brand, { extra: countsOf('products', 'product', 'brand_id') });
