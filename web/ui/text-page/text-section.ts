import type { ReactNode } from 'react'
import type { TextValues } from './parse-text.ts'

/** A section of a long text, with its anchor. */
export type TextSection<Id extends string = string> = {
  id: Id
  title: string
  lines: readonly string[]
  values?: TextValues
  /** Content below the text, e.g. a table. */
  below?: ReactNode
}
