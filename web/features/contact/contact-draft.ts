import * as z from 'zod/mini'
import type { ContactFields } from './check-contact.ts'

const KEY = 'contactDraft'

const Draft = z.object({
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The subject that the address requested when the draft was written. */
  asked: z.string(),
})

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Keeps the unsent message for this tab. If the storage is unavailable, only the draft feature is lost. */
export function saveDraft(fields: ContactFields, asked: string, storage: Kept = sessionStorage): void {
  try {
    if (isEmpty(fields, asked)) storage.removeItem(KEY)
    else storage.setItem(KEY, JSON.stringify({ ...fields, asked }))
  } catch {
    // Storage is full or blocked; the form itself still holds the text.
  }
}

/** A visitor who follows another link to this page gets the subject of that link and keeps the rest of the draft. */
export function readDraft(asked: string, storage: Kept = sessionStorage): ContactFields | null {
  try {
    const { asked: before, ...fields } = Draft.parse(JSON.parse(storage.getItem(KEY) ?? ''))
    return asked === before || asked === '' ? fields : { ...fields, subject: asked }
  } catch {
    return null
  }
}

/** A name and an address alone need no draft, because the form fills them in again. */
const isEmpty = ({ subject, message }: ContactFields, asked: string): boolean =>
  message.trim() === '' && (subject.trim() === '' || subject === asked)
