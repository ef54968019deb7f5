import { type Kysely, sql } from 'kysely'

/**
 * What each product was last written from. The release before leaves it as it is: a product that it
 * changes meanwhile has another digest in the next catalogue. It still writes `product_key`, which
 * nothing reads.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table products add column digest bigint, alter column product_key drop not null`,
  `drop index products_key`,
]
