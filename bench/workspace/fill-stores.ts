import type pg from 'pg'
import { Category, PolicyKind, SocialNetwork } from '#contracts/catalog/facts.ts'
import { RiskKind } from '#contracts/catalog/risks.ts'
import { COUNTRIES, LANGUAGES, PAYMENTS, PIXELS, THEMES, TLDS, WORDS } from './made-values.ts'
import type { WorkspaceSize } from './workspace-size.ts'

/** Themes that several stores share; one store in twenty has a unique theme. */
const SHARED_THEMES = 300
const APPS = 900
const MOST_APPS = 12
const MOST_COUNTRIES_SHIPPED_TO = 40
const ROWS_PER_STATEMENT = 100_000

/**
 * SQL functions for filling, in a separate schema. The same seed gives the same rows on every
 * machine.
 */
export async function createTools(client: pg.Client, { seed }: WorkspaceSize): Promise<void> {
  await client.query(`
    create schema bench;
    create function bench.random(n bigint, salt bigint) returns double precision language sql immutable parallel safe
      as 'select (hashint8extended(n, salt * 1000003 + ${seed}) & 9007199254740991)::double precision / 9007199254740992';
    create function bench.is(n bigint, salt bigint, share double precision) returns boolean language sql immutable parallel safe
      as 'select bench.random(n, salt) < share';
    create function bench.zipf(n bigint, salt bigint, values_ text[]) returns text language sql immutable parallel safe
      as 'select values_[floor(power(cardinality(values_) + 1, bench.random(n, salt)))::integer]';
    create function bench.normal(n bigint, salt bigint) returns double precision language sql immutable parallel safe
      as 'select sqrt(-2 * ln(1 - bench.random(n, salt))) * cos(2 * pi() * bench.random(n, salt + 1))';
    create function bench.some(n bigint, salt bigint, how_many integer, values_ text[]) returns text[] language sql immutable parallel safe
      as 'select coalesce(array_agg(distinct bench.zipf(n, salt + at, values_)), ''{}'') from generate_series(1, how_many) as at';
    create table bench.words (countries text[], currencies text[], languages text[], dollars bigint[], tlds text[], themes text[], apps text[],
      pixels text[], payments text[], spoken text[], words text[], categories text[], policies text[], socials text[], risks text[]);
    create function bench.technology(n bigint, salt bigint, share double precision) returns jsonb language sql immutable parallel safe
      as 'select case when bench.is(n, salt, share) then jsonb_build_array(jsonb_build_object(''value'', app, ''label'', initcap(app))) else ''[]'' end
        from (select ''app-'' || ceil(900 * power(bench.random(n, salt + 1), 3)) as app) as drawn'`)
  const themes = Array.from({ length: SHARED_THEMES }, (_, at) => THEMES[at] ?? `Theme ${at}`)
  const apps = Array.from({ length: APPS }, (_, at) => `app-${at + 1}`)
  await client.query(
    'insert into bench.words values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)',
    [
      COUNTRIES.map(([code]) => code),
      COUNTRIES.map(([, currency]) => currency),
      COUNTRIES.map(([, , language]) => language),
      COUNTRIES.map(([, , , dollar]) => dollar),
      TLDS,
      themes,
      apps,
      PIXELS,
      PAYMENTS,
      LANGUAGES,
      WORDS,
      Category.options,
      PolicyKind.options,
      SocialNetwork.options,
      RiskKind.options,
    ],
  )
}

/**
 * Properties on which stores, products and trends must agree. Ids grow with the time of finding, as
 * in production; the latest days have most stores. Two of three shops are open, and those have
 * products.
 */
export async function pickStores(
  client: pg.Client,
  { stores, products, days, lastDay }: WorkspaceSize,
): Promise<void> {
  const meanProducts = products / (stores * 0.75)
  await client.query(`
    create unlogged table bench.picks as
    select n as id, at as found_at, (at at time zone 'UTC')::date as found_day, status, is_new,
      case when status = 'OPEN' then ceil(-ln(1 - bench.random(n, 3)) * ${meanProducts})::integer else 0 end as listed, null::date as trending_day
    from (
      select n, '${lastDay}'::timestamp at time zone 'UTC' + interval '1 day'
          - (power(1 - (n - bench.random(n, 1)) / ${stores}, 1.5) * ${days} * 86400 + 1) * interval '1 second' as at,
        case when u < 0.75 then 'OPEN' when u < 0.94 then 'PASSWORD_PROTECTED' else 'CLOSED' end as status, bench.is(n, 2, 0.7) as is_new
      from generate_series(1, ${stores}::bigint) as n cross join lateral (select bench.random(n, 4) as u offset 0) as drawn) as made`)
  await client.query('alter table bench.picks add primary key (id)')
  await client.query('create index on bench.picks (found_day)')
  await client.query('analyze bench.picks')
}

export async function fillStores(
  client: pg.Client,
  { stores }: WorkspaceSize,
  say: (line: string) => void,
): Promise<void> {
  for (let from = 1; from <= stores; from += ROWS_PER_STATEMENT) {
    await client.query(storesSql, [from, Math.min(stores, from + ROWS_PER_STATEMENT - 1)])
    say(`  stores ${Math.min(stores, from + ROWS_PER_STATEMENT - 1)}`)
  }
  await client.query(`select setval(pg_get_serial_sequence('stores', 'id'), ${stores})`)
}

/** `offset 0` keeps the planner from inlining each random value at every use. */
const storesSql = `
  insert into stores (id, slug, shop, shop_id, domain, name, about, status, country, currency, language, theme, theme_name, theme_schema, theme_version,
    product_count, listed_products, logo_url, email, email_kind, email_domain, email_is_own_domain, email_state, phone, apps, pixels, launch_status,
    launch_day, launch_confidence, launch_reason, moved_here, moved_reason, found_at, found_day, visible_at, last_checked_at, discount_share,
    price_min_minor, price_median_minor, price_max_minor, screenshot_due_at, city, category, category_confidence, languages, ships_to, socials,
    payment_brands, policies, has_contact_form, company, last_trending_day, changed_7d, changed_30d, tech_added_7d, tech_added_30d, tech_removed_7d,
    tech_removed_30d, new_products_7d, new_products_30d, newest_product_day, risks, shared_share)
  select id, slug, slug || '.myshopify.com', (60000000000 + id)::text, domain, name, about, status,
    case when has_country then w.countries[place] end, case when has_currency then w.currencies[place] end,
    case when has_language then w.languages[place] end,
    case when theme_name is not null then jsonb_build_object('name', theme_name, 'id', (120000000000 + id)::text, 'schemaName', theme_name,
      'schemaVersion', theme_version, 'themeStoreId', case when bench.is(id, 70, 0.6) then 887 end) end,
    theme_name, theme_name, theme_version,
    case when status = 'OPEN' and not bench.is(id, 30, 0.05) then listed end, listed,
    case when bench.is(id, 31, 0.7) then 'https://' || domain || '/cdn/shop/files/logo.png' end,
    case when has_email then case when bench.is(id, 33, 0.6) then 'info@' else 'hello@' end || email_domain end,
    case when has_email then case when bench.is(id, 34, 0.85) then 'role' else 'personal' end end,
    case when has_email then email_domain end, case when has_email then is_own_mail end,
    case when has_email then case when bench.is(id, 35, 0.9) then 'has_mx' when bench.is(id, 36, 0.4) then 'no_mx' else 'unknown' end end,
    case when bench.is(id, 37, 0.22) then '+49' || (3000000000 + id)::text end,
    (select coalesce(jsonb_agg(jsonb_build_object('handle', app, 'name', initcap(replace(app, '-', ' ')), 'source', 'script_tag', 'sources',
      jsonb_build_array('script_tag'))), '[]') from unnest(bench.some(id, 1000, app_count, w.apps)) as app),
    (select coalesce(jsonb_agg(jsonb_build_object('vendor', vendor, 'id', (id * 17 % 100000000)::text)), '[]')
      from unnest(bench.some(id, 2000, pixel_count, w.pixels)) as vendor),
    case when is_new then 'new' else 'established' end,
    case when is_new then case when bench.is(id, 38, 0.97) then found_day - floor(bench.random(id, 39) * 30)::integer end
      when bench.is(id, 38, 0.7) then found_day - 31 - floor(bench.random(id, 39) * 2000)::integer end,
    (array['high', 'high', 'high', 'medium', 'medium', 'low'])[1 + floor(bench.random(id, 40) * 6)::integer], 'first_certificate_recent',
    not is_new and bench.is(id, 41, 0.25), case when not is_new and bench.is(id, 41, 0.25) then 'other_domain' end,
    found_at, found_day, found_at + (20 + 600 * power(bench.random(id, 42), 6)) * interval '1 second',
    found_at + interval '1 day', case when price is not null then discount end,
    floor(price * (0.2 + 0.6 * bench.random(id, 44)))::bigint, price, ceil(price * (1.2 + 4 * bench.random(id, 45)))::bigint, null,
    case when bench.is(id, 46, 0.3) then initcap(bench.zipf(id, 47, w.words)) || 'ton' end,
    category, case when category is not null then 'medium' end,
    case when has_language then array[w.languages[place]] || case when bench.is(id, 48, 0.15)
      then array_remove(bench.some(id, 3000, 1 + floor(bench.random(id, 49) * 5)::integer, w.spoken), w.languages[place]) else '{}' end else '{}' end,
    case when bench.is(id, 50, 0.65) then bench.some(id, 4000, 1 + floor(power(bench.random(id, 51), 2) * ${MOST_COUNTRIES_SHIPPED_TO})::integer, w.countries)
      else '{}' end,
    case when bench.is(id, 52, 0.6) then bench.some(id, 5000, 1 + floor(bench.random(id, 53) * 4)::integer, w.socials) else '{}' end,
    case when bench.is(id, 54, 0.7) then bench.some(id, 6000, 3 + floor(bench.random(id, 55) * 8)::integer, w.payments) else '{}' end,
    case when bench.is(id, 56, 0.8) then bench.some(id, 7000, 1 + floor(bench.random(id, 57) * 6)::integer, w.policies) else '{}' end,
    bench.is(id, 58, 0.6), case when bench.is(id, 59, 0.25) then name || ' Ltd.' end, trending_day,
    case when bench.is(id, 71, 0.1) then array['price_up'] else '{}' end, case when bench.is(id, 72, 0.3) then array['app_added', 'price_up'] else '{}' end,
    bench.technology(id, 73, 0.04), bench.technology(id, 75, 0.12), bench.technology(id, 77, 0.02), bench.technology(id, 79, 0.06),
    case when listed > 0 then floor(least(listed, 40) * power(bench.random(id, 81), 6))::integer end,
    case when listed > 0 then floor(least(listed, 120) * power(bench.random(id, 82), 4))::integer end,
    case when listed > 0 then found_day - floor(400 * power(bench.random(id, 83), 3))::integer end,
    case when bench.is(id, 84, 0.95) then case when bench.is(id, 85, 0.25) then bench.some(id, 9000, 2, w.risks) else '{}' end end,
    case when listed > 0 then power(bench.random(id, 86), 2) end
  from bench.words w cross join lateral (
    select p.*, floor(power(cardinality(w.countries) + 1, bench.random(id, 10)))::integer as place,
      initcap(w.words[1 + floor(bench.random(id, 11) * cardinality(w.words))::integer]) || ' '
        || initcap(w.words[1 + floor(bench.random(id, 12) * cardinality(w.words))::integer])
        || case when bench.is(id, 13, 0.4) then ' ' || (id % 1000) else '' end as name,
      bench.is(id, 14, 0.9) as has_country, bench.is(id, 15, 0.93) as has_currency, bench.is(id, 16, 0.95) as has_language,
      bench.is(id, 17, 0.45) as has_email, bench.is(id, 18, 0.45) as is_own_mail, bench.is(id, 19, 0.55) as has_own_domain,
      case when bench.is(id, 20, 0.05) then 'Theme of ' || id when bench.is(id, 21, 0.94) then bench.zipf(id, 22, w.themes) end as theme_name,
      '15.' || floor(bench.random(id, 23) * 5)::integer || '.0' as theme_version,
      case when bench.is(id, 24, 0.86) then bench.zipf(id, 25, w.categories) end as category,
      floor(power(bench.random(id, 26), 2) * ${MOST_APPS + 1})::integer as app_count,
      case when bench.is(id, 27, 0.7) then 1 + floor(power(bench.random(id, 28), 2) * 5)::integer else 0 end as pixel_count,
      case when bench.is(id, 43, 0.4) then 0 else round(bench.random(id, 29)::numeric, 3)::double precision end as discount
    from bench.picks p where p.id between $1 and $2 offset 0) as drawn
  cross join lateral (
    select lower(replace(name, ' ', '-')) || '-' || id as slug,
      case when listed > 0 and has_currency then greatest(1, round(w.dollars[place] * exp(3.4 + 0.9 * bench.normal(id, 60))))::bigint end as price,
      case when bench.is(id, 61, 0.7) then 'We make ' || (select string_agg(w.words[1 + floor(bench.random(id, 8000 + at) * cardinality(w.words))::integer], ' ')
        from generate_series(1, 14) as at) || '.' end as about offset 0) as named
  cross join lateral (
    select case when has_own_domain then slug || '.' || bench.zipf(id, 62, w.tlds) else slug || '.myshopify.com' end as domain offset 0) as placed
  cross join lateral (select case when is_own_mail then domain else 'gmail.com' end as email_domain offset 0) as mailed`
