/**
 * The 60 calls of specification 7 as they are printed there: each has its contract entry, its rule and a test over HTTP.
 * That a test was also answered is seen by `npm run calls:coverage`, over all calls.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { readersOf } from '../../contract/directories/index.server.ts';
import { calls } from '../../contract/index.ts';
import { callNames } from '../../scripts/calls.ts';

/** Method, service, path, rule. `public` needs no token, `signedIn` any. */
const PRINTED = `
POST cash /sign-in public
PUT cash /update-user-password public
POST cash /v1_0/user signedIn
PUT cash /v1_0/user signedIn
POST cash /v1_0/my/favorite/pages signedIn
GET cash /v1_0/get_last_version signedIn
GET cash /v1_0/get_version_his_own_limit signedIn
GET warehouse /user/get_all act_of_count.show|act_of_count.allshow|warehouse_list.show|practice_day.show|user_rule.show
GET warehouse /act_of_count/index act_of_count.show
POST warehouse /act_of_count/create act_of_count.add
PUT warehouse /act_of_count/update/{id} act_of_count.show
GET warehouse /computing_act_user/index/{actId} act_of_count.show
PUT warehouse /computing_act_user/create/{actId} act_of_count.show
PUT warehouse /computing_act_user/update/{id} act_of_count.show
DELETE warehouse /computing_act_user/delete/{id} act_of_count.show
PUT warehouse /count_act_product/loading_the_residues/{actId} act_of_count.show
GET warehouse /count_act_product/show/{actId} act_of_count.show
PUT warehouse /computing_act_user/start_counting/{id} act_of_count.show
PUT warehouse /computing_act_user/add_listed_product/{id} act_of_count.show
PUT warehouse /act_of_count/count_completion/{actId} act_of_count.show
GET warehouse /computing_act_user/get_all_listed_product/{id} act_of_count.show
PUT warehouse /count_act_product/add_manually/{actId} act_of_count.show
GET warehouse /count_act_product/information act_of_count.show
GET warehouse /count_act_product/download_excel/{actId} act_of_count.show
POST warehouse /count_result_comment/add_commentary act_of_count.show
POST warehouse /count_result_comment/edit_commentary act_of_count.show
PUT warehouse /act_of_count/act_was_formed/{id} act_of_count.show
POST warehouse /act_of_count/upload_file/{id} act_of_count.show
GET warehouse /product_invoice/index product_invoice.show|product_invoice.allshow
POST warehouse /product_invoice/create product_invoice.add
PUT warehouse /product_invoice/change_partner/{id} product_invoice.add|product_invoice.edit
PUT warehouse /product_invoice/update/{id} product_invoice.add|product_invoice.edit
PUT warehouse /product_invoice/send_for_confirmation/{id} product_invoice.add|product_invoice.edit
PUT warehouse /product_invoice/invoice_confirmation/{id} product_invoice.confirm
PUT warehouse /product_invoice/cancel/{id} product_invoice.add|product_invoice.edit|product_invoice.confirm
DELETE warehouse /product_invoice/delete/{id} product_invoice.add|product_invoice.edit
DELETE warehouse /product_invoice/delete_file/{id} product_invoice.add|product_invoice.edit
GET warehouse /input_product/show/{id} product_invoice.show|product_invoice.allshow
POST warehouse /input_product/create/{id} product_invoice.add|product_invoice.edit
PUT warehouse /input_product/update/{id} product_invoice.add|product_invoice.edit
DELETE warehouse /input_product/delete/{id} product_invoice.add|product_invoice.edit
PUT warehouse /input_product/change_approved_product/{id} product_invoice.confirm
DELETE warehouse /input_product/delete_approved_product/{id} product_invoice.confirm
GET warehouse /partner/get_all product_invoice.show|product_invoice.allshow|reliable_partners.show|base_repository.show
GET warehouse /partner/firms/{id} product_invoice.show|product_invoice.allshow|reliable_partners.show
GET warehouse /partner/currency_change product_invoice.show|product_invoice.allshow
GET warehouse /currency/get_all product_invoice.show|product_invoice.allshow
GET warehouse /product_variant/get_all product_invoice.show|product_invoice.allshow|product_residue.show|base_repository.show
GET warehouse /product_variant/recommended_selling_price/{id} product_invoice.show|product_invoice.allshow
GET warehouse /product_variant/check_limit/{id} product_invoice.show|product_invoice.allshow
GET warehouse /product_delivery/additional_prices/{id} product_invoice.show|product_invoice.allshow
GET warehouse /organization/territory signedIn
GET client /organizations/get-territories signedIn
GET warehouse /warehouse-list/get-all-autocomplete product_invoice.show|product_invoice.allshow|base_repository.show|product_residue.show
POST warehouse /generate product_invoice.add|product_invoice.edit|base_repository.edit
POST warehouse /partner-input/attach-serial-number product_invoice.add|product_invoice.edit|base_repository.edit
GET warehouse /warehouse-list-income/get-serial-numbers/{id} product_invoice.show|product_invoice.allshow|base_repository.show
POST warehouse /partner-input/delete-serial-number product_invoice.add|product_invoice.edit|base_repository.edit
GET cash /my_tests signedIn
POST cash /test/skip signedIn
`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string, string, string]);

const root = resolve(import.meta.dirname, '../..');
/** What each call is exported as. */
const nameOf = new Map([...(await callNames())].map(([name, call]) => [call.id, name]));

const servers = readdirSync(join(root, 'tests/server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && file !== 'contract.test.ts')
  .map((file) => ({ file, text: readFileSync(join(root, 'tests/server', file), 'utf8') }));

it('are sixty, and nothing else calls itself printed', () => {
  expect(PRINTED).toHaveLength(60);
  const printed = calls.filter(({ origin }) => origin === 'specification');
  const address = ({ method, service, path }: Call) => `${method} ${service} ${path}`;
  expect(printed.map(address).sort()).toEqual(PRINTED.map((row) => row.slice(0, 3).join(' ')).sort());
});

it.each(PRINTED)('%s %s %s asks for %s and is tested', (method, service, path, rule) => {
  const call = calls.find((one) => one.method === method && one.service === service && one.path === path);
  // who may read a declared directory may choose what its records refer to
  const to = /^(\w+)GetAll$/.exec(call?.id ?? '')?.[1] ?? '';
  expect(call?.rule).toBe([...new Set([rule, ...readersOf(to)].flatMap((one) => one.split('|')))].join('|'));
  const name = call && nameOf.get(call.id);
  expect(name, 'an export of contract/').toBeTypeOf('string');
  const address = path.replace(/\{\w+\}.*$/, '');
  const testing = servers.filter(({ text }) => new RegExp(`\\b${name}\\b`).test(text) || text.includes(address));
  expect(testing.map(({ file }) => file)).not.toEqual([]);
});
