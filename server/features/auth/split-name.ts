import { invalidRequest } from '#server/errors.ts'

/** As many as the profile takes of each. */
const MAX_LENGTH = 60
/** A name goes into the mail to an address that anybody may enter: it must not carry anybody's message. */
const NO_NAME = /\p{Cc}|:\/\/|\bwww\.|[<>]/iu

export type Names = { firstName: string; lastName: string }

/** `Ada King Byron` is Ada, with the rest as last name. @throws AppError `invalid_request` for what is none */
export function splitName(name: string): Names {
  if (NO_NAME.test(name)) throw invalidRequest('name')
  const [firstName = '', ...others] = name.split(/\s+/u).filter(Boolean)
  if (!firstName) throw invalidRequest('name')
  return { firstName: shorten(firstName), lastName: shorten(others.join(' ')) }
}

const shorten = (text: string) => [...text].slice(0, MAX_LENGTH).join('')
