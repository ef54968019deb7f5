import { type QueryExecutorProvider, sql } from 'kysely'

type Column = { type: string; isNullable: boolean; hasDefault: boolean }
/** What a process relies on when it reads and writes. */
export type Catalog = {
  columns: Record<string, Column>
  rules: Record<string, string>
}

export async function readCatalog(db: QueryExecutorProvider): Promise<Catalog> {
  const columns = await sql<{ name: string } & Column>`
    select format('%s.%s', class.relname, attname) as name, format_type(atttypid, atttypmod) as type,
      not attnotnull as "isNullable", (atthasdef or attidentity <> '') as "hasDefault"
    from pg_attribute join pg_class class on class.oid = attrelid
    where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v', 'm') and attnum > 0
      and not attisdropped`.execute(db)
  // A trigger after a whole statement changes no row of it, and hides none.
  const rules = await sql<{ name: string; table: string }>`
    select conrelid::regclass::text as table, pg_get_constraintdef(oid) as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x') and conrelid <> 0
    union all select indrelid::regclass::text, regexp_replace(pg_get_indexdef(indexrelid), ' INDEX [^ ]+ ON ', ' INDEX ON ') from pg_index
      join pg_class class on class.oid = indrelid where indisunique and class.relnamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, pg_get_triggerdef(trigger.oid) from pg_trigger trigger
      join pg_class class on class.oid = tgrelid where not tgisinternal and tgtype & 3 <> 0 and class.relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  return {
    columns: Object.fromEntries(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: Object.fromEntries(rules.rows.map(({ name, table }) => [`${table}: ${name}`, table])),
  }
}

/** What a release that knows only `before` cannot live with in `after`, one sentence each. */
export function findBreaks(before: Catalog, after: Catalog): string[] {
  const tables = new Set(Object.keys(before.columns).map(tableOf))
  const lost = Object.entries(before.columns).flatMap(([name, column]) => {
    const now = after.columns[name]
    if (!now) return [`${name} is gone`]
    return [
      ...(now.type === column.type ? [] : [`${name} is ${now.type} instead of ${column.type}`]),
      ...(column.isNullable && !now.isNullable ? [`${name} refuses null`] : []),
      ...(column.hasDefault && !now.hasDefault ? [`${name} has no default any more`] : []),
    ]
  })
  const demanded = Object.entries(after.columns)
    .filter(
      ([name, { isNullable, hasDefault }]) =>
        !(name in before.columns) && !isNullable && !hasDefault,
    )
    .filter(([name]) => tables.has(tableOf(name)))
    .map(([name]) => `${name} is new and needs a value`)
  const restricted = Object.entries(after.rules)
    .filter(([rule, table]) => !(rule in before.rules) && tables.has(table))
    .map(([rule]) => `new rule on ${rule}`)
  return [...lost, ...demanded, ...restricted, ...findLostKeys(before, after)]
}

/** `on conflict` needs the unique index that it names. */
const findLostKeys = (before: Catalog, after: Catalog): string[] =>
  Object.keys(before.rules)
    .filter((rule) => rule.includes(' UNIQUE INDEX ') && !(rule in after.rules))
    .map((rule) => `lost key of ${rule}`)

const tableOf = (name: string): string => name.slice(0, name.indexOf('.'))
