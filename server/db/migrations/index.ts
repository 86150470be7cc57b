import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { sql0001 } from './0001_base.ts';
import { sql0002 } from './0002_counting.ts';
import { sql0003 } from './0003_sessions.ts';
import { serials0004 } from './0004_serials.ts';
import { invoices0005 } from './0005_invoices.ts';
import { sql0006 } from './0006_staff_tests.ts';
import { sql0007 } from './0007_practice_day.ts';
import { sql0008 } from './0008_announcements.ts';
import { sql0009 } from './0009_test_audience.ts';
import { sql0010 } from './0010_widgets.ts';
import { announcements0011 } from './0011_announcement_search.ts';
import { sql0012 } from './0012_step_log.ts';
import { sql0013 } from './0013_refused_steps.ts';
import { sql0014 } from './0014_lists.ts';
import { sql0015 } from './0015_drafts.ts';
import { sql0016 } from './0016_queue.ts';
import { sql0017 } from './0017_document_number.ts';
import { sql0030 } from './0030_directories.ts';
import { sql0031 } from './0031_banks_ministries.ts';
import { sql0040 } from './0040_addresses.ts';
import { sql0041 } from './0041_pledge_cars.ts';
import { sql0042 } from './0042_special_orders.ts';
import { sql0043 } from './0043_delivery.ts';
import { sql0044 } from './0044_cash_desk.ts';
import { sql0050 } from './0050_client_directories.ts';
import { sql0051 } from './0051_messages.ts';
import { sql0052 } from './0052_classifiers.ts';
import { sql0053 } from './0053_goods_directories.ts';
import { sql0060 } from './0060_count_limit.ts';
import { sql0070 } from './0070_notices.ts';
import { sql0080 } from './0080_pledge_settings.ts';
import { sql0081 } from './0081_more_settings.ts';
import { sql0090 } from './0090_goods_lists.ts';
import { sql0100 } from './0100_terms_of_sale.ts';
import { sql0101 } from './0101_scoring_and_delivery.ts';
import { sql0102 } from './0102_price_markup.ts';
import { sql0110 } from './0110_mobile_device.ts';
import { rights0115 } from './0115_rights.ts';
import { sql0120 } from './0120_terms_and_bonuses.ts';
import { sql0121 } from './0121_models_and_sets.ts';
import { sql0125 } from './0125_limits.ts';
import { sql0126 } from './0126_matrix.ts';
import { brands0130 } from './0130_brands.ts';
import { sql0131 } from './0131_product_categories.ts';
import { products0132 } from './0132_products.ts';
import { sql0133 } from './0133_product_expirations.ts';
import { sql0135 } from './0135_black_list.ts';
import { sql0140 } from './0140_users.ts';
import { requisites0145 } from './0145_requisites.ts';
import { sql0146 } from './0146_branch_seals.ts';
import { sql0147 } from './0147_competitor_photo.ts';
import { sql0150 } from './0150_product_lock.ts';
import { sql0151 } from './0151_sms_app_device.ts';
import { sql0155 } from './0155_import.ts';
import { sql0165 } from './0165_list_views.ts';
import { sql0166 } from './0166_integrations.ts';
import { sql0170 } from './0170_partners.ts';
import { markupCategory0175 } from './0175_markup_category.ts';
import { sql0176 } from './0176_price_reason.ts';
import { sql0185 } from './0185_record_notices.ts';
import { sql0191 } from './0191_unblock_request.ts';
import { sql0193 } from './0193_fond_product.ts';
import { sql0195 } from './0195_client.ts';
import { sql0200 } from './0200_sale.ts';
import { sql0205 } from './0205_reservation.ts';
import { sql0206 } from './0206_contract_form.ts';
import { sql0210 } from './0210_money.ts';
import { sql0220 } from './0220_appeal.ts';
import { sql0221 } from './0221_pledge_evaluation.ts';
import { sql0230 } from './0230_output.ts';
import { sql0240 } from './0240_scoring.ts';
import { sql0241 } from './0241_client_income.ts';
import { sql0250 } from './0250_client_money.ts';
import { sql0251 } from './0251_payment_certificate.ts';
import { sql0260 } from './0260_questionnaire.ts';
import { sql0261 } from './0261_guarantee.ts';
import { sql0270 } from './0270_contract_pledge.ts';
import { sql0271 } from './0271_contract_error.ts';
import { sql0280 } from './0280_client_change.ts';
import { sql0281 } from './0281_myid_session.ts';
import { sql0282 } from './0282_first_contracts.ts';
import { sql0283 } from './0283_segment.ts';
import { sql0291 } from './0291_contract_list.ts';
import { sql0293 } from './0293_model_trial.ts';
import { sql0294 } from './0294_contract_addendum.ts';
import { sql0296 } from './0296_scoring_queue.ts';
import { sql0297 } from './0297_initiative_client.ts';
import { sql0301 } from './0301_step_figure.ts';
import { sql0303 } from './0303_dated_fees.ts';
import { sql0304 } from './0304_pictures_of_goods.ts';
import { sql0305 } from './0305_scenario.ts';
import { sql0306 } from './0306_problem_report.ts';
import { sql0307 } from './0307_chart_remark.ts';
import { sql0308 } from './0308_client_last_event.ts';
import { sql0309 } from './0309_rule_stamp.ts';
import { sql0310 } from './0310_write_off.ts';
import { sql0311 } from './0311_announcement_owner.ts';
import { sql0312 } from './0312_not_client_applied.ts';
import { sql0313 } from './0313_import_note.ts';
import { sql0314 } from './0314_places_and_sources.ts';
import { sql0315 } from './0315_document_copy.ts';
import { sql0316 } from './0316_months_and_sources.ts';
import { sql0320 } from './0320_record_file.ts';
import { sql0321 } from './0321_black_list_sorts.ts';
import { sql0322 } from './0322_product_barcode.ts';

const step = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db);
  },
});

/** In order; one that has landed is never edited, the next one corrects it. */
const migrations: Record<string, Migration> = {
  '0001_house': step(sql0001),
  '0002_counting': step(sql0002),
  '0003_sessions': step(sql0003),
  '0004_serials': serials0004,
  '0005_invoices': invoices0005,
  '0006_staff_tests': step(sql0006),
  '0007_practice_day': step(sql0007),
  '0008_announcements': step(sql0008),
  '0009_test_audience': step(sql0009),
  '0010_widgets': step(sql0010),
  '0011_announcement_search': announcements0011,
  '0012_step_log': step(sql0012),
  '0013_refused_steps': step(sql0013),
  '0014_lists': step(sql0014),
  '0015_drafts': step(sql0015),
  '0016_queue': step(sql0016),
  '0017_document_number': step(sql0017),
  '0030_directories': step(sql0030),
  '0031_banks_ministries': step(sql0031),
  '0080_pledge_settings': step(sql0080),
  '0081_more_settings': step(sql0081),
  '0040_addresses': step(sql0040),
  '0041_pledge_cars': step(sql0041),
  '0042_special_orders': step(sql0042),
  '0043_delivery': step(sql0043),
  '0044_cash_desk': step(sql0044),
  '0060_count_limit': step(sql0060),
  '0070_notices': step(sql0070),
  '0050_client_directories': step(sql0050),
  '0051_messages': step(sql0051),
  '0052_classifiers': step(sql0052),
  '0053_goods_directories': step(sql0053),
  '0100_terms_of_sale': step(sql0100),
  '0101_scoring_and_delivery': step(sql0101),
  '0102_price_markup': step(sql0102),
  '0110_mobile_device': step(sql0110),
  '0115_rights': rights0115,
  '0120_terms_and_bonuses': step(sql0120),
  '0121_models_and_sets': step(sql0121),
  '0090_goods_lists': step(sql0090),
  '0125_limits': step(sql0125),
  '0126_matrix': step(sql0126),
  '0130_brands': brands0130,
  '0131_product_categories': step(sql0131),
  '0132_products': products0132,
  '0135_black_list': step(sql0135),
  '0133_product_expirations': step(sql0133),
  '0165_list_views': step(sql0165),
  '0150_product_lock': step(sql0150),
  '0151_sms_app_device': step(sql0151),
  '0145_requisites': requisites0145,
  '0146_branch_seals': step(sql0146),
  '0147_competitor_photo': step(sql0147),
  '0140_users': step(sql0140),
  '0155_import': step(sql0155),
  '0166_integrations': step(sql0166),
  '0170_partners': step(sql0170),
  '0175_markup_category': markupCategory0175,
  '0176_price_reason': step(sql0176),
  '0185_record_notices': step(sql0185),
  '0191_unblock_request': step(sql0191),
  '0193_fond_product': step(sql0193),
  '0195_client': step(sql0195),
  '0200_sale': step(sql0200),
  '0205_reservation': step(sql0205),
  '0206_contract_form': step(sql0206),
  '0210_money': step(sql0210),
  '0220_appeal': step(sql0220),
  '0221_pledge_evaluation': step(sql0221),
  '0240_scoring': step(sql0240),
  '0241_client_income': step(sql0241),
  '0230_output': step(sql0230),
  '0250_client_money': step(sql0250),
  '0251_payment_certificate': step(sql0251),
  '0260_questionnaire': step(sql0260),
  '0261_guarantee': step(sql0261),
  '0270_contract_pledge': step(sql0270),
  '0271_contract_error': step(sql0271),
  '0280_client_change': step(sql0280),
  '0281_myid_session': step(sql0281),
  '0282_first_contracts': step(sql0282),
  '0283_segment': step(sql0283),
  '0305_scenario': step(sql0305),
  '0307_chart_remark': step(sql0307),
  '0306_problem_report': step(sql0306),
  '0303_dated_fees': step(sql0303),
  '0304_pictures_of_goods': step(sql0304),
  '0296_scoring_queue': step(sql0296),
  '0297_initiative_client': step(sql0297),
  '0291_contract_list': step(sql0291),
  '0301_step_figure': step(sql0301),
  '0293_model_trial': step(sql0293),
  '0294_contract_addendum': step(sql0294),
  '0308_client_last_event': step(sql0308),
  '0309_rule_stamp': step(sql0309),
  '0310_write_off': step(sql0310),
  '0311_announcement_owner': step(sql0311),
  '0312_not_client_applied': step(sql0312),
  '0313_import_note': step(sql0313),
  '0314_places_and_sources': step(sql0314),
  '0315_document_copy': step(sql0315),
  '0316_months_and_sources': step(sql0316),
  '0320_record_file': step(sql0320),
  '0321_black_list_sorts': step(sql0321),
  '0322_product_barcode': step(sql0322),
};

const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) };

/** Brings the database to this release's schema; several processes at once wait for one another. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
