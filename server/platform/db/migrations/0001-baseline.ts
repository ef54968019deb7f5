import { type Kysely, sql } from 'kysely'
import { accounts } from './baseline/accounts.ts'
import { billing } from './baseline/billing.ts'
import { changeFeed } from './baseline/change-feed.ts'
import { discovery } from './baseline/discovery.ts'
import { operations } from './baseline/operations.ts'
import { platform } from './baseline/platform.ts'
import { products } from './baseline/products.ts'
import { site } from './baseline/site.ts'
import { stores } from './baseline/stores.ts'
import { trends } from './baseline/trends.ts'
import { workspace } from './baseline/workspace.ts'

/**
 * The schema of the first release. A table follows those that its foreign keys name. From here on
 * the schema changes by further migrations, which only add (decision 93).
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  ...platform,
  ...accounts,
  ...billing,
  ...discovery,
  ...stores,
  ...products,
  ...trends,
  ...changeFeed,
  ...workspace,
  ...site,
  ...operations,
]
