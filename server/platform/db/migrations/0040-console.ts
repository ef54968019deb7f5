import { type Kysely, sql } from 'kysely'

/**
 * `feature_switches`: a part of the product without a row is on. `tally_slots`: the counts of
 * `tallies` per five minutes, kept for two days. A release that does not know the tables has
 * everything on and counts totals only.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table feature_switches (
    name text primary key, is_on boolean not null, changed_at timestamptz not null)`.execute(db)
  await sql`create table tally_slots (
    name text not null, label text not null, slot timestamptz not null, total bigint not null,
    primary key (name, slot, label))`.execute(db)
}
