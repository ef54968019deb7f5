import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

type Compilable<Row> = { compile: () => CompiledQuery<Row> }

/** Connections of the pool prepare each of them once. */
const names = new Map<string, string>()

export const preparedNameOf = (text: string): string | undefined => names.get(text)

/**
 * A frequent query: Kysely builds its text once, each connection parses it once. For queries whose
 * plan does not depend on the values: PostgreSQL soon stops planning for each. Name the columns:
 * the result must keep its shape when a migration adds one.
 * @param build may use each value once, in order
 */
export function prepared<Values extends readonly unknown[], Row>(
  name: string,
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let known: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    known ??= compile(name, build(db, ...values), values)
    const { rows } = await db.executeQuery<Row>({ ...known, parameters: values })
    return rows
  }
}

function compile<Row>(
  name: string,
  query: Compilable<Row>,
  values: readonly unknown[],
): CompiledQuery<Row> {
  const compiled = query.compile()
  const { parameters, sql } = compiled
  if (
    parameters.length !== values.length ||
    parameters.some((parameter, at) => parameter !== values[at])
  )
    throw new Error(`the prepared query ${name} does not use its values once and in their order`)
  if (names.has(sql) && names.get(sql) !== name)
    throw new Error(`${name} is prepared under two names`)
  names.set(sql, name)
  return compiled
}
