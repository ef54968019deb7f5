import type { ColumnType } from 'kysely'

/** Read as a Date; written as a Date or as ISO text. */
export type Time = ColumnType<Date, Date | string, Date | string>
export type MaybeTime = ColumnType<Date | null, Date | string | null, Date | string | null>
/** Written as JSON text, read back parsed. */
export type Json<Value> = ColumnType<Value, string, string>
export type MaybeJson<Value> = ColumnType<Value | null, string | null, string | null>
/** `Json` whose column has a default, so that an insert may leave it out. */
export type GeneratedJson<Value> = ColumnType<Value, string | undefined, string>
export type DefaultedTime = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
