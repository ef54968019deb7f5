import * as z from 'zod/mini'
import type { ContactFields } from './check-contact.ts'

const KEY = 'contactDraft'

const Draft = z.object({
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The subject that the address asked for when it was written. */
  asked: z.string(),
})

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps what is being written with this tab, until it is sent. A tab that keeps nothing loses nothing but that. */
export function saveDraft(fields: ContactFields, asked: string, storage: Kept = sessionStorage): void {
  try {
    if (isEmpty(fields, asked)) storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify({ ...fields, asked }))
  } catch {
    // Full or forbidden: the form itself still has it.
  }
}

/** Who follows another link to this page wants its subject, and keeps the rest. */
export function readDraft(asked: string, storage: Kept = sessionStorage): ContactFields | null {
  try {
    const { asked: before, ...fields } = Draft.parse(JSON.parse(storage.getItem(KEY) ?? ''))
    return asked === before || asked === '' ? fields : { ...fields, subject: asked }
  } catch {
    return null
  }
}

/** A name and an address alone are filled in again by themselves. */
const isEmpty = ({ subject, message }: ContactFields, asked: string): boolean =>
  message.trim() === '' && (subject.trim() === '' || subject === asked)
