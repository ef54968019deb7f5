import type { ReactNode } from 'react'
import type { TextValues } from './parse-text.ts'

/** A part of a long text, with the anchor under which it is linked. */
export type TextSection<Id extends string = string> = {
  id: Id
  title: string
  lines: readonly string[]
  values?: TextValues
  /** What stands below the text, e.g. a table. */
  below?: ReactNode
}
