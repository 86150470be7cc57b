/** Brands of pledged cars: with how many models each has. */
import { pledgeCarBrand } from '../../contract/directories/pledgeCarBrand.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(pledgeCarBrand, { extra: countsOf('models', 'pledge_car_model', 'brand_id') });
